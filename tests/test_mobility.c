/* What it costs to have little room, and to leave much of it to the prey. */
#include "search/evaluate.h"
#include "support/positions.h"
#include "test.h"

static float cost_with_opponent_at(const char *drawn, Cell opponent) {
    Game game;
    State state;
    Evaluation evaluation;
    const Weights weights = {.low_mobility = 6, .mobility_cells = 6, .mobility_steps = 8};
    read_position(drawn, &game, &state);
    evaluation_init(&evaluation, engine(), &game, &weights, &state, 0);
    put_player(&state, 1, opponent);
    return mobility_cost(&evaluation, &state);
}

/* The way out is four cells long; an opponent who can be at its end as soon leaves two. Behind
 * walls there are never more than two, which matters when somebody is near. */
TEST(test_cells_that_can_be_cut_off_cost) {
    const char *corridor = "position corridor\nround=100 bounty=450\n"
                           "#####################\n"
                           "#A                  #\n"
                           "#+#+# # # # # # # # #\n"
                           "A 2,2 bag=1 radius=1 points=0\n"
                           "B 20,20 bag=1 radius=1 points=0\nbombs\nend\n";
    const char *bend = "position bend\nround=100 bounty=450\n"
                       "#####################\n"
                       "#A                  #\n"
                       "# #+# # # # # # # # #\n"
                       "A 2,2 bag=1 radius=1 points=0\n"
                       "B 20,20 bag=1 radius=1 points=0\nbombs\nend\n";
    const char *cell = "position cell\nround=100 bounty=450\n"
                       "#####################\n"
                       "#A +                #\n"
                       "#+#+# # # # # # # # #\n"
                       "A 2,2 bag=1 radius=1 points=0\n"
                       "B 20,20 bag=1 radius=1 points=0\nbombs\nend\n";
    const char *shaft = "position shaft\nround=100 bounty=450\n"
                        "#####################\n"
                        "#A+                 #\n"
                        "# # # # # # # # # # #\n"
                        "# +                 #\n"
                        "# # # # # # # # # # #\n"
                        "A 2,2 bag=1 radius=1 points=0\n"
                        "B 20,20 bag=1 radius=1 points=0\nbombs\nend\n";
    assert_float_equal(cost_with_opponent_at(corridor, cell_at(9, 1)), 6 - 4, 1e-5);
    assert_float_equal(cost_with_opponent_at(corridor, cell_at(7, 1)), 6 - 3, 1e-5);
    assert_float_equal(cost_with_opponent_at(corridor, cell_at(5, 1)), 6 - 2, 1e-5);
    assert_float_equal(cost_with_opponent_at(bend, cell_at(5, 1)), 0, 1e-5);
    assert_float_equal(cost_with_opponent_at(cell, cell_at(9, 1)), 6 - 2, 1e-5);
    assert_float_equal(cost_with_opponent_at(cell, cell_at(10, 1)), 0, 1e-5);
    assert_float_equal(cost_with_opponent_at(shaft, cell_at(9, 1)), 0, 1e-5);
}

/* B in a corner that is open on one side only, eight cells away; C at large. */
static const char three[] = "position three\nround=100 bounty=300\n"
                            "#####################\n"
                            "#A                 B#\n"
                            "# # # # # # #+#+#+#+#\n"
                            "A 2,2 bag=1 radius=1 points=0\n"
                            "B 20,2 bag=1 radius=1 points=0\n"
                            "C 2,20 bag=1 radius=1 points=0\nbombs\nend\n";

static float cost_of_prey(Aim aim, unsigned alive, Cell prey) {
    Game game;
    State state;
    Evaluation evaluation;
    const Weights weights = {.restrict_target = 0.5f};
    read_position(three, &game, &state);
    state.alive = (uint8_t)alive;
    evaluation_init(&evaluation, engine(), &game, &weights, &state, 0);
    evaluation.aim = aim;
    put_player(&state, 1, prey);
    return mobility_cost(&evaluation, &state);
}

/* The seven cells of a dead end that it can be on after six rounds, if nobody else is tighter. */
TEST(test_prey_at_large_costs_a_hunter) {
    const unsigned a = 1, b = 2, c = 4;
    assert_float_equal(cost_of_prey(AIM_HUNT, a | b | c, cell_at(19, 1)), 3.5f, 1e-5);
    assert_float_equal(cost_of_prey(AIM_HUNT, a | b, cell_at(19, 1)), 3.5f, 1e-5);
    assert_float_equal(cost_of_prey(AIM_POINTS, a | b | c, cell_at(19, 1)), 0, 1e-5);
    assert_float_equal(cost_of_prey(AIM_GUARD, a | b | c, cell_at(19, 1)), 0, 1e-5);
    assert_float_equal(cost_of_prey(AIM_CORNER, a | b, cell_at(19, 1)), 3.5f, 1e-5);
    float at_large = cost_of_prey(AIM_HUNT, a | c, cell_at(10, 10));
    assert_true(at_large > 5 && at_large < 20);
    assert_float_equal(cost_of_prey(AIM_HUNT, a | b | c, cell_at(10, 10)), at_large, 1e-5);
    assert_float_equal(cost_of_prey(AIM_HUNT, a | b, cell_at(10, 10)), 20, 1e-5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells_that_can_be_cut_off_cost),
        cmocka_unit_test(test_prey_at_large_costs_a_hunter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
