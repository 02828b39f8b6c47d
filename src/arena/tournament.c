#include "arena/tournament.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "platform/platform.h"

/* A game of the schedule: who sits where. */
typedef struct Fixture {
    int number, seed;
    int seats[MAX_PLAYERS]; /* agents by index */
} Fixture;

typedef struct Run {
    const Tournament *tournament;
    Fixture *fixtures;
    GameResult *results;
    int count;
    int64_t start;
    atomic_int next, done;
    atomic_bool failed;
    atomic_flag writing;
    char *error;
    size_t error_size;
} Run;

/* Fill the seats of one pairing: the agents in turn, the last one for all that are left. */
static void seat_agents(const Tournament *tournament, int a, int b, int rotation,
                        Fixture *fixture) {
    int players = tournament->settings.players, lineup[MAX_PLAYERS];
    for (int i = 0; i < players; i++)
        lineup[i] = i < tournament->agent_count ? i : tournament->agent_count - 1;
    if (tournament->agent_count > players) {
        lineup[0] = a;
        lineup[1] = b;
    }
    for (int i = 0; i < players; i++)
        fixture->seats[(i + rotation) % players] = lineup[i];
}

static void add_pairing(Run *run, int a, int b) {
    const Tournament *tournament = run->tournament;
    int players = tournament->settings.players;
    for (int i = 0; i < tournament->games; i++) {
        Fixture *fixture = &run->fixtures[run->count];
        fixture->number = run->count++;
        fixture->seed = tournament->seed + i / players;
        seat_agents(tournament, a, b, i % players, fixture);
    }
}

static bool schedule(Run *run) {
    const Tournament *tournament = run->tournament;
    int agents = tournament->agent_count;
    int pairings = agents > tournament->settings.players ? agents * (agents - 1) / 2 : 1;
    size_t games = (size_t)pairings * (size_t)tournament->games;
    run->fixtures = calloc(games + 1, sizeof *run->fixtures);
    run->results = calloc(games + 1, sizeof *run->results);
    if (!run->fixtures || !run->results)
        return false;
    if (pairings == 1) {
        add_pairing(run, 0, 1);
        return true;
    }
    for (int a = 0; a < agents; a++)
        for (int b = a + 1; b < agents; b++)
            add_pairing(run, a, b);
    return true;
}

