/* Tournaments: pairings, the record of a game, resuming after an interruption, stopping early. */
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "arena/record.h"
#include "arena/tournament.h"
#include "platform/file.h"
#include "support/scratch.h"
#include "test.h"

enum { MOST = 1 << 20 };

/* Make an empty file for the test. */
static int make_file(void **state) {
    static char path[SCRATCH_PATH];
    if (make_scratch(state) || !file_replace(scratch_path("games.json", path), "", 0))
        return -1;
    *state = path;
    return 0;
}

TEST(test_every_lineup_in_every_seat) {
    enum { AGENTS = 4, PLAYERS = 3, GAMES = 6 };
    int count, seated[AGENTS][PLAYERS] = {0};
    Pairing *pairings = schedule_games(AGENTS, PLAYERS, GAMES, 10, &count);
    assert_int_equal(count, 4 * GAMES);
    for (int i = 0; i < count; i++) {
        assert_int_equal(pairings[i].number, i);
        assert_int_equal(pairings[i].seed, 10 + i % GAMES / PLAYERS);
        for (int p = 0; p < PLAYERS; p++)
            seated[pairings[i].seats[p]][p]++;
    }
    for (int a = 0; a < AGENTS; a++)
        for (int p = 0; p < PLAYERS; p++)
            assert_int_equal(seated[a][p], 3 * GAMES / PLAYERS);
    free(pairings);
}

TEST(test_last_agent_fills_seats) {
    int count;
    Pairing *pairings = schedule_games(2, 4, 5, 1, &count);
    assert_int_equal(count, 5);
    for (int i = 0; i < count; i++)
        for (int p = 0; p < 4; p++)
            assert_int_equal(pairings[i].seats[p], p == i % 4 ? 0 : 1);
    assert_int_equal(pairings[3].seed, 1);
    assert_int_equal(pairings[4].seed, 2);
    free(pairings);
}

TEST(test_one_more_agent_keeps_the_games_before) {
    int few, many;
    Pairing *before = schedule_games(3, 2, 4, 1, &few);
    Pairing *after = schedule_games(4, 2, 4, 1, &many);
    assert_int_equal(few, 12);
    assert_int_equal(many, 24);
    assert_memory_equal(before, after, (size_t)few * sizeof *before);
    free(before);
    free(after);
}

static void write_line(const RecordFrame *frame, const GameSpec *spec, const GameResult *result,
                       char **line) {
    size_t size;
    FILE *out = open_memstream(line, &size);
    record_write(out, frame, spec, result);
    fclose(out);
}

static const GameResult some_result = {.played = true,
                                       .adjudicated = true,
                                       .rounds = 77,
                                       .seats = {{.place = 2,
                                                  .points = -40,
                                                  .died = 76,
                                                  .cause = DEATH_CHAIN,
                                                  .own_alone = true,
                                                  .unforced = true,
                                                  .crashed = true,
                                                  .moves = 77,
                                                  .late = 1,
                                                  .refused = 2,
                                                  .bumped = 3,
                                                  .depth = 1001,
                                                  .nodes = 123457,
                                                  .p50 = 1.25,
                                                  .p99 = 2.5,
                                                  .longest = 3.75},
                                                 {.place = 1, .points = 900, .died = -1}}};

static void assert_cut_lines_are_refused(const char *line, const RecordFrame *frame,
                                         const GameSpec *spec) {
    GameResult read;
    for (size_t cut = 0; cut + 1 < strlen(line); cut++) {
        char *shorter = strndup(line, cut);
        assert_false(record_read(shorter, frame, spec, &read));
        free(shorter);
    }
}

TEST(test_record_comes_back) {
    const RecordFrame frame = {.arguments = "-a x -a y --nodes 7",
                               .commit = "0a1b2c3",
                               .games = 10,
                               .players = 2,
                               .timed = true,
                               .adjudicated = true};
    const GameSpec spec = {.number = 5, .seed = -3, .agents = {"beam:width=2@5ms", "random"}};
    GameResult read;
    char *line, arguments[RECORD_ARGUMENTS], commit[RECORD_COMMIT];
    int games;
    write_line(&frame, &spec, &some_result, &line);
    record_commit(line, commit);
    assert_string_equal(commit, "0a1b2c3");
    assert_int_equal(record_number(line), 5);
    assert_true(record_arguments(line, &games, arguments));
    assert_int_equal(games, 10);
    assert_string_equal(arguments, frame.arguments);
    assert_true(record_read(line, &frame, &spec, &read));
    assert_memory_equal(&read, &some_result, sizeof read);
    GameSpec other = spec;
    other.agents[1] = "chaser";
    assert_false(record_read(line, &frame, &other, &read));
    RecordFrame slower = frame;
    slower.arguments[strlen(slower.arguments) - 1] = '8';
    assert_false(record_read(line, &slower, &spec, &read));
    RecordFrame other_commit = frame;
    other_commit.commit[0] = '1';
    assert_false(record_read(line, &other_commit, &spec, &read));
    assert_cut_lines_are_refused(line, &frame, &spec);
    free(line);
}

