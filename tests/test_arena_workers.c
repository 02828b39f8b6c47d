/* The arena in several processes: agents that crash or hang, shards that are joined, games that are
 * played again. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/options.h"
#include "arena/rerun.h"
#include "engine/commands.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "records/verify.h"
#include "support/scratch.h"
#include "test.h"

enum { MOST = 1 << 22, COMMAND_TEXT = 2048 };

static void assert_same_text(const char *a, const char *b) {
    size_t size;
    char *left = file_read(a, MOST, &size), *right = file_read(b, MOST, &size);
    assert_non_null(left);
    assert_non_null(right);
    assert_string_equal(left, right);
    free(left);
    free(right);
}

TEST(test_gauntlet_pairs_the_first_agent_with_each_other) {
    int count;
    Pairing *pairings = schedule_gauntlet(4, 2, 6, 1, &count);
    assert_int_equal(count, 3 * 6);
    for (int i = 0; i < count; i++)
        assert_true(pairings[i].seats[0] == 0 || pairings[i].seats[1] == 0);
    free(pairings);
}

TEST(test_each_game_is_in_one_shard) {
    enum { SHARDS = 3 };
    int count, sizes[SHARDS] = {0};
    Pairing *pairings = schedule_games(3, 2, 20, 1, &count);
    for (int i = 0; i < count; i++) {
        int found = 0;
        for (int shard = 1; shard <= SHARDS; shard++)
            if (schedule_in_shard(&pairings[i], shard, SHARDS)) {
                found++;
                sizes[shard - 1]++;
            }
        assert_int_equal(found, 1);
    }
    for (int i = 0; i < SHARDS; i++)
        assert_int_equal(sizes[i], count / SHARDS);
    free(pairings);
}

/* Whatever the number of games of each lineup. */
TEST(test_shards_hold_whole_maps) {
    enum { PLAYERS = 3, SHARDS = 2 };
    for (int games = 1; games <= 7; games++) {
        int count;
        Pairing *pairings = schedule_games(4, PLAYERS, games, 5, &count);
        for (int i = 0; i < count; i++) {
            const Pairing *a = &pairings[i], *b = &pairings[i / games * games];
            int map = i % games / PLAYERS, maps = (games + PLAYERS - 1) / PLAYERS;
            assert_int_equal(a->map, i / games * maps + map);
            assert_int_equal(a->map - b->map, a->seed - b->seed);
            assert_int_equal(schedule_in_shard(a, 1, SHARDS), a->map % SHARDS == 0);
        }
        free(pairings);
    }
}

/* An agent that waits, and in its fifth move crashes, exits or hangs, as its name says. */
typedef struct FaultyAgent {
    Agent agent;
    int moves;
    char fault;
} FaultyAgent;

static Command faulty_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                           SearchInfo *info) {
    FaultyAgent *faulty = (FaultyAgent *)agent;
    (void)request, (void)info;
    if (faulty->moves++ == 4) {
        if (faulty->fault == 'c')
            abort();
        if (faulty->fault == 'e')
            _exit(0);
        while (faulty->fault == 'h')
            clock_sleep_ms(100);
    }
    return wait_command(observation->state, observation->player);
}

static void faulty_destroy(Agent *agent) {
    free(agent);
}

static Agent *villain_create(const char *spec, uint64_t seed, char *error, size_t size) {
    static const AgentKind kind = {
        .name = "faulty", .move = faulty_move, .destroy = faulty_destroy};
    (void)seed, (void)error, (void)size;
    FaultyAgent *faulty = calloc(1, sizeof *faulty);
    *faulty = (FaultyAgent){{&kind}, 0, spec[0]};
    return &faulty->agent;
}

static void play_with_faulty_agent(const char *faulty, int stall_s, TournamentTally *tally) {
    char error[256];
    Tournament tournament = {.agents = {faulty, "sane"},
                             .agent_count = 2,
                             .games = 4,
                             .concurrency = 4,
                             .stall_s = stall_s,
                             .settings = {.players = 2, .nodes = 1, .create = villain_create}};
    FILE *nowhere = freopen("/dev/null", "w", stderr);
    assert_non_null(nowhere);
    if (!tournament_play(&tournament, tally, error, sizeof error))
        fail_msg("%s", error);
}

static void assert_all_lost(const TournamentTally *tally) {
    assert_int_equal(tally->played, 4);
    assert_int_equal(tally->agents[0].crashed, 4);
    assert_int_equal(tally->agents[1].crashed, 0);
    assert_int_equal(tally->pair[0][1].losses, 4);
    assert_int_equal(tally->agents[1].places[0], 4);
    assert_int_equal(tally->agents[1].deaths, 0);
}

TEST(test_crashing_agents_lose) {
    TournamentTally tally;
    play_with_faulty_agent("crashes", 0, &tally);
    assert_all_lost(&tally);
    play_with_faulty_agent("exits", 0, &tally);
    assert_all_lost(&tally);
}

