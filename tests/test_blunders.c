/* Deaths that could have been avoided, and bin/replay blunders, which reports them. */
#include <stdio.h>

#include "records/match_replay.h"
#include "replay/deaths.h"
#include "safety/survival.h"
#include "safety/unforced.h"
#include "support/positions.h"
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

/* A is in a corner. The first cell beside its way is three steps away. */
#define CORRIDOR(bomb)                                                                             \
    "position corridor\nround=5 bounty=100\n"                                                      \
    "###########\n"                                                                                \
    "#A         \n"                                                                                \
    "#+# # # # \n"                                                                                 \
    "A 2,2 bag=1 radius=1 points=0\n"                                                              \
    "B 20,20 bag=1 radius=1 points=0\n"                                                            \
    "bombs " bomb "\nend\n"

static Counterfactual look_back(const char *text, int rounds) {
    Game game;
    State state;
    PlayedRounds played = {.rounds = rounds};
    Counterfactual counterfactual;
    read_position(text, &game, &state);
    for (int i = 0; i < rounds; i++)
        played.ranks[i] = RANKS_IN_ORDER;
    assert_true(counterfactual_search(engine(), &game, &state, &played, 0, &counterfactual));
    assert_true(counterfactual.complete);
    return counterfactual;
}

TEST(test_way_out_of_a_corridor_is_found) {
    /* The bomb explodes at the beginning of the third round, before the third step. */
    assert_false(look_back(CORRIDOR("B@7,2:t3r8"), 3).found);
    Counterfactual counterfactual = look_back(CORRIDOR("B@7,2:t4r8"), 4);
    assert_true(counterfactual.found);
    assert_int_equal(counterfactual.commands, 1 << COMMAND_RIGHT);
    assert_int_equal(counterfactual.line[0], COMMAND_RIGHT);
    assert_int_equal(counterfactual.line[1], COMMAND_RIGHT);
    assert_int_equal(counterfactual.line[2], COMMAND_DOWN);
}

/* B steps into the only way out and back. A does not get a cell that it would have to contest. */
TEST(test_contested_cells_are_no_way_out) {
    Game game;
    State state;
    Counterfactual counterfactual;
    PlayedRounds played = {.rounds = 3,
                           .command = {{0, COMMAND_LEFT}, {0, COMMAND_RIGHT}},
                           .ranks = {RANKS_IN_ORDER, RANKS_IN_ORDER, RANKS_IN_ORDER}};
    read_position("position contest\nround=5 bounty=100\n"
                  "###########\n"
                  "#A B       \n"
                  "#+# # # #  \n"
                  "A 2,2 bag=1 radius=1 points=0\n"
                  "B 4,2 bag=1 radius=1 points=0\n"
                  "bombs A@2,2:t3r1\nend\n",
                  &game, &state);
    assert_true(counterfactual_search(engine(), &game, &state, &played, 0, &counterfactual));
    assert_true(counterfactual.complete && !counterfactual.found);
    played.command[0][1] = COMMAND_RIGHT;
    assert_true(counterfactual_search(engine(), &game, &state, &played, 0, &counterfactual));
    assert_int_equal(counterfactual.commands, 1 << COMMAND_RIGHT);
}

/* Every cell is worth a point here. A can stand on all three in three rounds: to one side, back to
 * the middle, where it could have waited as well, and to the other side. */
TEST(test_best_way_to_a_cell_is_followed) {
    Game game;
    State state;
    Counterfactual counterfactual;
    const PlayedRounds played = {.rounds = 3};
    read_position("position cage\nround=5 bounty=100\n"
                  "###########\n"
                  "#+ A +     \n"
                  "# #+# # # #\n"
                  "A 4,2 bag=0 radius=1 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\nend\n",
                  &game, &state);
    game.open_cells = 100;
    assert_true(counterfactual_search(engine(), &game, &state, &played, 0, &counterfactual));
    assert_int_equal(counterfactual.points, 3);
}

TEST(test_escape_is_unknown_when_the_nodes_are_used_up) {
    Game game;
    State state;
    unsigned commands;
    read_position(CORRIDOR("A@7,2:t4r8"), &game, &state);
    assert_int_equal(find_escape(engine(), &game, &state, 4, 0, 0, &commands), ESCAPE_FOUND);
    assert_int_equal(find_escape(engine(), &game, &state, 4, 0, 2, &commands), ESCAPE_UNKNOWN);
    assert_int_equal(commands, 0);
    read_position(CORRIDOR("B@7,2:t4r8"), &game, &state);
    assert_int_equal(find_escape(engine(), &game, &state, 4, 0, 0, &commands), ESCAPE_NONE);
}

/* ---- Compared with a search of all sequences ---- */

typedef struct Plain {
    const PlayedRounds *played;
    const Game *game;
    int player, best;
    unsigned commands;
} Plain;

static void try_all(Plain *plain, const State *state, int depth, unsigned first) {
    if (!state_is_alive(state, plain->player))
        return;
    if (depth == plain->played->rounds) {
        if (!survives(engine(), state, plain->player, THREAT_FUSES))
            return;
        int points = state_points(plain->game, state, plain->player);
        if (!plain->commands || points > plain->best)
            plain->best = points;
        plain->commands |= first;
        return;
    }
    for (unsigned own = 0; own < COMMAND_COUNT; own++) {
        State next = *state;
        RoundEvents events;
        uint8_t command[MAX_PLAYERS];
        Ranks ranks = plain->played->ranks[depth];
        memcpy(command, plain->played->command[depth], sizeof command);
        command[plain->player] = (uint8_t)own;
        ranks.rank[plain->player] = UINT8_MAX;
        engine()->play(plain->game, &next, command, &ranks, &events);
        unsigned begin = state_legal(state, plain->player) & 1u << own;
        try_all(plain, &next, depth + 1, depth ? first : begin);
    }
}

