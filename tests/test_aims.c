/* What a plan is for. */
#include "search/evaluate.h"
#include "support/positions.h"
#include "test.h"

static Aim aim_of(int lead, int touched_by_a, int touched_by_b) {
    Game game;
    State state;
    Evaluation evaluation;
    read_position(empty_board, &game, &state);
    state.points[0] += lead;
    state.points[0] -= 100 * touched_by_a / game.open_cells;
    state.points[1] -= 100 * touched_by_b / game.open_cells;
    state.touched_count[0] = (uint16_t)touched_by_a;
    state.touched_count[1] = (uint16_t)touched_by_b;
    evaluation_init(&evaluation, engine(), &game, &default_weights, &state, 0);
    return evaluation.aim;
}

/* No wall is left, but there are cells to be stood on, a hundred points for all of them. */
TEST(test_aims_count_cells) {
    assert_int_equal(aim_of(40, 200, 200), AIM_CORNER);
    assert_int_equal(aim_of(29, 200, 200), AIM_CORNER);
    assert_int_equal(aim_of(28, 200, 200), AIM_POINTS);
    assert_int_equal(aim_of(40, 200, 100), AIM_POINTS);
    assert_int_equal(aim_of(80, 200, 100), AIM_CORNER);
    assert_int_equal(aim_of(-20, 200, 200), AIM_HUNT);
    assert_int_equal(aim_of(-10, 200, 200), AIM_POINTS);
    assert_int_equal(aim_of(-20, 200, 250), AIM_POINTS);
    assert_int_equal(aim_of(20, 200, 100), AIM_HUNT);
    assert_int_equal(aim_of(-20, OPEN_CELLS, 100), AIM_HUNT);
    assert_int_equal(aim_of(-80, 200, 100), AIM_HUNT);
}

/* A leads B; C has `points` and may be dead. */
static Aim aim_among_three(const Weights *weights, bool dead, int points) {
    Game game;
    State state;
    Evaluation evaluation;
    read_position("position three\nround=100 bounty=300\n"
                  "#####################\n"
                  "#A                 B#\n"
                  "A 2,2 bag=1 radius=1 points=500\n"
                  "B 20,2 bag=1 radius=1 points=0\n"
                  "C 2,20 bag=1 radius=1 points=0\nbombs\nend\n",
                  &game, &state);
    state.points[2] = points;
    state.alive = dead ? 3 : 7;
    evaluation_init(&evaluation, engine(), &game, weights, &state, 0);
    return evaluation.aim;
}

/* To die with the last opponent wins only for who has more points than the dead, too. */
TEST(test_only_the_last_opponent_is_cornered) {
    assert_int_equal(aim_among_three(&default_weights, true, 0), AIM_CORNER);
    assert_int_equal(aim_among_three(&default_weights, true, 600), AIM_GUARD);
    assert_int_equal(aim_among_three(&default_weights, false, 0), AIM_GUARD);
    assert_int_equal(aim_among_three(&rival_weights, true, 0), AIM_GUARD);
}

/* Who is alone has nothing to guard, and nobody to hunt. */
TEST(test_aims_need_an_opponent) {
    Game game;
    State state;
    Evaluation evaluation;
    read_position(empty_board, &game, &state);
    state.alive = 1;
    for (int points = -1000; points <= 1000; points += 1000) {
        state.points[0] = points;
        evaluation_init(&evaluation, engine(), &game, &default_weights, &state, 0);
        assert_int_equal(evaluation.aim, AIM_POINTS);
    }
}

/* Thirty rounds before the end a hundred walls are worth no more than can be had by then. */
TEST(test_aims_count_rounds) {
    Game game;
    State state;
    Evaluation evaluation;
    read_position(empty_board, &game, &state);
    for (int y = 1; y < BOARD_SIZE - 1; y += 2)
        for (int x = 9; x < BOARD_SIZE - 1; x++)
            state_add_wall(&state, cell_at(x, y));
    state.round = (uint16_t)(game.last_round - 30);
    for (int lead = 200; lead <= 300; lead += 100) {
        state.points[0] = state.points[1] + lead;
        evaluation_init(&evaluation, engine(), &game, &default_weights, &state, 0);
        assert_int_equal(evaluation.aim, lead == 200 ? AIM_POINTS : AIM_CORNER);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aims_count_cells),
        cmocka_unit_test(test_only_the_last_opponent_is_cornered),
        cmocka_unit_test(test_aims_need_an_opponent),
        cmocka_unit_test(test_aims_count_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
