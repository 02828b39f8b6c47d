#include "arena/worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/bot_game.h"
#include "platform/clock.h"
#include "platform/interrupt.h"

enum { WORKERS_MAX = 64 };

/* Memory that both processes share. The child writes it. The parent reads it after the child has
 * ended, and `since` at any time. */
typedef struct Shared {
    GameResult result;
    WorkerReport report;
    int seat, round;        /* the seat that is thinking, or -1 */
    volatile int64_t since; /* clock_now() when it began to think, or 0 */
    bool complete;
    bool stopped; /* the game was ended early */
} Shared;

struct Worker {
    pid_t process;
    int ended;      /* the end of a pipe that the child closes by ending */
    bool timed_out; /* killed because an agent did not answer */
    int players;
    bool has_bots;
    const GameSpec *spec;
    Shared *shared;
};

static void set_thinking(void *context, int seat, int round) {
    Shared *shared = context;
    shared->seat = seat;
    shared->round = round;
    shared->since = seat < 0 ? 0 : clock_now();
}

/* Signals from the terminal reach the child, too, but only the parent handles them. The child ends
 * with its parent. */
static void set_up_signals(pid_t parent) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
}

/* Close the files of the parent in the child: a lock of the parent must end with the parent. The
 * end of the pipe is kept. */
static void close_files(int end) {
#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    enum { KEPT = STDERR_FILENO + 1 };
    if (end == KEPT || dup2(end, KEPT) == KEPT)
        closefrom(KEPT + 1);
#else
    (void)end;
#endif
}

static void play_agents(const GameSpec *spec, const GameSettings *settings, Shared *shared) {
    const GameObserver observer = {.on_thinking = set_thinking, .context = shared};
    GameSettings observed = *settings;
    observed.observer = &observer;
    shared->complete = game_play(spec, &observed, &shared->result, shared->report.text,
                                 sizeof shared->report.text);
    if (shared->complete)
        shared->report.text[0] = 0;
}

/* Bots may take long, so the game ends early on a signal. */
static void play_bots(const GameSpec *spec, const GameSettings *settings, Shared *shared) {
    WorkerReport *report = &shared->report;
    BotGame *game = malloc(sizeof *game);
    const volatile sig_atomic_t *stop = interrupt_watch();
    snprintf(report->text, sizeof report->text, "not enough memory");
    if (!game)
        return;
    bool ok = bot_game_play(spec, settings, stop, game, report->text, sizeof report->text);
    report->refused = game->refused;
    shared->stopped = ok && !game->result.played;
    shared->complete = ok && game->result.played;
    if (!shared->complete)
        return;
    shared->result = game->result;
    snprintf(report->text, sizeof report->text, "%s", game->note);
    snprintf(report->folder, sizeof report->folder, "%s", game->folder);
}

static _Noreturn void play_in_child(const Worker *worker, const GameSettings *settings) {
    if (worker->has_bots)
        play_bots(worker->spec, settings, worker->shared);
    else
        play_agents(worker->spec, settings, worker->shared);
    _exit(EXIT_SUCCESS);
}

static bool fork_child(Worker *worker, const GameSettings *settings) {
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0)
        return false;
    worker->ended = ends[0];
    worker->process = fork();
    if (worker->process == 0) {
        close(ends[0]);
        close_files(ends[1]);
        set_up_signals(parent);
        play_in_child(worker, settings);
    }
    close(ends[1]);
    if (worker->process < 0)
        close(ends[0]);
    return worker->process > 0;
}

Worker *worker_start(const GameSpec *spec, const GameSettings *settings) {
    Worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->spec = spec;
    worker->players = settings->players;
    worker->has_bots =
        settings->bots.always || contenders_have_bot(spec->agents, settings->players);
    worker->shared = mmap(NULL, sizeof *worker->shared, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (worker->shared != MAP_FAILED) {
        worker->shared->seat = -1;
        if (fork_child(worker, settings))
            return worker;
        int error = errno;
        munmap(worker->shared, sizeof *worker->shared);
        errno = error;
    }
    free(worker);
    return NULL;
}

static void kill_stalled(Worker *worker, int stall_s) {
    int64_t since = worker->shared->since;
    if (!stall_s || !since || worker->timed_out)
        return;
    if (clock_now() - since > (int64_t)stall_s * 1000000000) {
        worker->timed_out = true;
        kill(worker->process, SIGKILL);
    }
}

int worker_wait(Worker *const workers[], int count, int stall_s, int timeout_ms) {
    struct pollfd ends[WORKERS_MAX];
    if (count > WORKERS_MAX)
        count = WORKERS_MAX;
    for (int i = 0; i < count; i++) {
        ends[i] = (struct pollfd){workers[i]->ended, POLLIN, 0};
        kill_stalled(workers[i], stall_s);
    }
    if (poll(ends, (nfds_t)count, timeout_ms) > 0)
        for (int i = 0; i < count; i++)
            if (ends[i].revents)
                return i;
    return -1;
}

static void describe_end(const Worker *worker, int status, char *why, size_t size) {
    const Shared *shared = worker->shared;
    char how[64];
    if (worker->timed_out)
        snprintf(how, sizeof how, "did not answer");
    else if (WIFSIGNALED(status))
        snprintf(how, sizeof how, "ended by signal %d", WTERMSIG(status));
    else
        snprintf(how, sizeof how, "exited with status %d", WEXITSTATUS(status));
    if (shared->seat >= 0)
        snprintf(why, size, "game %d: %s in seat %c, round %d: %s", worker->spec->number,
                 worker->spec->agents[shared->seat], 'A' + shared->seat, shared->round, how);
    else
        snprintf(why, size, "game %d: its process %s", worker->spec->number, how);
}

static WorkerEnd find_result(const Worker *worker, int status) {
    Shared *shared = worker->shared;
    WorkerReport *report = &shared->report;
    bool exited = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
    if (shared->complete)
        return WORKER_PLAYED;
    if (shared->stopped)
        return WORKER_STOPPED;
    if (exited && shared->seat < 0)
        return WORKER_FAILED;
    describe_end(worker, status, report->text, sizeof report->text);
    /* SIGKILL that is not ours comes from the system, short of memory, or from a user. */
    bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !worker->timed_out;
    if (shared->seat < 0 || killed)
        return WORKER_FAILED;
    game_crash(&shared->result, worker->players, shared->seat, shared->round);
    return WORKER_CRASHED;
}

void worker_stop(const Worker *worker) {
    if (worker->has_bots)
        kill(worker->process, SIGTERM);
}

WorkerEnd worker_finish(Worker *worker, GameResult *result, WorkerReport *report) {
    int status = 0;
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
        ;
    WorkerEnd end = find_result(worker, status);
    if (end == WORKER_PLAYED || end == WORKER_CRASHED)
        *result = worker->shared->result;
    *report = worker->shared->report;
    close(worker->ended);
    munmap(worker->shared, sizeof *worker->shared);
    free(worker);
    return end;
}
