#include "arena/tournament.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/registry.h"
#include "arena/progress.h"
#include "arena/worker.h"
#include "platform/file.h"

enum { MOST_WORKERS = 64, WAIT_MS = 500 };

typedef struct Run {
    const Tournament *tournament;
    Results results;
    Progress progress;
    FILE *json;
    bool sortable;                          /* the file is one that can be replaced */
    int judged;                             /* games before this one have been through the test */
    Score pair[ARENA_AGENTS][ARENA_AGENTS]; /* of these */
    int limit;                              /* games from this one on are not needed */
    int next;
    Worker *workers[MOST_WORKERS];
    int games[MOST_WORKERS]; /* which each of them plays */
    int running;
    bool failed;
    char *error;
    size_t error_size;
} Run;

void tournament_describe(const Tournament *tournament, char text[RECORD_ARGUMENTS]) {
    const GameSettings *settings = &tournament->settings;
    int end = 0;
    for (int a = 0; a < tournament->agent_count; a++)
        end +=
            snprintf(text + end, RECORD_ARGUMENTS - (size_t)end, "-a %s ", tournament->agents[a]);
    end += snprintf(text + end, RECORD_ARGUMENTS - (size_t)end, "--players %d --seed %d ",
                    settings->players, tournament->seed);
    if (settings->nodes)
        end += snprintf(text + end, RECORD_ARGUMENTS - (size_t)end, "--nodes %" PRIu64 " ",
                        settings->nodes);
    if (settings->budget_ms > 0)
        end += snprintf(text + end, RECORD_ARGUMENTS - (size_t)end, "--budget-ms %g ",
                        settings->budget_ms);
    snprintf(text + end, RECORD_ARGUMENTS - (size_t)end, "--threads %d --clock %s%s%s%s",
             settings->threads, settings->own_time ? "cpu" : "wall",
             tournament->gauntlet ? " --gauntlet" : "",
             settings->judge_deaths ? "" : " --no-unforced", tournament->times ? " --times" : "");
}

int tournament_threads(const Tournament *tournament) {
    const GameSettings *settings = &tournament->settings;
    const ContenderLimits general = {settings->budget_ms, settings->nodes, settings->threads};
    int most = 1;
    for (int a = 0; a < tournament->agent_count; a++) {
        Contender contender;
        char error[256];
        if (!contender_read(tournament->agents[a], &contender, error, sizeof error))
            continue;
        int threads = contender_limits(&contender, general).threads;
        most = threads > most ? threads : most;
    }
    return most;
}

static void fail(Run *run, const char *what, const char *path) {
    run->failed = true;
    snprintf(run->error, run->error_size, "cannot %s %s: %s", what, path, strerror(errno));
}

/* Apply the sequential test to the games in their order, whichever ended first, so that it stops at
 * the same game every time: the last one of a map, half of which says who had the better seat. */
static void judge_in_order(Run *run) {
    const Sprt *sprt = &run->tournament->sprt;
    const Results *results = &run->results;
    while (sprt->on && run->judged < run->limit && results->games[run->judged].played) {
        int index = run->judged++;
        tally_scores(&results->pairings[index], &results->games[index], results->frame.players,
                     run->pair);
        bool whole_map = run->judged % results->frame.players == 0;
        if (whole_map && score_verdict(&run->pair[0][1], sprt->elo0, sprt->elo1) != 0)
            run->limit = run->judged;
    }
}

/* Make every agent once, so that a wrong name is known before the first game. */
static bool try_agents(Run *run) {
    const GameSettings *settings = &run->tournament->settings;
    for (int a = 0; a < run->tournament->agent_count; a++) {
        const char *name = run->results.contenders[a].agent;
        Agent *agent = settings->create ? settings->create(name, 1, run->error, run->error_size)
                                        : agent_create(name, 1, run->error, run->error_size);
        if (!agent)
            return false;
        agent_destroy(agent);
    }
    return true;
}

static bool is_wanted(const Run *run, int index) {
    const Tournament *tournament = run->tournament;
    return !run->results.games[index].played &&
           (!tournament->shards || schedule_in_shard(&run->results.pairings[index],
                                                     tournament->shard, tournament->shards));
}

static int count_wanted(const Run *run) {
    int wanted = 0;
    for (int i = 0; i < run->limit; i++)
        wanted += is_wanted(run, i);
    return wanted;
}

static bool prepare(Run *run) {
    const Tournament *tournament = run->tournament;
    if (!results_open(&run->results, tournament, run->error, run->error_size) || !try_agents(run))
        return false;
    run->limit = run->results.count;
    if (tournament->first && tournament->first < run->limit)
        run->limit = tournament->first;
    return true;
}

/* Take over the games of the file, which are in its first *whole bytes; after them is at most a
 * line that was not written to its end. */
static bool resume(Run *run, size_t *whole) {
    if (!results_load(&run->results, run->tournament->json, &run->progress.resumed, whole,
                      run->error, run->error_size))
        return false;
    judge_in_order(run);
    return true;
}

static bool may_write(Run *run, const struct stat *status) {
    const Tournament *tournament = run->tournament;
    if (tournament->resume || tournament->overwrite || status->st_size == 0)
        return true;
    snprintf(run->error, run->error_size,
             "%s is there already: --resume goes on with it, --overwrite forgets what it holds",
             tournament->json);
    return false;
}

/* Two at once would play the same games, and write two results of each. Where the file system has
 * no locks nobody is kept out. */
