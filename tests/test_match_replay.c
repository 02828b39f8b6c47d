/* Matches that are loaded for a replay. */
#include <stdio.h>
#include <stdlib.h>

#include "platform/file.h"
#include "support/page.h"
#include "test.h"

/* Play every round of a match by the rules: the next recorded state must follow, contested cells
 * apart. */
static void assert_follows(const MatchReplay *replay) {
    int differ = 0;
    for (int i = 0; i + 1 < replay->count; i++) {
        Game game, next_game;
        State state, next;
        RoundEvents events;
        uint8_t command[MAX_PLAYERS];
        assert_true(match_replay_state(replay, i, true, &game, &state));
        assert_true(match_replay_state(replay, i + 1, true, &next_game, &next));
        for (int p = 0; p < MAX_PLAYERS; p++)
            command[p] = (uint8_t)replay->moments[i].command[p];
        engine()->play(&game, &state, command, &RANKS_IN_ORDER, &events);
        bool same = memcmp(state.points, next.points, sizeof state.points) == 0 &&
                    memcmp(&state.walls, &next.walls, sizeof state.walls) == 0 &&
                    memcmp(state.cell, next.cell, sizeof state.cell) == 0 &&
                    state.alive == next.alive;
        differ += !same;
    }
    assert_true(differ * 50 <= replay->count);
}

TEST(test_recording_is_loaded) {
    MatchReplay *replay = load_match("tests/data/2p-21.rec");
    assert_true(replay->count > 50);
    assert_true(replay->ended);
    assert_false(replay->damaged);
    assert_int_equal(replay->moments[0].snapshot.round, 0);
    assert_int_equal(match_replay_find(replay, 17), 17);
    assert_int_equal(match_replay_find(replay, replay->count), -1);
    assert_string_equal(match_replay_action(replay, replay->count - 1, 0), "");
    assert_follows(replay);
    match_replay_free(replay);
}

static void cut(const char *from, const char *to, int lines) {
    char command[2 * SCRATCH_PATH];
    snprintf(command, sizeof command, "head -n %d '%s' >'%s'", lines, from, to);
    assert_int_equal(system(command), 0);
}

TEST(test_truncated_recording_is_loaded_as_far_as_it_goes) {
    char path[SCRATCH_PATH];
    cut("tests/data/2p-21.rec", scratch_path("cut.rec", path), 200);
    MatchReplay *replay = load_match(path);
    assert_true(replay->count > 1);
    assert_true(replay->damaged);
    assert_int_equal(replay->warning_count, 1);
    match_replay_free(replay);
}

TEST(test_a_single_round_is_a_match) {
    MatchReplay *replay = load_match("sample-state/4p-middle");
    assert_int_equal(replay->count, 1);
    assert_int_equal(replay->moments[0].snapshot.player_count, 4);
    match_replay_free(replay);
}

/* When there are more power-ups than a game can hold, those in sight come first. */
TEST(test_powerups_in_sight_come_first) {
    MatchReplay *replay = load_match("sample-state/4p-middle");
    Snapshot *snapshot = &replay->moments[0].snapshot;
    game_init(&replay->powerups, 4, 0);
    for (int x = 2; x < BOARD_SIZE; x++)
        for (int y = 2; y < BOARD_SIZE; y++) {
            if (snapshot->blocks[x][y].entity == ENTITY_WALL)
                game_add_powerup(&replay->powerups, cell_at(x - 1, y - 1), POWERUP_BAG);
            if (snapshot->blocks[x][y].entity == ENTITY_NONE)
                snapshot->blocks[x][y].powerup = POWERUP_RADIUS;
        }
    assert_true(replay->powerups.powerup_count > 0);
    Game game;
    State state;
    assert_true(match_replay_state(replay, 0, true, &game, &state));
    assert_int_equal(game.powerup_count, MAX_POWERUPS);
    assert_int_equal(state.powerups, UINT32_MAX);
    for (int i = 0; i < MAX_POWERUPS; i++)
        assert_int_equal(game.powerup_type[i], POWERUP_RADIUS);
    match_replay_free(replay);
}

TEST(test_anything_else_is_refused) {
    char error[256] = "";
    assert_null(match_replay_load("no/such/path", error, sizeof error));
    assert_non_null(strstr(error, "no such file"));
    assert_null(match_replay_load("src", error, sizeof error));
    assert_null(match_replay_load("Makefile", error, sizeof error));
    assert_non_null(strstr(error, "Makefile"));
}

static void copy_match(const char *from, const char *name, const char *then,
                       char path[SCRATCH_PATH]) {
    char command[4 * SCRATCH_PATH];
    scratch_path(name, path);
    snprintf(command, sizeof command, "cp -r '%s' '%s' && cd '%s' && %s", from, path, path, then);
    assert_int_equal(system(command), 0);
}

TEST(test_seed_folders_are_loaded) {
    static const char *const match = "../shared/replays/2p-seed3";
    char path[SCRATCH_PATH];
    size_t size;
    char *there = file_read("../shared/replays/2p-seed3/0/state.json", 1 << 24, &size);
    free(there);
    if (!there)
        SKIP_BECAUSE(NO_SHARED);
    MatchReplay *replay = load_match(match);
    int whole = replay->count;
    assert_true(replay->ended);
    assert_false(replay->damaged);
    assert_follows(replay);
    match_replay_free(replay);

    copy_match(match, "gap", "rm -r 5 && echo '{' > 7/state.json", path);
    replay = load_match(path);
    assert_int_equal(replay->count, whole - 1);
    assert_int_equal(match_replay_find(replay, 5), -1);
    assert_int_equal(replay->warning_count, 2);
    match_replay_free(replay);

    copy_match(match, "truncated", "for r in *; do [ $r -lt 20 ] || rm -r $r; done", path);
    replay = load_match(path);
    assert_int_equal(replay->count, 20);
    assert_false(replay->ended);
    assert_int_equal(replay->warning_count, 1);
    match_replay_free(replay);
}

TEST(test_large_boards_are_loaded) {
    char error[256];
    MatchReplay *replay = match_replay_load("../shared/recordings/12p-1.rec", error, sizeof error);
    if (!replay)
        SKIP_BECAUSE(NO_SHARED);
    Game game;
    State state;
    assert_int_equal(replay->moments[0].snapshot.width, 41);
    assert_int_equal(replay->moments[0].snapshot.player_count, 12);
    assert_true(replay->count > 20);
    assert_false(replay->damaged);
    assert_false(match_replay_state(replay, 3, false, &game, &state));
    match_replay_free(replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recording_is_loaded),
        cmocka_unit_test(test_truncated_recording_is_loaded_as_far_as_it_goes),
        cmocka_unit_test(test_a_single_round_is_a_match),
        cmocka_unit_test(test_anything_else_is_refused),
        cmocka_unit_test(test_powerups_in_sight_come_first),
        cmocka_unit_test(test_seed_folders_are_loaded),
        cmocka_unit_test(test_large_boards_are_loaded),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