static PlayedRounds recorded(const MatchReplay *replay, int index, int rounds) {
    PlayedRounds played = {.rounds = rounds};
    for (int i = 0; i < rounds; i++) {
        played.ranks[i] = RANKS_IN_ORDER;
        for (int p = 0; p < MAX_PLAYERS; p++)
            played.command[i][p] = (uint8_t)replay->moments[index + i].command[p];
    }
    return played;
}

/* In every 13th round, for each player that is alive. */
static void compare_with_plain(const MatchReplay *replay, int rounds, int *found, int *lost) {
    for (int i = 0; i + rounds < replay->count; i += 13)
        for (int p = 0; p < replay->moments[i].snapshot.player_count; p++) {
            Game game;
            State state;
            Counterfactual counterfactual;
            assert_true(match_replay_state(replay, i, true, &game, &state));
            PlayedRounds played = recorded(replay, i, rounds);
            Plain plain = {&played, &game, p, 0, 0};
            if (!state_is_alive(&state, p))
                continue;
            try_all(&plain, &state, 0, 0);
            assert_true(
                counterfactual_search(engine(), &game, &state, &played, p, &counterfactual));
            assert_true(counterfactual.complete);
            assert_int_equal(counterfactual.commands, plain.commands);
            assert_int_equal(counterfactual.found, plain.commands != 0);
            if (counterfactual.found)
                assert_in_range(plain.best - counterfactual.points, 0, 2);
            *found += counterfactual.found;
            *lost += !counterfactual.found;
        }
}

TEST(test_counterfactual_equals_a_plain_search) {
    static const char *const paths[] = {"tests/data/2p-307.rec", "tests/data/3p-8.rec",
                                        "tests/data/4p-310.rec", "tests/data/4p-35.rec"};
    int found = 0, lost = 0;
    for (int i = 0; i < 4; i++) {
        char error[512];
        MatchReplay *replay = match_replay_load(paths[i], error, sizeof error);
        assert_non_null(replay);
        compare_with_plain(replay, 3, &found, &lost);
        match_replay_free(replay);
    }
    assert_true(found > 50 && lost > 0);
}

/* ---- Recorded deaths ---- */

/* The line that was found is played: the player lives, with the points that were promised. */
static void assert_line_survives(const MatchReplay *replay, const Death *death) {
    Game game;
    State state;
    RoundEvents events;
    int index = death->index - death->chance_rounds + 1;
    PlayedRounds played = recorded(replay, index, death->chance_rounds);
    assert_true(match_replay_state(replay, index, true, &game, &state));
    for (int i = 0; i < death->chance_rounds; i++) {
        played.command[i][death->player] = (uint8_t)death->chance.line[i];
        engine()->play(&game, &state, played.command[i], &played.ranks[i], &events);
    }
    assert_true(state_is_alive(&state, death->player));
    assert_int_equal(state_points(&game, &state, death->player), death->chance.points);
}

TEST(test_found_lines_avoid_recorded_deaths) {
    static const char *const paths[] = {"tests/data/2p-21.rec",  "tests/data/2p-307.rec",
                                        "tests/data/2p-320.rec", "tests/data/3p-14.rec",
                                        "tests/data/3p-8.rec",   "tests/data/4p-310.rec"};
    int deaths = 0;
    for (int i = 0; i < 6; i++) {
        char error[512];
        MatchReplay *replay = match_replay_load(paths[i], error, sizeof error);
        assert_non_null(replay);
        int index = 0, player = -1;
        while (next_death(replay, &index, &player)) {
            Death death;
            assert_true(analyse_death(replay, index, player, &death));
            assert_true(death.reproduced && death.killers);
            assert_true(death.chance_rounds > 0);
            assert_line_survives(replay, &death);
            unsigned done = 1u << replay->moments[index - death.chance_rounds + 1].command[player];
            assert_false(death.chance.commands & done);
            assert_true(death_points_lost(replay, &death) >= replay->moments[0].snapshot.bounty);
            if (death.escape_rounds == death.chance_rounds)
                assert_int_equal(death.escape_commands & ~death.chance.commands, 0);
            deaths++;
        }
        match_replay_free(replay);
    }
    assert_int_equal(deaths, 11);
}

TEST(test_program_reports_avoidable_deaths) {
    run("replay blunders tests/data/2p-307.rec");
    assert_run(0,
               "round 5: B \"B\" was killed by its own bomb\n"
               "  last chance: round 3, by left or right; it did nothing\n"
               "  whatever the others did: round 3, by left or right; it did nothing\n"
               "  points lost: 561 (-560 instead of 1 by left up nothing)\n"
               "deaths=1 avoidable=1 unforced=1 points=561 late=0 missing=0 crashed=0 forced=0\n",
               NULL);
    run("replay blunders sample-state/4p-middle");
    assert_run(0, "deaths=0 avoidable=0 unforced=0 points=0 late=0 missing=0 crashed=0 forced=0\n",
               NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_way_out_of_a_corridor_is_found),
        cmocka_unit_test(test_contested_cells_are_no_way_out),
        cmocka_unit_test(test_best_way_to_a_cell_is_followed),
        cmocka_unit_test(test_escape_is_unknown_when_the_nodes_are_used_up),
        cmocka_unit_test(test_counterfactual_equals_a_plain_search),
        cmocka_unit_test(test_found_lines_avoid_recorded_deaths),
        cmocka_unit_test(test_program_reports_avoidable_deaths),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
