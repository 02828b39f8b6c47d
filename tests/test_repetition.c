/* Loops: when a player is in one, and which commands lead out of it. */
#include "agents/repetition.h"

#include "support/positions.h"
#include "test.h"

/* A duel on the empty board; the player's trail alternates between its cell and the one beside. */
typedef struct Loop {
    Game game;
    State state;
    Observation observation;
} Loop;

static void make_loop(Loop *loop, int cells) {
    read_position(empty_board, &loop->game, &loop->state);
    loop->observation = (Observation){.game = &loop->game, .state = &loop->state};
    Cell cell = loop->state.cell[0];
    for (int t = 0; t < TRAIL_ROUNDS; t++)
        loop->observation.trail.cell[t] = (Cell)(cell + (t + 1) % cells);
}

TEST(test_few_cells_in_many_rounds_are_a_loop) {
    Loop loop;
    for (int cells = 1; cells <= TRAIL_ROUNDS; cells++) {
        make_loop(&loop, cells);
        assert_int_equal(is_looping(&loop.observation), cells <= 5);
    }
}

TEST(test_a_bomb_a_crowd_or_a_short_past_is_no_loop) {
    Loop loop;
    make_loop(&loop, 2);
    loop.observation.trail.cell[TRAIL_ROUNDS - 1] = NO_CELL;
    assert_false(is_looping(&loop.observation));
    make_loop(&loop, 2);
    loop.state.alive |= 1u << 2;
    assert_false(is_looping(&loop.observation));
    make_loop(&loop, 2);
    assert_true(state_add_bomb(&loop.state, 0, cell_at(1, 1), 4, 0));
    assert_false(is_looping(&loop.observation));
}

/* All steps that are open, but the one to the right, where the player was every second round. */
TEST(test_ways_out_lead_to_cells_outside) {
    Loop loop;
    make_loop(&loop, 2);
    const unsigned steps =
        1u << COMMAND_UP | 1u << COMMAND_LEFT | 1u << COMMAND_RIGHT | 1u << COMMAND_DOWN;
    unsigned open = steps & state_legal(&loop.state, 0), out = ways_out_of_loop(&loop.observation);
    assert_true(open >> COMMAND_RIGHT & 1 && open != 1u << COMMAND_RIGHT);
    assert_int_equal(out & steps, open & ~(1u << COMMAND_RIGHT));
    assert_true(out >> COMMAND_BOMB & 1);
    assert_false(out >> COMMAND_NOTHING & 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_cells_in_many_rounds_are_a_loop),
        cmocka_unit_test(test_a_bomb_a_crowd_or_a_short_past_is_no_loop),
        cmocka_unit_test(test_ways_out_lead_to_cells_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