TEST(test_hanging_agents_lose) {
    TournamentTally tally;
    int64_t start = clock_now();
    play_with_faulty_agent("hangs", 1, &tally);
    assert_all_lost(&tally);
    assert_in_range(clock_now() - start, 1000000000, 120000000000);
}

static Tournament small_tournament(const char *json) {
    return (Tournament){.agents = {"beam:width=8,depth=6", "chaser", "random"},
                        .agent_count = 3,
                        .games = 6,
                        .seed = 1,
                        .concurrency = 2,
                        .settings = {.players = 2, .nodes = 50, .threads = 1},
                        .json = json};
}

static void play(const Tournament *tournament, TournamentTally *tally) {
    char error[256];
    if (!tournament_play(tournament, tally, error, sizeof error))
        fail_msg("%s", error);
}

static void play_shards(int shards, char paths[][SCRATCH_PATH]) {
    TournamentTally tally;
    for (int i = 0; i < shards; i++) {
        char name[32];
        snprintf(name, sizeof name, "part-%d.json", i + 1);
        scratch_path(name, paths[i]);
        Tournament part = small_tournament(paths[i]);
        part.shard = i + 1;
        part.shards = shards;
        play(&part, &tally);
    }
}

TEST(test_joined_shards_equal_the_whole) {
    enum { SHARDS = 3 };
    char whole[SCRATCH_PATH], joined[SCRATCH_PATH], paths[SHARDS][SCRATCH_PATH], error[256];
    scratch_path("whole.json", whole);
    scratch_path("joined.json", joined);
    TournamentTally all, sum;
    Tournament tournament = small_tournament(whole);
    play(&tournament, &all);
    play_shards(SHARDS, paths);
    Tournament merged = small_tournament(joined);
    char *const backwards[] = {paths[2], paths[0], paths[1], paths[0]};
    assert_true(tournament_merge(&merged, backwards, 4, &sum, error, sizeof error));
    assert_same_text(whole, joined);
    assert_memory_equal(&all, &sum, sizeof all);
    assert_int_equal(sum.played, 18);
}

/* The games that the file of all games holds already are kept; otherwise the merge refuses to write
 * it. */
TEST(test_joining_keeps_the_games_of_the_file) {
    char paths[2][SCRATCH_PATH], link_path[SCRATCH_PATH], whole[SCRATCH_PATH], error[512];
    scratch_path("whole.json", whole);
    scratch_path("link.json", link_path);
    TournamentTally all, sum;
    Tournament tournament = small_tournament(whole);
    play(&tournament, &all);
    play_shards(2, paths);
    assert_int_equal(symlink(paths[1], link_path), 0);
    Tournament merged = small_tournament(link_path);
    char *const first[] = {paths[0]};
    assert_false(tournament_merge(&merged, first, 1, &sum, error, sizeof error));
    assert_non_null(strstr(error, "exists: --resume continues it"));
    merged.resume = true;
    int other = open(paths[1], O_RDONLY);
    assert_int_equal(flock(other, LOCK_EX), 0);
    assert_false(tournament_merge(&merged, first, 1, &sum, error, sizeof error));
    assert_non_null(strstr(error, "is being written by another arena"));
    close(other);
    if (!tournament_merge(&merged, first, 1, &sum, error, sizeof error))
        fail_msg("%s", error);
    assert_int_equal(sum.played, all.played);
    assert_same_text(whole, paths[1]);
    struct stat status;
    assert_true(lstat(link_path, &status) == 0 && S_ISLNK(status.st_mode));
}

TEST(test_contradicting_shards_are_refused) {
    char paths[2][SCRATCH_PATH], error[256];
    size_t size;
    play_shards(2, paths);
    char *text = file_read(paths[0], MOST, &size);
    char *rounds = strstr(text, "\"rounds\":") + strlen("\"rounds\":");
    *rounds = *rounds == '9' ? '8' : '9';
    char other[SCRATCH_PATH];
    scratch_path("other.json", other);
    assert_true(file_replace(other, text, size));
    free(text);
    TournamentTally tally;
    Tournament tournament = small_tournament(NULL);
    char *const files[] = {paths[0], other};
    assert_false(tournament_merge(&tournament, files, 2, &tally, error, sizeof error));
    assert_non_null(strstr(error, "other.json: line 1 has another result of a game"));
    tournament.settings.nodes++;
    assert_false(tournament_merge(&tournament, files, 1, &tally, error, sizeof error));
    assert_non_null(strstr(error, "line 1 is no game of this tournament"));
}

