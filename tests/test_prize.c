/* The ways to the super power-up: the shortest ones by their definition, and what shortens them. */
#include "search/prize.h"

#include "platform/memory.h"
#include "search/evaluate.h"
#include "support/positions.h"
#include "test.h"

static PrizeWays *new_ways(void) {
    PrizeWays *ways = memory_allocate_aligned(sizeof *ways);
    assert_non_null(ways);
    return ways;
}

static Board doomed_walls(const State *state) {
    Board threatened, doomed;
    engine()->blast(state, state_bombs(state), &threatened, &doomed);
    return doomed;
}

static Board standing_walls(const State *state) {
    Board standing = state->walls, doomed = doomed_walls(state);
    BOARD_FOR_EACH(wall, &doomed) {
        board_remove(&standing, wall);
    }
    return standing;
}

/* The rounds from `cell` by trying all neighbours, until nothing changes. */
static void measure_plainly(const State *state, Cell prize, int rounds[CELL_COUNT]) {
    Board doomed = doomed_walls(state);
    for (int i = 0; i < CELL_COUNT; i++)
        rounds[i] = PRIZE_NO_WAY;
    rounds[prize] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = 1; y < BOARD_SIZE - 1; y++)
            for (int x = 1; x < BOARD_SIZE - 1; x++)
                for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++) {
                    Cell cell = cell_at(x, y), next = cell_beside(cell, c);
                    bool is_open = x % 2 || y % 2 || cell == prize;
                    int through = !board_has(&state->walls, next) ? 1
                                  : board_has(&doomed, next)      ? 3
                                                                  : 7;
                    if (is_open && rounds[next] + through < rounds[cell]) {
                        rounds[cell] = rounds[next] + through;
                        changed = true;
                    }
                }
    }
}

TEST(test_ways_are_the_shortest) {
    const Positions *positions = all_positions();
    PrizeWays *ways = new_ways();
    for (int i = 0; i < positions->count; i++) {
        const State *state = &positions->state[i];
        int rounds[CELL_COUNT];
        prize_ways_init(ways, engine(), &positions->game[i], state);
        assert_int_not_equal(ways->cell, NO_CELL);
        Board standing = standing_walls(state);
        measure_plainly(state, ways->cell, rounds);
        for (int y = 1; y < BOARD_SIZE - 1; y++)
            for (int x = 1; x < BOARD_SIZE - 1; x++) {
                Cell cell = cell_at(x, y);
                assert_int_equal(ways->rounds[cell], rounds[cell]);
                for (int e = 0; engine_at(e) && rounds[cell] < PRIZE_NO_WAY; e++)
                    assert_int_equal(
                        prize_rounds(ways, engine_at(e), cell, &state->walls, &standing),
                        rounds[cell]);
            }
    }
    memory_free_aligned(ways);
}

TEST(test_there_is_no_way_to_a_prize_that_is_gone) {
    const Positions *positions = all_positions();
    State state = positions->state[0];
    PrizeWays *ways = new_ways();
    state.powerups = 0;
    prize_ways_init(ways, engine(), &positions->game[0], &state);
    assert_int_equal(ways->cell, NO_CELL);
    for (int i = 0; i < CELL_COUNT; i++)
        assert_int_equal(ways->rounds[i], PRIZE_NO_WAY);
    memory_free_aligned(ways);
}

/* Two walls lie between A and the centre, eight steps away. B has no wall in its way, and 17 steps.
 */
static const char corridor[] = "position corridor\nround=10 bounty=450\n"
                               "#####################\n"
                               "#                   #\n"
                               "# # # # # # # # # # #\n"
                               "#                   #\n"
                               "# # # # # # # # # # #\n"
                               "#                   #\n"
                               "# # # # # # # # # # #\n"
                               "#                   #\n"
                               "# # # # # # # # # # #\n"
                               "#++++++++++++++++++ #\n"
                               "# # # # # $ # # # # #\n"
                               "# A +   +  ++++++++ #\n"
                               "# # # # # # # # # #+#\n"
                               "#++++++++++++++++++ #\n"
                               "# # # # # # # # # # #\n"
                               "#                   #\n"
                               "# # # # # # # # # # #\n"
                               "#                   #\n"
                               "# # # # # # # # # # #\n"
                               "#                  B#\n"
                               "#####################\n"
                               "A 3,12 bag=1 radius=1 points=0\n"
                               "B 20,20 bag=1 radius=1 points=0\n"
                               "bombs\n"
                               "end\n";

TEST(test_bombs_beside_the_way_shorten_it) {
    enum { STEPS = 9 };
    Game game;
    State state;
    PrizeWays *ways = new_ways();
    read_position(corridor, &game, &state);
    prize_ways_init(ways, engine(), &game, &state);
    Cell start = state.cell[0];
    Board standing = standing_walls(&state);
    assert_int_equal(prize_rounds(ways, engine(), start, &state.walls, &standing), STEPS + 12);
    put_player(&state, 0, cell_at(3, 11));
    assert_true(state_add_bomb(&state, 0, state.cell[0], 4, 1));
    standing = standing_walls(&state);
    assert_int_equal(prize_rounds(ways, engine(), start, &state.walls, &standing), STEPS + 8);
    board_remove(&state.walls, cell_at(4, 11));
    assert_int_equal(prize_rounds(ways, engine(), start, &state.walls, &standing), STEPS + 6);
    memory_free_aligned(ways);
}

TEST(test_the_prize_is_left_to_an_opponent_that_is_nearer) {
    Game game;
    State state;
    Evaluation evaluation;
    PrizeWays *ways = new_ways();
    Weights weights = {.prize_step = 1.5f};
    read_position(corridor, &game, &state);
    prize_ways_init(ways, engine(), &game, &state);
    int lag = prize_lag(ways, &state, 1);
    assert_int_equal(lag, ways->rounds[state.cell[1]] - ways->rounds[state.cell[0]]);
    assert_int_equal(prize_lag(ways, &state, 0), -lag);
    assert_true(lag > 0);
    for (int spare = -1; spare <= 0; spare++) {
        weights.prize_lag = (float)(lag + spare);
        evaluation_init(&evaluation, engine(), &game, &weights, &state, 1);
        evaluation_set_ways(&evaluation, ways, &state);
        float cost = spare < 0 ? 0 : 1.5f * (float)ways->rounds[state.cell[1]];
        assert_float_equal(evaluate(&evaluation, &state), -cost, 1e-4);
    }
    memory_free_aligned(ways);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways_are_the_shortest),
        cmocka_unit_test(test_there_is_no_way_to_a_prize_that_is_gone),
        cmocka_unit_test(test_bombs_beside_the_way_shorten_it),
        cmocka_unit_test(test_the_prize_is_left_to_an_opponent_that_is_nearer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