TEST(test_untimed_record_holds_no_time) {
    const RecordFrame frame = {.arguments = "-a x -a y", .games = 10, .players = 2};
    const GameSpec spec = {.number = 5, .seed = 3, .agents = {"beam", "beam"}};
    GameResult slower = some_result;
    slower.seats[0].p50 = slower.seats[1].longest = 1000;
    char *lines[2];
    write_line(&frame, &spec, &some_result, &lines[0]);
    write_line(&frame, &spec, &slower, &lines[1]);
    assert_string_equal(lines[0], lines[1]);
    char commit[RECORD_COMMIT] = "x";
    record_commit(lines[0], commit);
    assert_string_equal(commit, "");
    free(lines[0]);
    free(lines[1]);
}

static Tournament small_tournament(const char *json, int games) {
    return (Tournament){.agents = {"chaser", "beam:width=4,depth=4"},
                        .agent_count = 2,
                        .games = games,
                        .seed = 1,
                        .concurrency = 2,
                        .settings = {.players = 2, .nodes = 30, .threads = 1},
                        .json = json};
}

static void play(const Tournament *tournament, TournamentTally *tally) {
    char error[256];
    if (!tournament_play(tournament, tally, error, sizeof error))
        fail_msg("%s", error);
}

static void append(const char *path, const char *text) {
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int count_lines(const char *path) {
    size_t size;
    int lines = 0;
    char *text = file_read(path, MOST, &size);
    assert_non_null(text);
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    free(text);
    return lines;
}

static void assert_same_games(const TournamentTally *a, const TournamentTally *b) {
    assert_int_equal(a->played, b->played);
    assert_memory_equal(a->pair, b->pair, sizeof a->pair);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(a->agents[i].moves, b->agents[i].moves);
        assert_int_equal(a->agents[i].deaths, b->agents[i].deaths);
        assert_int_equal(a->agents[i].own_bomb, b->agents[i].own_bomb);
        assert_int_equal(a->agents[i].bumped, b->agents[i].bumped);
        assert_true(a->agents[i].nodes == b->agents[i].nodes);
        assert_true(a->agents[i].depth == b->agents[i].depth);
    }
}

/* The file that was written game by game keeps the other name, "played": there the torn line is a
 * line of its own. */
static void test_resumed_is_as_never_interrupted(void **state) {
    TournamentTally part, whole, resumed;
    char played[SCRATCH_PATH];
    Tournament tournament = small_tournament(*state, 3);
    play(&tournament, &part);
    append(*state, "{\"game\":3,\"games\":3,\"se"); /* the power failed here */
    assert_int_equal(link(*state, scratch_path("played.json", played)), 0);
    tournament.games = 8;
    tournament.resume = true;
    play(&tournament, &resumed);
    assert_int_equal(count_lines(played), 9);
    assert_int_equal(resumed.resumed, 3);
    Tournament fresh = small_tournament(NULL, 8);
    play(&fresh, &whole);
    assert_same_games(&resumed, &whole);
    assert_int_equal(count_lines(*state), 8);
    play(&tournament, &resumed);
    assert_int_equal(resumed.resumed, 8);
    assert_int_equal(count_lines(*state), 8);
    assert_same_games(&resumed, &whole);
}

static void test_other_tournament_is_refused(void **state) {
    TournamentTally tally;
    char error[256];
    size_t before, after;
    Tournament tournament = small_tournament(*state, 2);
    play(&tournament, &tally);
    char *text = file_read(*state, MOST, &before);
    tournament.agents[0] = "random";
    tournament.resume = true;
    assert_false(tournament_play(&tournament, &tally, error, sizeof error));
    assert_non_null(strstr(error, "line 1 is no game of this tournament"));
    char *kept = file_read(*state, MOST, &after);
    assert_int_equal(before, after);
    assert_memory_equal(text, kept, before);
    free(text);
    free(kept);
}

static void test_one_arena_at_a_time(void **state) {
    TournamentTally tally;
    char error[256];
    Tournament tournament = small_tournament(*state, 2);
    play(&tournament, &tally);
    FILE *other = fopen(*state, "a");
    assert_non_null(other);
    assert_int_equal(flock(fileno(other), LOCK_EX), 0);
    for (int i = 0; i < 2; i++) {
        tournament.resume = i;
        tournament.overwrite = !i;
        tournament.games = 3;
        assert_false(tournament_play(&tournament, &tally, error, sizeof error));
        assert_non_null(strstr(error, "being written by another arena"));
        assert_int_equal(count_lines(*state), 2);
    }
    fclose(other);
    play(&tournament, &tally);
    assert_int_equal(count_lines(*state), 3);
}

static void test_games_are_not_forgotten_by_mistake(void **state) {
    TournamentTally tally;
    char error[256];
    Tournament tournament = small_tournament(*state, 2);
    play(&tournament, &tally);
    assert_false(tournament_play(&tournament, &tally, error, sizeof error));
    assert_non_null(strstr(error, "--resume"));
    assert_int_equal(count_lines(*state), 2);
    tournament.overwrite = true;
    tournament.games = 1;
    play(&tournament, &tally);
    assert_int_equal(count_lines(*state), 1);
}

