#include "arena/worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/clock.h"

enum { WORKERS_MAX = 64, ERROR_TEXT = 256 };

/* Memory that both processes share. The child writes it. The parent reads it after the child has
 * ended, and `since` at any time. */
typedef struct Shared {
    GameResult result;
    int seat, round;        /* the seat that is thinking, or -1 */
    volatile int64_t since; /* clock_now() when it began to think, or 0 */
    bool complete;
    char error[ERROR_TEXT];
} Shared;

struct Worker {
    pid_t process;
    int ended;      /* the end of a pipe that the child closes by ending */
    bool timed_out; /* killed because an agent did not answer */
    int players;
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

static void play_in_child(const GameSpec *spec, const GameSettings *settings, Shared *shared) {
    const GameObserver observer = {.on_thinking = set_thinking, .context = shared};
    GameSettings observed = *settings;
    observed.observer = &observer;
    shared->complete =
        game_play(spec, &observed, &shared->result, shared->error, sizeof shared->error);
    _exit(EXIT_SUCCESS);
}

static bool fork_child(Worker *worker, const GameSpec *spec, const GameSettings *settings) {
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
        play_in_child(spec, settings, worker->shared);
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
    worker->shared = mmap(NULL, sizeof *worker->shared, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (worker->shared != MAP_FAILED) {
        worker->shared->seat = -1;
        if (fork_child(worker, spec, settings))
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

static WorkerEnd find_result(const Worker *worker, int status, char *why, size_t size) {
    Shared *shared = worker->shared;
    bool exited = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
    if (shared->complete)
        return WORKER_PLAYED;
    if (exited && shared->seat < 0) {
        snprintf(why, size, "%s", shared->error);
        return WORKER_FAILED;
    }
    describe_end(worker, status, why, size);
    /* SIGKILL that is not ours comes from the system, short of memory, or from a user. */
    bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !worker->timed_out;
    if (shared->seat < 0 || killed)
        return WORKER_FAILED;
    game_crash(&shared->result, worker->players, shared->seat, shared->round);
    return WORKER_CRASHED;
}

WorkerEnd worker_finish(Worker *worker, GameResult *result, char *why, size_t size) {
    int status = 0;
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
        ;
    WorkerEnd end = find_result(worker, status, why, size);
    if (end != WORKER_FAILED)
        *result = worker->shared->result;
    close(worker->ended);
    munmap(worker->shared, sizeof *worker->shared);
    free(worker);
    return end;
}
