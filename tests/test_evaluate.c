/* What the evaluation promises and what it believes of a plan. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <math.h>

#include <cmocka.h>

#include "agents/evaluate.h"
#include "positions.h"

static const char middle[] = "position middle\nround=100 bounty=450\n"
                             "#####################\n"
                             "#                   #\n"
                             "# # # # # # # # # # #\n"
                             "#                   #\n"
                             "# # # # # # # # # # #\n"
                             "#                   #\n"
                             "# # # # # # # # # # #\n"
                             "#  A                #\n"
                             "# # # # # # # # # # #\n"
                             "#                   #\n"
                             "# # # # # $ # # # # #\n"
                             "#                   #\n"
                             "# # # # # # # # # # #\n"
                             "#             B     #\n"
                             "# # # # # # # # # # #\n"
                             "#                   #\n"
                             "# # # # # # # # # # #\n"
                             "#                   #\n"
                             "# # # # # # # # # # #\n"
                             "#                   #\n"
                             "#####################\n"
                             "A 4,8 bag=1 radius=1 points=200\n"
                             "B 15,14 bag=1 radius=1 points=200\nbombs\nend\n";

static void put(State *state, int player, Cell cell) {
    state->cell[player] = cell;
    state_rehash(state);
}

static void test_way_to_the_prize(void **unused) {
    (void)unused;
    Game game;
    State state;
    Evaluation evaluation;
    const Weights weights = {.prize_step = 1.5f};
    read_position(middle, &game, &state);
    evaluation_init(&evaluation, engine(), &game, &weights, &state, 0);
    float far = evaluate(&evaluation, &state);
    assert_float_equal(far, -1.5f * (7 + 3), 1e-5);
    put(&state, 0, cell_at(6, 9));
    assert_float_equal(evaluate(&evaluation, &state) - far, 1.5f * (3 + 2), 1e-5);
    state.powerups = 0;
    assert_float_equal(evaluate(&evaluation, &state), 0, 1e-5);
}

/* Three steps from A lies a bag; no cell has been stood on yet, the nearest is a step away. It is
 * gone for when it adds 2 points. */
static void test_worthless_powerups_are_left(void **unused) {
    (void)unused;
    Game game;
    State state;
    Evaluation evaluation;
    const Weights weights = {.target_step = 1, .bag = {8, 8, 8, 8}};
    read_position("position bag\nround=100 bounty=450\n"
                  "###########\n"
                  "#A  &     \n"
                  "# # # # # \n"
                  "#         \n"
                  "A 2,2 bag=1 radius=1 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\nbombs\nend\n",
                  &game, &state);
    evaluation_init(&evaluation, engine(), &game, &weights, &state, 0);
    evaluation.bag_scale = 0.25f;
    assert_float_equal(evaluate(&evaluation, &state), -3, 1e-5);
    evaluation.bag_scale = 0.24f;
    assert_float_equal(evaluate(&evaluation, &state), -1, 1e-5);
}

/* Nobody knows where an opponent will be in ten rounds. */
static void test_later_kills_are_believed_less(void **unused) {
    (void)unused;
    Game game;
    State before, after;
    Evaluation evaluation;
    const Weights weights = {.kill = 0.1f, .kill_decay = 0.9f};
    read_position(middle, &game, &before);
    evaluation_init(&evaluation, engine(), &game, &weights, &before, 0);
    for (int rounds = 0; rounds < 20; rounds += 5) {
        before.round = (uint16_t)(100 + rounds);
        after = before;
        after.alive = 1;
        after.points[0] += 450;
        assert_float_equal(points_won(&evaluation, &before, &after), 45 * powf(0.9f, (float)rounds),
                           1e-3);
    }
}

static Aim aim_of(int lead, int touched_by_a, int touched_by_b) {
    Game game;
    State state;
    Evaluation evaluation;
    read_position(middle, &game, &state);
    state.points[0] += lead;
    state.points[0] -= 100 * touched_by_a / game.open_cells;
    state.points[1] -= 100 * touched_by_b / game.open_cells;
    state.touched_count[0] = (uint16_t)touched_by_a;
    state.touched_count[1] = (uint16_t)touched_by_b;
    evaluation_init(&evaluation, engine(), &game, &default_weights, &state, 0);
    return evaluation.aim;
}

/* No wall is left, but there are cells to be stood on, a hundred points for all of them. */
static void test_aims_count_cells(void **unused) {
    (void)unused;
    assert_int_equal(aim_of(40, 200, 200), AIM_GUARD);
    assert_int_equal(aim_of(40, 200, 100), AIM_POINTS);
    assert_int_equal(aim_of(80, 200, 100), AIM_GUARD);
    assert_int_equal(aim_of(-20, 200, 100), AIM_POINTS);
    assert_int_equal(aim_of(-20, OPEN_CELLS, 100), AIM_HUNT);
    assert_int_equal(aim_of(-80, 200, 100), AIM_HUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_way_to_the_prize),
        cmocka_unit_test(test_later_kills_are_believed_less),
        cmocka_unit_test(test_worthless_powerups_are_left),
        cmocka_unit_test(test_aims_count_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
