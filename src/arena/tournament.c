#include "arena/tournament.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "arena/record.h"
#include "platform/platform.h"

typedef struct Run {
    const Tournament *tournament;
    Fixture *fixtures;
    GameResult *results;
    int count, resumed;
    int64_t start;
    FILE *json;
    int judged;                             /* games before this one have been through the test */
    Score pair[ARENA_AGENTS][ARENA_AGENTS]; /* of these */
    atomic_int limit;                       /* games from this one on are not needed */
    atomic_int next, done;
    atomic_bool failed;
    atomic_flag writing; /* guards all that follows from the end of a game */
    char *error;
    size_t error_size;
} Run;

static GameSpec game_spec(const Run *run, int index) {
    const Tournament *tournament = run->tournament;
    const Fixture *fixture = &run->fixtures[index];
    GameSpec spec = {.number = fixture->number, .seed = fixture->seed};
    for (int p = 0; p < tournament->settings.players; p++)
        spec.agents[p] = tournament->agents[fixture->seats[p]];
    return spec;
}

static bool prepare(Run *run) {
    const Tournament *tournament = run->tournament;
    run->fixtures = schedule_games(tournament->agent_count, tournament->settings.players,
                                   tournament->games, tournament->seed, &run->count);
    run->results = calloc((size_t)run->count + 1, sizeof *run->results);
    atomic_store(&run->limit, run->count);
    if (run->fixtures && run->results)
        return true;
    snprintf(run->error, run->error_size, "not enough memory");
    return false;
}

/* Apply the sequential test to the games in their order, whichever ended first, so that it stops at
 * the same game every time. */
static void judge_in_order(Run *run) {
    const Sprt *sprt = &run->tournament->sprt;
    while (sprt->on && run->judged < atomic_load(&run->limit) && run->results[run->judged].played) {
        int index = run->judged++;
        tally_scores(&run->fixtures[index], &run->results[index], run->tournament->settings.players,
                     run->pair);
        if (score_verdict(&run->pair[0][1], sprt->elo0, sprt->elo1) != 0)
            atomic_store(&run->limit, run->judged);
    }
}

static bool resume_game(Run *run, const char *line) {
    GameResult result;
    int index = record_number(line);
    if (index < 0 || index >= run->count)
        return false;
    GameSpec spec = game_spec(run, index);
    if (!record_read(line, &spec, &run->tournament->settings, &result))
        return false;
    run->resumed += !run->results[index].played;
    run->results[index] = result;
    return true;
}

static int line_number(const char *text, const char *line) {
    int number = 1;
    for (; text < line; text++)
        number += *text == '\n';
    return number;
}

/* Take over the games of a file. A last line without its end was being written when somebody pulled
 * the plug: it is cut off. */
static bool resume_text(Run *run, const char *text, size_t size) {
    const char *path = run->tournament->json, *line = text;
    for (const char *end; (end = strchr(line, '\n')); line = end + 1)
        if (!resume_game(run, line)) {
            snprintf(run->error, run->error_size,
                     "line %d of %s is no game of this tournament: other agents or options?",
                     line_number(text, line), path);
            return false;
        }
    size_t whole = (size_t)(line - text);
    if (whole == size || file_replace(path, text, whole))
        return true;
    snprintf(run->error, run->error_size, "cannot write %s: %s", path, strerror(errno));
    return false;
}

static bool resume(Run *run) {
    enum { MOST = 1 << 30 };
    size_t size;
    char *text = file_read(run->tournament->json, MOST, &size);
    if (!text && errno == ENOENT)
        return true;
    if (!text)
        snprintf(run->error, run->error_size, "cannot read %s: %s", run->tournament->json,
                 strerror(errno));
    bool resumed = text && resume_text(run, text, size);
    free(text);
    judge_in_order(run);
    atomic_store(&run->done, run->resumed);
    return resumed;
}

static bool open_json(Run *run) {
    const Tournament *tournament = run->tournament;
    if (!tournament->json)
        return true;
    if (tournament->resume && !resume(run))
        return false;
    run->json = fopen(tournament->json, tournament->resume ? "a" : "w");
    if (!run->json)
        snprintf(run->error, run->error_size, "cannot write %s: %s", tournament->json,
                 strerror(errno));
    return run->json;
}

static void show_progress(const Run *run, int done) {
    double seconds = (double)(clock_now() - run->start) * 1e-9;
    double left = seconds / (done - run->resumed) * (run->count - done);
    fprintf(stderr, "\r%d/%d games, %.0f s, %.0f s left \033[K", done, run->count, seconds, left);
}

static void finish_game(Run *run, int index, const GameSpec *spec, const GameResult *result) {
    while (atomic_flag_test_and_set(&run->writing))
        clock_sleep_ms(1);
    int done = atomic_fetch_add(&run->done, 1) + 1;
    run->results[index] = *result;
    judge_in_order(run);
    if (run->json)
        record_write(run->json, spec, &run->tournament->settings, result);
    if (run->tournament->progress)
        show_progress(run, done);
    atomic_flag_clear(&run->writing);
}

static void play_game(Run *run, int index) {
    GameSpec spec = game_spec(run, index);
    GameResult result;
    char error[512];
    if (game_play(&spec, &run->tournament->settings, &result, error, sizeof error)) {
        finish_game(run, index, &spec, &result);
        return;
    }
    game_result_clear(&result);
    if (!atomic_exchange(&run->failed, true))
        snprintf(run->error, run->error_size, "%s", error);
}

static bool is_needed(Run *run, int index) {
    const volatile sig_atomic_t *stop = run->tournament->stop;
    return index < atomic_load(&run->limit) && !atomic_load(&run->failed) && !(stop && *stop);
}

static void play_games(void *argument) {
    Run *run = argument;
    for (;;) {
        int index = atomic_fetch_add(&run->next, 1);
        if (!is_needed(run, index))
            return;
        if (!run->results[index].played)
            play_game(run, index);
    }
}

static void run_threads(Run *run) {
    enum { MOST = 64 };
    Thread *threads[MOST];
    int count = 0;
    while (count + 1 < run->tournament->concurrency && count < MOST) {
        threads[count] = thread_start(play_games, run);
        if (!threads[count])
            break;
        count++;
    }
    play_games(run);
    for (int i = 0; i < count; i++)
        thread_join(threads[i]);
}

static void clear(Run *run) {
    for (int i = 0; i < run->count && run->results; i++)
        game_result_clear(&run->results[i]);
    free(run->fixtures);
    free(run->results);
    if (run->json)
        fclose(run->json);
}

bool tournament_play(const Tournament *tournament, TournamentTally *tally, char *error,
                     size_t size) {
    Run run = {.tournament = tournament,
               .start = clock_now(),
               .writing = ATOMIC_FLAG_INIT,
               .error = error,
               .error_size = size};
    memset(tally, 0, sizeof *tally);
    bool ready = prepare(&run) && open_json(&run);
    if (ready)
        run_threads(&run);
    if (ready && tournament->progress)
        fputs("\r\033[K", stderr);
    if (ready)
        tally_games(run.fixtures, run.results, atomic_load(&run.limit),
                    tournament->settings.players, tally);
    tally->resumed = run.resumed;
    clear(&run);
    return ready && !atomic_load(&run.failed);
}
