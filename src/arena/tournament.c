#include "arena/tournament.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/registry.h"
#include "arena/bot_game.h"
#include "arena/progress.h"
#include "arena/worker.h"
#include "platform/file.h"
#include "platform/interrupt.h"
#include "processes/cleanup.h"
#include "processes/file_lock.h"
#include "referee/player.h"

enum { WORKERS_MAX = 64, WAIT_MS = 500 };

typedef struct Run {
    const Tournament *tournament;
    GameSettings settings;
    char scratch[BOT_GAME_PATH]; /* for the folders of games with bots; "" when there is none */
    bool stopped;                /* running games with bots were asked to end */
    bool refused;                /* the system did not let a bot's program start */
    Results results;
    Progress progress;
    FILE *json;
    DamageList damage;                      /* of the file, which was resumed */
    bool sortable;                          /* the file is a regular one, which can be rewritten */
    int tested;                             /* the early stop has seen the games below this */
    Score pair[ARENA_AGENTS][ARENA_AGENTS]; /* of these games */
    Sample first;                           /* of them: 1 where the first agent was first, else 0 */
    int limit;                              /* only games below this one are needed */
    int next;
    Worker *workers[WORKERS_MAX];
    int games[WORKERS_MAX]; /* the game of each worker */
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
    snprintf(text + end, RECORD_ARGUMENTS - (size_t)end, "--threads %d --clock %s%s%s%s%s",
             settings->threads, settings->own_time ? "cpu" : "wall",
             tournament->gauntlet ? " --gauntlet" : "", settings->adjudicate ? " --adjudicate" : "",
             settings->judge_deaths ? "" : " --no-unforced", tournament->times ? " --times" : "");
}