static bool claim_json(Run *run) {
    if (flock(fileno(run->json), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return true;
    snprintf(run->error, run->error_size,
             "%s is being written by another arena: wait for its end, or give another file",
             run->tournament->json);
    return false;
}

static bool open_json(Run *run) {
    const Tournament *tournament = run->tournament;
    struct stat status;
    if (!tournament->json)
        return true;
    run->sortable = !file_is_special(tournament->json);
    if (run->sortable && stat(tournament->json, &status) == 0 && !may_write(run, &status))
        return false;
    size_t whole = 0;
    run->json = run->sortable ? fopen(tournament->json, "a") : file_open_special(tournament->json);
    if (run->json && run->sortable &&
        (!claim_json(run) || (tournament->resume && !resume(run, &whole))))
        return false;
    if (run->json && (!run->sortable || ftruncate(fileno(run->json), (off_t)whole) == 0))
        return true;
    fail(run, "write", tournament->json);
    return false;
}

static void record(Run *run, int index) {
    const Results *results = &run->results;
    if (!run->json)
        return;
    record_write(run->json, &results->frame, &results->specs[index], &results->games[index]);
    if (fflush(run->json) != 0 && !run->failed)
        fail(run, "write", run->tournament->json);
}

static void finish_game(Run *run, int slot) {
    char why[512];
    int index = run->games[slot];
    GameResult *result = &run->results.games[index];
    WorkerEnd end = worker_finish(run->workers[slot], result, why, sizeof why);
    run->running--;
    run->workers[slot] = run->workers[run->running];
    run->games[slot] = run->games[run->running];
    if (end == WORKER_FAILED) {
        if (!run->failed)
            snprintf(run->error, run->error_size, "%s", why);
        run->failed = true;
        return;
    }
    if (end == WORKER_CRASHED)
        progress_tell(&run->progress, why);
    if (!run->results.frame.timed)
        game_forget_times(result);
    run->progress.played++;
    record(run, index);
    judge_in_order(run);
}

static bool is_stopped(const Run *run) {
    const volatile sig_atomic_t *stop = run->tournament->stop;
    return run->failed || (stop && *stop);
}

/* Begin the next game that is wanted. Returns false when there is none, or when as many are being
 * played as there is room for. */
static bool begin_game(Run *run) {
    int most = run->tournament->concurrency < 1 ? 1 : run->tournament->concurrency;
    while (run->next < run->limit && !is_wanted(run, run->next))
        run->next++;
    if (is_stopped(run) || run->next >= run->limit || run->running >= most ||
        run->running >= MOST_WORKERS)
        return false;
    int index = run->next++;
    Worker *worker = worker_start(&run->results.specs[index], &run->tournament->settings);
    if (!worker) {
        fail(run, "start a process for", "a game");
        return false;
    }
    run->workers[run->running] = worker;
    run->games[run->running++] = index;
    return true;
}

/* Of the games that are there, in their order, as the errors want them. */
static Score duel_score(const Run *run) {
    Score pair[ARENA_AGENTS][ARENA_AGENTS] = {0};
    const Results *results = &run->results;
    for (int i = 0; i < run->limit; i++)
        if (results->games[i].played)
            tally_scores(&results->pairings[i], &results->games[i], results->frame.players, pair);
    return pair[0][1];
}

static void play_games(Run *run) {
    run->progress.wanted = count_wanted(run);
    progress_begin(&run->progress);
    for (;;) {
        while (begin_game(run))
            ;
        if (!run->running)
            break;
        int slot = worker_wait(run->workers, run->running, run->tournament->stall_s, WAIT_MS);
        if (slot >= 0)
            finish_game(run, slot);
        if (run->progress.on && run->progress.duel)
            run->progress.score = duel_score(run);
        progress_show(&run->progress);
    }
    progress_end(&run->progress);
}

static bool close_json(Run *run, bool save) {
    if (!run->json)
        return true;
    bool closed = fclose(run->json) == 0;
    run->json = NULL;
    if (closed && (!save || results_save(&run->results, run->tournament->json)))
        return true;
    fail(run, "write", run->tournament->json);
    return false;
}

static void tally(const Run *run, TournamentTally *tally) {
    const Results *results = &run->results;
    tally_games(results->pairings, results->games, run->limit, results->frame.players, tally);
    tally->wanted = run->limit;
    tally->resumed = run->progress.resumed;
    tally->timed = results->frame.timed;
}

bool tournament_play(const Tournament *tournament, TournamentTally *total, char *error,
                     size_t size) {
    Run run = {.tournament = tournament, .error = error, .error_size = size};
    memset(total, 0, sizeof *total);
    run.progress.on = tournament->progress;
    run.progress.duel = tournament->agent_count == 2 && tournament->settings.players == 2;
    bool ready = prepare(&run) && open_json(&run);
    if (ready) {
        play_games(&run);
        close_json(&run, run.sortable);
        tally(&run, total);
    }
    if (run.json)
        fclose(run.json);
    results_close(&run.results);
    return ready && !run.failed;
}

static bool load_files(Run *run, char *const *paths, int count) {
    for (int i = 0; i < count; i++) {
        int taken;
        size_t whole;
        if (!results_load(&run->results, paths[i], &taken, &whole, run->error, run->error_size))
            return false;
    }
    return true;
}

/* The file may hold games itself, which --resume keeps. */
static bool save_merged(Run *run) {
    return open_json(run) && close_json(run, true);
}

bool tournament_merge(const Tournament *tournament, char *const *paths, int count,
                      TournamentTally *total, char *error, size_t size) {
    Run run = {.tournament = tournament, .error = error, .error_size = size};
    memset(total, 0, sizeof *total);
    bool merged = results_open(&run.results, tournament, error, size);
    run.limit = run.results.count;
    merged = merged && load_files(&run, paths, count) && save_merged(&run);
    if (merged) {
        judge_in_order(&run);
        tally(&run, total);
    }
    if (run.json)
        fclose(run.json);
    results_close(&run.results);
    return merged;
}