static int compare_times(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double percentile(const float *sorted, long count, double share) {
    return count ? (double)sorted[(long)(share * (double)(count - 1) + 0.5)] : 0;
}

static void write_seat(FILE *out, const char *agent, const SeatResult *seat) {
    float sorted[LAST_ROUND + 1];
    memcpy(sorted, seat->ms, (size_t)seat->moves * sizeof sorted[0]);
    qsort(sorted, (size_t)seat->moves, sizeof sorted[0], compare_times);
    double moves = seat->moves > 0 ? seat->moves : 1;
    fprintf(out,
            "{\"agent\":\"%s\",\"place\":%d,\"points\":%d,\"died\":%d,\"own_bomb\":%d,"
            "\"own_alone\":%d,\"unforced\":%d,\"late\":%d,\"refused\":%d,\"p50\":%.2f,"
            "\"p99\":%.2f,\"max\":%.2f,\"depth\":%.1f,\"nodes\":%.0f}",
            agent, seat->place, seat->points, seat->died, seat->own_bomb, seat->own_alone,
            seat->unforced, seat->late, seat->refused, percentile(sorted, seat->moves, 0.5),
            percentile(sorted, seat->moves, 0.99), percentile(sorted, seat->moves, 1),
            seat->depth / moves, seat->nodes / moves);
}

static void write_game(Run *run, int index) {
    const Tournament *tournament = run->tournament;
    const Fixture *fixture = &run->fixtures[index];
    const GameResult *result = &run->results[index];
    fprintf(tournament->json, "{\"game\":%d,\"seed\":%d,\"rounds\":%d,\"seats\":[", fixture->number,
            fixture->seed, result->rounds);
    for (int p = 0; p < tournament->settings.players; p++) {
        fputs(p ? "," : "", tournament->json);
        write_seat(tournament->json, tournament->agents[fixture->seats[p]], &result->seats[p]);
    }
    fputs("]}\n", tournament->json);
    fflush(tournament->json);
}

static void show_progress(const Run *run, int done) {
    double seconds = (double)(clock_now() - run->start) * 1e-9;
    double left = seconds / done * (run->count - done);
    fprintf(stderr, "\r%d/%d games, %.0f s, %.0f s left \033[K", done, run->count, seconds, left);
}

static void finish_game(Run *run, int index) {
    while (atomic_flag_test_and_set(&run->writing))
        clock_sleep_ms(1);
    int done = atomic_fetch_add(&run->done, 1) + 1;
    if (run->tournament->json)
        write_game(run, index);
    if (run->tournament->progress)
        show_progress(run, done);
    atomic_flag_clear(&run->writing);
}

static void play_games(void *argument) {
    Run *run = argument;
    const Tournament *tournament = run->tournament;
    char error[512];
    for (;;) {
        int index = atomic_fetch_add(&run->next, 1);
        if (index >= run->count || atomic_load(&run->failed) ||
            (tournament->stop && *tournament->stop))
            return;
        const Fixture *fixture = &run->fixtures[index];
        GameSpec spec = {.number = fixture->number, .seed = fixture->seed};
        for (int p = 0; p < tournament->settings.players; p++)
            spec.agents[p] = tournament->agents[fixture->seats[p]];
        if (game_play(&spec, &tournament->settings, &run->results[index], error, sizeof error))
            finish_game(run, index);
        else if (!atomic_exchange(&run->failed, true))
            snprintf(run->error, run->error_size, "%s", error);
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

static void tally_seat(AgentTally *agent, const SeatResult *seat) {
    agent->games++;
    agent->first += seat->place == 1;
    agent->deaths += seat->died >= 0;
    agent->own_bomb += seat->own_bomb;
    agent->own_alone += seat->own_alone;
    agent->unforced += seat->unforced;
    agent->refused += seat->refused;
    agent->bumped += seat->bumped;
    agent->late += seat->late;
    agent->moves += seat->moves;
    agent->depth += seat->depth;
    agent->nodes += seat->nodes;
}

static void tally_game(const Run *run, int index, TournamentTally *tally) {
    const Fixture *fixture = &run->fixtures[index];
    const GameResult *result = &run->results[index];
    int players = run->tournament->settings.players;
    for (int p = 0; p < players; p++)
        tally_seat(&tally->agents[fixture->seats[p]], &result->seats[p]);
    for (int p = 0; p < players; p++)
        for (int q = 0; q < players; q++) {
            Score *score = &tally->pair[fixture->seats[p]][fixture->seats[q]];
            int difference = result->seats[q].place - result->seats[p].place;
            if (fixture->seats[p] == fixture->seats[q])
                continue;
            score->wins += difference > 0;
            score->losses += difference < 0;
            score->draws += difference == 0;
        }
    tally->played++;
}

/* The times of all moves of one agent, sorted, for its percentiles. */
static void tally_times(const Run *run, int agent, AgentTally *tally) {
    float *ms = malloc((size_t)(tally->moves + 1) * sizeof *ms);
    long count = 0;
    for (int i = 0; i < run->count && ms; i++)
        for (int p = 0; p < run->tournament->settings.players; p++) {
            const SeatResult *seat = &run->results[i].seats[p];
            if (!run->results[i].played || run->fixtures[i].seats[p] != agent)
                continue;
            memcpy(ms + count, seat->ms, (size_t)seat->moves * sizeof *ms);
            count += seat->moves;
        }
    if (!ms)
        return;
    qsort(ms, (size_t)count, sizeof *ms, compare_times);
    tally->p50 = percentile(ms, count, 0.5);
    tally->p99 = percentile(ms, count, 0.99);
    tally->longest = percentile(ms, count, 1);
    free(ms);
}

bool tournament_play(const Tournament *tournament, TournamentTally *tally, char *error,
                     size_t size) {
    Run run = {.tournament = tournament,
               .start = clock_now(),
               .writing = ATOMIC_FLAG_INIT,
               .error = error,
               .error_size = size};
    memset(tally, 0, sizeof *tally);
    snprintf(error, size, "not enough memory");
    bool played = schedule(&run);
    if (played)
        run_threads(&run);
    if (tournament->progress)
        fputs("\r\033[K", stderr);
    for (int i = 0; played && i < run.count; i++)
        if (run.results[i].played)
            tally_game(&run, i, tally);
    for (int a = 0; played && a < tournament->agent_count; a++)
        tally_times(&run, a, &tally->agents[a]);
    for (int i = 0; played && i < run.count; i++)
        game_result_clear(&run.results[i]);
    free(run.fixtures);
    free(run.results);
    return played && !atomic_load(&run.failed);
}