TEST(test_a_recorded_game_can_be_played_again) {
    char json[SCRATCH_PATH], which[SCRATCH_PATH + 8], error[512];
    scratch_path("games.json", json);
    snprintf(which, sizeof which, "%s:3", json);
    TournamentTally tally;
    Tournament tournament = small_tournament(json);
    play(&tournament, &tally);
    Rerun *rerun = malloc(sizeof *rerun);
    VerifyTotals verified = {0};
    if (!rerun_play(rerun, which, scratch, error, sizeof error))
        fail_msg("%s", error);
    assert_true(rerun->same);
    assert_false(rerun->timed);
    assert_int_equal(rerun->spec->number, 3);
    verify_path(rerun->folder, stdout, &verified);
    assert_int_equal(verified.rounds, rerun->played.rounds);
    assert_int_equal(verified.mismatches, 0);
    rerun_close(rerun);
    snprintf(which, sizeof which, "%s:18", json);
    assert_false(rerun_play(rerun, which, NULL, error, sizeof error));
    assert_non_null(strstr(error, "holds no game 18"));
    rerun_close(rerun);
    assert_false(rerun_play(rerun, "games.json", NULL, error, sizeof error));
    assert_non_null(strstr(error, "FILE:N"));
    rerun_close(rerun);
    free(rerun);
}

static int run_arena(const char *arguments) {
    char command[2 * COMMAND_TEXT], program[SCRATCH_PATH];
    const char *bin = getenv("BLASTBEAM_BIN");
    char *real = realpath(bin ? bin : "bin", NULL);
    snprintf(program, sizeof program, "%s/arena", real ? real : "");
    free(real);
    snprintf(command, sizeof command, "cd '%s' || exit; %s %s", scratch, program, arguments);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The program is interrupted and resumed by the command that it printed. It prints and leaves the
 * same as a run without interruption, and the same as shards that were joined. */
TEST(test_interrupted_program_resumes_with_the_same_result) {
    char a[SCRATCH_PATH], b[SCRATCH_PATH], link[SCRATCH_PATH];
    const char games[] = "-a beam:width=20 -a chaser --nodes 400 --games 40";
    char command[COMMAND_TEXT];
    snprintf(command, sizeof command, "%s --json whole.json >whole.txt 2>&1", games);
    assert_int_equal(run_arena(command), 0);
    snprintf(command, sizeof command,
             "%s --json part.json --concurrency 1 >part.txt 2>&1 & arena=$!; "
             "until [ -s part.json ]; do sleep 0.01; done; kill -INT $arena; "
             "wait $arena; test $? = 130 && sed -n 's/.*continue with: //p' part.txt > go.sh; "
             "test -s go.sh && sh go.sh >resumed.txt 2>/dev/null",
             games);
    assert_int_equal(run_arena(command), 0);
    for (int i = 1; i <= 2; i++) {
        snprintf(command, sizeof command, "%s --shard %d/2 --json %d.json >/dev/null 2>&1", games,
                 i, i);
        assert_int_equal(run_arena(command), 0);
    }
    assert_int_equal(run_arena("--merge 2.json 1.json --json all.json >all.txt"), 0);
    scratch_write("empty.json", "", 0644);
    assert_int_equal(run_arena("--merge empty.json 2.json 1.json >/dev/null"), 0);
    assert_int_equal(run_arena("--merge 2.json >/dev/null 2>missing.txt"), 1);
    scratch_path("stdout", link);
    assert_int_equal(symlink("/proc/self/fd/1", link), 0);
    assert_int_equal(run_arena("--merge 2.json 1.json --json stdout | "
                               "grep '^{' >piped.json; test -L stdout"),
                     0);
    assert_int_equal(run_arena("--merge 2.json 1.json --json stdout >both.txt; "
                               "cat all.json all.txt | cmp - both.txt"),
                     0);
    snprintf(command, sizeof command,
             "%s --concurrency 1 --json stdout >both.txt 2>/dev/null; "
             "cat all.json all.txt | cmp - both.txt",
             games);
    assert_int_equal(run_arena(command), 0);
    const char *const same[][2] = {{"whole.txt", "resumed.txt"},
                                   {"whole.json", "part.json"},
                                   {"whole.txt", "all.txt"},
                                   {"whole.json", "all.json"},
                                   {"whole.json", "piped.json"}};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        scratch_path(same[i][0], a);
        scratch_path(same[i][1], b);
        assert_same_text(a, b);
    }
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gauntlet_pairs_the_first_agent_with_each_other),
        cmocka_unit_test(test_each_game_is_in_one_shard),
        cmocka_unit_test(test_shards_hold_whole_maps),
        WITH_FOLDER(test_joined_shards_equal_the_whole),
        WITH_FOLDER(test_joining_keeps_the_games_of_the_file),
        WITH_FOLDER(test_contradicting_shards_are_refused),
        WITH_FOLDER(test_a_recorded_game_can_be_played_again),
        WITH_FOLDER(test_interrupted_program_resumes_with_the_same_result),
        cmocka_unit_test(test_crashing_agents_lose),
        cmocka_unit_test(test_hanging_agents_lose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