int tournament_threads(const Tournament *tournament) {
    const GameSettings *settings = &tournament->settings;
    const ContenderLimits general = game_limits(settings);
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

static void fail_system(Run *run, const char *what, const char *path) {
    run->failed = true;
    snprintf(run->error, run->error_size, "cannot %s %s: %s", what, path, strerror(errno));
}

static void add_first(Run *run, const Pairing *pairing, const GameResult *game) {
    for (int p = 0; p < run->results.frame.players; p++)
        if (pairing->seats[p] == 0)
            sample_add(&run->first, pairing->map, game->seats[p].place == 1);
}

static bool should_stop(const Run *run) {
    const Tournament *tournament = run->tournament;
    const Sprt *sprt = &tournament->sprt;
    return (sprt->on && score_verdict(&run->pair[0][1], sprt->elo0, sprt->elo1) != 0) ||
           (tournament->until_error > 0 && sample_is_enough(&run->first, tournament->until_error));
}

/* Look at the games in order of their numbers, not of their ends, so that a tournament always stops
 * at the same game. It stops only after whole maps: a part of the games of a map favours the agent
 * with the better seat. */
static void update_stop(Run *run) {
    const Results *results = &run->results;
    bool stops = run->tournament->sprt.on || run->tournament->until_error > 0;
    while (stops && run->tested < run->limit && results->games[run->tested].played) {
        int index = run->tested++;
        tally_scores(&results->pairings[index], &results->games[index], results->frame.players,
                     run->pair);
        add_first(run, &results->pairings[index], &results->games[index]);
        if (run->tested % results->frame.players == 0 && should_stop(run))
            run->limit = run->tested;
    }
}

/* The number of games after which the tournament is expected to stop. */
static int expect_games(const Run *run) {
    double error = run->tournament->until_error;
    return error > 0 ? sample_expected_end(&run->first, error, run->limit) : run->limit;
}

static void say(void *run, const char *text) {
    progress_print(&((Run *)run)->progress, text);
}

/* Find out how the bot is started. */
static bool check_bot(Run *run, const char *spec) {
    char text[512];
    Player *player = malloc(sizeof *player);
    bool opened = player && player_open(player, 'A', spec, 1, &run->settings.bots.sandbox,
                                        run->error, run->error_size);
    if (opened && player->launcher.note[0]) {
        snprintf(text, sizeof text, "%.200s: %s", spec, player->launcher.note);
        say(run, text);
    }
    if (player)
        player_close(player);
    free(player);
    return opened;
}

/* Create every agent once, so that a wrong name is found before the first game. */
static bool check_agents(Run *run) {
    const GameSettings *settings = &run->tournament->settings;
    for (int a = 0; a < run->tournament->agent_count; a++) {
        const char *name = run->results.contenders[a].agent;
        if (run->results.contenders[a].is_bot && !check_bot(run, name))
            return false;
        if (run->results.contenders[a].is_bot)
            continue;
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

/* The games below `limit` that are to be played. */
static int count_wanted(const Run *run, int limit) {
    int wanted = 0;
    for (int i = 0; i < limit; i++)
        wanted += is_wanted(run, i);
    return wanted;
}

/* Choose the sandbox of the bots, and a folder for their games. */
static bool prepare_bots(Run *run) {
    const Tournament *tournament = run->tournament;
    char said[512];
    BotWishes wishes = {tournament->sandbox_use, tournament->keep_memory};
    if (!contenders_have_bot(tournament->agents, tournament->agent_count))
        wishes.sandbox_use = SANDBOX_OFF;
    bool prepared = bot_settings_prepare(&run->settings.bots, &wishes, run->scratch, said,
                                         sizeof said, run->error, run->error_size);
    if (prepared && said[0])
        say(run, said);
    return prepared;
}

static bool prepare(Run *run) {
    const Tournament *tournament = run->tournament;
    if (!results_open(&run->results, tournament, run->error, run->error_size) ||
        (run->results.frame.bots && !prepare_bots(run)) || !check_agents(run))
        return false;
    run->limit = run->results.count;
    if (tournament->first && tournament->first < run->limit)
        run->limit = tournament->first;
    return true;
}

static bool load(Run *run, const char *path, int *added, DamageList *damage) {
    bool loaded = results_load(&run->results, path, added, damage, run->error, run->error_size);
    if (loaded)
        damage_report(damage, path, say, run);
    return loaded;
}

/* A game that is appended must not become a part of a line that was cut off. */
static bool end_last_line(FILE *file) {
    char last = '\n';
    if (fseeko(file, -1, SEEK_END) == 0 && fread(&last, 1, 1, file) != 1)
        return false;
    clearerr(file);
    return last == '\n' ||
           (fseeko(file, 0, SEEK_END) == 0 && putc('\n', file) != EOF && fflush(file) == 0);
}

/* Read the games of the file. */
static bool resume(Run *run) {
    if (!load(run, run->tournament->json, &run->progress.resumed, &run->damage))
        return false;
    update_stop(run);
    if (end_last_line(run->json))
        return true;
    fail_system(run, "write", run->tournament->json);
    return false;
}

static bool may_write(Run *run, const struct stat *status) {
    const Tournament *tournament = run->tournament;
    if (tournament->resume || tournament->overwrite || status->st_size == 0)
        return true;
    snprintf(run->error, run->error_size,
             "%s exists: --resume continues it, --overwrite deletes its games", tournament->json);
    return false;
}

static void say_waiting(void *context, const char *holder) {
    Run *run = context;
    char text[1024];
    snprintf(text, sizeof text, "%s is being written by %s: waiting for it, at most %d s",
             run->tournament->json, holder, run->tournament->wait_s);
    say(run, text);
}

/* Two arenas with the same file would play the same games and write each twice. After a kill the
 * system needs a moment to end the process and its lock. */
static bool open_locked(Run *run) {
    const Tournament *tournament = run->tournament;
    LockWait wait = {.wait_ms = tournament->resume ? tournament->wait_s * 1000 : 0,
                     .stop = tournament->stop,
                     .report = say_waiting,
                     .context = run};
    run->json = file_open_locked(tournament->json, &wait);
    if (run->json || errno != EWOULDBLOCK)
        return run->json;
    snprintf(run->error, run->error_size,
             "%s is being written by another arena, %s: wait for its end, or name another file",
             tournament->json, wait.holder);
    run->failed = true;
    return false;
}

static bool open_file(Run *run) {
    const Tournament *tournament = run->tournament;
    struct stat status;
    if (stat(tournament->json, &status) == 0 && !may_write(run, &status))
        return false;
    if (!open_locked(run) || (!tournament->resume && ftruncate(fileno(run->json), 0) != 0)) {
        if (!run->failed)
            fail_system(run, "write", tournament->json);
        return false;
    }
    return !tournament->resume || resume(run);
}

static bool open_json(Run *run) {
    const char *path = run->tournament->json;
    run->sortable = path && !file_is_special(path);
    if (run->sortable)
        return open_file(run);
    run->json = path ? file_open_special(path) : NULL;
    if (path && !run->json)
        fail_system(run, "write", path);
    return !path || run->json;
}

static void record(Run *run, int index) {
    const Results *results = &run->results;
    if (!run->json)
        return;
    record_write(run->json, &results->frame, &results->specs[index], &results->games[index]);
    if (fflush(run->json) != 0 && !run->failed)
        fail_system(run, "write", run->tournament->json);
}

static bool is_stopped(const Run *run) {
    return run->failed || interrupt_is_set(run->tournament->stop);
}

static void finish_game(Run *run, int slot) {
    WorkerReport report;
    int index = run->games[slot];
    GameResult *result = &run->results.games[index];
    WorkerEnd end = worker_finish(run->workers[slot], result, &report);
    run->running--;
    run->workers[slot] = run->workers[run->running];
    run->games[slot] = run->games[run->running];
    if (end == WORKER_STOPPED && is_stopped(run))
        return;
    if (end == WORKER_STOPPED || end == WORKER_FAILED) {
        if (!run->failed && end == WORKER_STOPPED)
            snprintf(run->error, run->error_size, "game %d: its process was told to end", index);
        else if (!run->failed)
            snprintf(run->error, run->error_size, "%s", report.text);
        run->refused = run->refused || report.refused;
        run->failed = true;
        return;
    }
    if (report.text[0])
        progress_print(&run->progress, report.text);
    if (run->tournament->on_game)
        run->tournament->on_game(run->tournament->context, &run->results.specs[index], result,
                                 report.folder);
    if (!run->results.frame.timed)
        game_forget_times(result);
    run->progress.played++;
    record(run, index);
    update_stop(run);
}

/* Start the next game. Returns false when no game is left to start, or when as many games are
 * running as may run at once. */
static bool begin_game(Run *run) {
    int running_max = run->tournament->concurrency < 1 ? 1 : run->tournament->concurrency;
    while (run->next < run->limit && !is_wanted(run, run->next))
        run->next++;
    if (is_stopped(run) || run->next >= run->limit || run->running >= running_max ||
        run->running >= WORKERS_MAX)
        return false;
    int index = run->next++;
    Worker *worker = worker_start(&run->results.specs[index], &run->settings);
    if (!worker) {
        fail_system(run, "start a process for", "a game");
        return false;
    }
    run->workers[run->running] = worker;
    run->games[run->running++] = index;
    return true;
}

/* Games are added in order of their numbers, as Score requires. */
static Score duel_score(const Run *run) {
    Score pair[ARENA_AGENTS][ARENA_AGENTS] = {0};
    const Results *results = &run->results;
    for (int i = 0; i < run->limit; i++)
        if (results->games[i].played)
            tally_scores(&results->pairings[i], &results->games[i], results->frame.players, pair);
    return pair[0][1];
}

static void stop_games(Run *run) {
    run->stopped = true;
    for (int i = 0; i < run->running; i++)
        worker_stop(run->workers[i]);
}

static void begin_progress(Run *run) {
    char path[PROGRESS_PATH], text[sizeof path + 128];
    snprintf(path, sizeof path, "%.4000s.progress", run->sortable ? run->tournament->json : "");
    run->progress.wanted = count_wanted(run, expect_games(run));
    if (progress_begin(&run->progress, run->sortable ? path : NULL))
        return;
    snprintf(text, sizeof text, "cannot write %s: %s", path, strerror(errno));
    say(run, text);
}

static void play_games(Run *run) {
    begin_progress(run);
    for (;;) {
        run->progress.wanted = count_wanted(run, expect_games(run)) + run->progress.played;
        while (begin_game(run))
            ;
        if (!run->running)
            break;
        int slot = worker_wait(run->workers, run->running, run->tournament->stall_s, WAIT_MS);
        if (slot >= 0)
            finish_game(run, slot);
        if (is_stopped(run) && !run->stopped)
            stop_games(run);
        if (run->progress.duel && progress_is_due(&run->progress))
            run->progress.score = duel_score(run);
        progress_show(&run->progress);
    }
    progress_end(&run->progress);
}

/* Write the games sorted. The damaged parts of the file are kept in another file before. */
static bool save(Run *run) {
    const char *path = run->tournament->json;
    char copy[4096], text[sizeof copy + 64];
    snprintf(copy, sizeof copy, "%s.damaged", path);
    if (run->damage.count && !damage_copy(&run->damage, path, copy)) {
        fail_system(run, "write", copy);
        return false;
    }
    if (!results_save(&run->results, path)) {
        fail_system(run, "write", path);
        return false;
    }
    snprintf(text, sizeof text, "the skipped bytes are kept in %s", copy);
    if (run->damage.count)
        say(run, text);
    return true;
}

/* The file stays locked until it has been replaced. */
static bool close_json(Run *run, bool sorted) {
    if (!run->json)
        return true;
    bool written = fflush(run->json) == 0;
    if (!written)
        fail_system(run, "write", run->tournament->json);
    bool saved = written && (!sorted || save(run));
    bool closed = fclose(run->json) == 0;
    run->json = NULL;
    if (saved && !closed)
        fail_system(run, "write", run->tournament->json);
    return saved && closed;
}

/* Free what a run has left. */
static void end_run(Run *run) {
    if (run->json)
        fclose(run->json);
    damage_clear(&run->damage);
    results_close(&run->results);
    if (run->scratch[0])
        cleanup_remove(run->scratch, CLEANUP_MS);
}

static void tally(const Run *run, TournamentTally *tally) {
    const Results *results = &run->results;
    tally_games(results->pairings, results->games, run->limit, results->frame.players, tally);
    tally->wanted = run->limit;
    memcpy(tally->commit, results->frame.commit, sizeof tally->commit);
    tally->resumed = run->progress.resumed;
    tally->timed = results->frame.timed;
    tally->bots = results->frame.bots;
    tally->refused = run->refused;
}

bool tournament_play(const Tournament *tournament, TournamentTally *total, char *error,
                     size_t size) {
    Run run = {.tournament = tournament,
               .settings = tournament->settings,
               .error = error,
               .error_size = size};
    memset(total, 0, sizeof *total);
    run.progress.on = tournament->progress;
    run.progress.title = tournament->title;
    run.progress.rest_s = tournament->rest_s;
    run.progress.duel = tournament->agent_count == 2 && tournament->settings.players == 2;
    bool ready = prepare(&run) && open_json(&run);
    if (ready) {
        play_games(&run);
        close_json(&run, run.sortable);
        tally(&run, total);
    }
    end_run(&run);
    return ready && !run.failed;
}

static bool load_files(Run *run, char *const *paths, int count) {
    bool loaded = true;
    for (int i = 0; i < count && loaded; i++) {
        int taken;
        DamageList damage = {0};
        loaded = load(run, paths[i], &taken, &damage);
        damage_clear(&damage);
    }
    return loaded;
}

/* With --resume the games that the file has already are kept. */
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
        update_stop(&run);
        tally(&run, total);
    }
    end_run(&run);
    return merged;
}