static void test_foreign_text_is_not_cut_off(void **state) {
    TournamentTally tally;
    char error[256];
    append(*state, "my notes, without a line end");
    Tournament tournament = small_tournament(*state, 2);
    tournament.resume = true;
    assert_false(tournament_play(&tournament, &tally, error, sizeof error));
    assert_non_null(strstr(error, "line 1"));
    size_t size;
    char *kept = file_read(*state, MOST, &size);
    assert_string_equal(kept, "my notes, without a line end");
    free(kept);
}

TEST(test_missing_and_unwritable_files) {
    TournamentTally tally;
    char error[256];
    char path[SCRATCH_PATH];
    scratch_path("missing.json", path);
    Tournament tournament = small_tournament(path, 1);
    tournament.resume = true;
    play(&tournament, &tally);
    assert_int_equal(tally.played, 1);
    assert_int_equal(tally.resumed, 0);
    assert_int_equal(unlink(path), 0);
    tournament = small_tournament("/nonexistent/games.json", 1);
    assert_false(tournament_play(&tournament, &tally, error, sizeof error));
    assert_non_null(strstr(error, "cannot write"));
}

TEST(test_stops_at_the_same_game) {
    TournamentTally tally[2];
    for (int i = 0; i < 2; i++) {
        Tournament tournament = small_tournament(NULL, 500);
        tournament.concurrency = 1 + 4 * i;
        tournament.sprt = (Sprt){true, 0, 200};
        play(&tournament, &tally[i]);
    }
    assert_in_range(tally[0].played, 20, 60);
    assert_same_games(&tally[0], &tally[1]);
}

/* Also with four players, where the share of the first agent counts. */
TEST(test_stops_when_the_error_is_small) {
    for (int players = 2; players <= 4; players += 2) {
        TournamentTally tally[2];
        for (int i = 0; i < 2; i++) {
            Tournament tournament = small_tournament(NULL, 500);
            tournament.concurrency = 1 + 4 * i;
            tournament.settings.players = players;
            tournament.until_error = 0.18;
            play(&tournament, &tally[i]);
        }
        Sample first = tally[0].agents[0].first_share;
        assert_in_range(first.count, 20, 80);
        assert_int_equal(first.count % players, 0);
        assert_true(sample_error(&first) <= 0.18);
        assert_int_equal(tally[0].wanted, tally[0].played);
        assert_same_games(&tally[0], &tally[1]);
    }
}

static void test_games_of_another_commit_are_refused(void **state) {
    TournamentTally tally;
    char error[512];
    Tournament tournament = small_tournament(*state, 2);
    tournament.commit = "older";
    play(&tournament, &tally);
    assert_string_equal(tally.commit, "older");
    tournament.resume = true;
    tournament.games = 4;
    tournament.commit = "newer";
    assert_false(tournament_play(&tournament, &tally, error, sizeof error));
    assert_non_null(strstr(error, "line 1 was played by commit older, and not by newer"));
    assert_int_equal(count_lines(*state), 2);
    tournament.seed++;
    assert_false(tournament_play(&tournament, &tally, error, sizeof error));
    assert_non_null(strstr(error, "line 1 is no game of this tournament"));
    tournament.seed--;
    tournament.commit = "older";
    play(&tournament, &tally);
    assert_int_equal(tally.played, 4);
}

/* Half a map would only show who had the better seat. */
TEST(test_stops_at_the_end_of_a_map) {
    static const double elo1[] = {5, 8, 12, 20, 30};
    for (int i = 0; i < 5; i++) {
        TournamentTally tally;
        Tournament tournament = {.agents = {"chaser", "random"},
                                 .agent_count = 2,
                                 .games = 100,
                                 .seed = 1,
                                 .sprt = {true, 0, elo1[i]},
                                 .settings = {.players = 2}};
        play(&tournament, &tally);
        assert_in_range(tally.played, 20, 98);
        assert_int_equal(tally.played % 2, 0);
    }
}

#define WITH_FILE(test) cmocka_unit_test_setup_teardown(test, make_file, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_lineup_in_every_seat),
        cmocka_unit_test(test_last_agent_fills_seats),
        cmocka_unit_test(test_one_more_agent_keeps_the_games_before),
        cmocka_unit_test(test_record_comes_back),
        cmocka_unit_test(test_untimed_record_holds_no_time),
        WITH_FILE(test_resumed_is_as_never_interrupted),
        WITH_FILE(test_one_arena_at_a_time),
        WITH_FILE(test_other_tournament_is_refused),
        WITH_FILE(test_games_of_another_commit_are_refused),
        WITH_FILE(test_games_are_not_forgotten_by_mistake),
        WITH_FILE(test_foreign_text_is_not_cut_off),
        WITH_FILE(test_missing_and_unwritable_files),
        cmocka_unit_test(test_stops_at_the_same_game),
        cmocka_unit_test(test_stops_when_the_error_is_small),
        cmocka_unit_test(test_stops_at_the_end_of_a_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
