/* Positions drawn from games, and the fit of features to them. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/notation.h"
#include "engine/positions.h"
#include "records/position_file.h"
#include "search/evaluate.h"
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"
#include "tuning/fit.h"

#define NO_GSL "GSL is not installed (apt-get install libgsl-dev)"

enum { PLANTED = 3 };

static const char *const names[PLANTED] = {"bag", "radius", "walls_near"};
static const double coefficients[PLANTED] = {20, -8, 3};

static double evaluation_of(const Game *game, const State *state, int player) {
    Evaluation evaluation;
    evaluation_init(&evaluation, engine(), game, &default_weights, state, player);
    return (double)evaluate(&evaluation, state);
}

/* What A wins from here on: a linear function of the features, of which B's are the opposite. */
static double planted(const Game *game, const State *state, FitBaseline baseline) {
    FeatureView view;
    double sum = 0;
    assert_true(feature_view_init(&view, engine(), game, state, 0));
    for (int i = 0; i < PLANTED; i++)
        sum += coefficients[i] * feature_named(names[i], strlen(names[i]))->value(&view);
    if (baseline == FIT_DIFFERENCE)
        sum += evaluation_of(game, state, 0) - evaluation_of(game, state, 1);
    return sum;
}

/* Append the positions for two players that the library has, each as a game of its own that ends as
 * planned. Returns their number. */
static int write_positions(const char *path, FitBaseline baseline) {
    const char *text = positions_text;
    char name[NOTATION_NAME], error[256];
    Game game, seen_game;
    State state, seen;
    int count = 0;
    unlink(path);
    while (notation_read(&text, name, &game, &state, error, sizeof error)) {
        PositionDraw draw = {.every = 1};
        if (state.players != 2 || state.alive != 3)
            continue;
        state_hide_powerups(&game, &state, &seen_game, &seen);
        State end = seen;
        end.points[0] += (int)lround(planted(&seen_game, &seen, baseline));
        position_draw_round(&draw, &state);
        assert_true(position_draw_end(&draw, path, count, count, &game, &end));
        count++;
    }
    return count;
}

static void assert_gives_back(FitBaseline baseline) {
    Fit fit = {.baseline = baseline};
    char path[SCRATCH_PATH], error[256];
    int count = write_positions(scratch_path("positions.txt", path), baseline);
    assert_true(count > 20);
    assert_true(fit_choose(&fit, "bag,radius,walls_near", error, sizeof error));
    if (!fit_file(&fit, path, error, sizeof error))
        fail_msg("%s", error);
    assert_int_equal(fit.rows, 2 * count);
    assert_int_equal(fit.maps, count);
    assert_true(fit.r2 > 0.999);
    for (int i = 0; i < PLANTED; i++) {
        assert_string_equal(fit.columns[i].name, names[i]);
        assert_true(fabs(fit.columns[i].coefficient - coefficients[i]) < 0.2);
        assert_true(fit.columns[i].error < 0.2);
    }
    assert_true(fabs(fit.columns[PLANTED].coefficient) < 0.2);
}

TEST(test_a_planted_relation_comes_back) {
    if (!fit_is_available())
        SKIP_BECAUSE(NO_GSL);
    assert_gives_back(FIT_NONE);
    assert_gives_back(FIT_DIFFERENCE);
}

TEST(test_positions_come_back_with_their_end) {
    PositionDraw draw = {.every = 10};
    PositionFile file;
    PositionLabel label;
    Game game;
    State state, read;
    char path[SCRATCH_PATH], error[256];
    game_init(&game, 2, 500);
    state_init(&state, &game);
    state_add_wall(&state, cell_at(5, 10));
    state_touch(&state, 1, cell_at(18, 19));
    for (state.round = 0; state.round < 25; state.round++)
        position_draw_round(&draw, &state);
    assert_int_equal(draw.count, 3);
    state.points[0] = 70;
    state.alive = 2;
    assert_true(position_draw_end(&draw, scratch_path("ends.txt", path), 7, -3, &game, &state));
    assert_true(position_file_open(&file, path));
    for (int round = 0; round < 30; round += 10) {
        assert_true(position_file_next(&file, &game, &read, &label, error, sizeof error));
        assert_int_equal(read.round, round);
        assert_int_equal(read.touched_count[1], 2);
        assert_true(board_has(&read.walls, cell_at(5, 10)));
        assert_int_equal(label.game, 7);
        assert_int_equal(label.seed, -3);
        assert_int_equal(label.margin[0], position_margin(&game, &state, 0));
        assert_int_equal(label.margin[1], -label.margin[0]);
        assert_false(label.survived[0]);
        assert_true(label.survived[1]);
    }
    assert_false(position_file_next(&file, &game, &read, &label, error, sizeof error));
    assert_string_equal(error, "");
    position_file_close(&file);
}

TEST(test_the_arena_draws_positions_and_the_tuner_fits_them) {
    run("cd $scratch && arena -a rusher -a chaser --nodes 5 --games 8 --positions drawn --every 50 "
        "--concurrency 2 && grep -c '^position [0-7] seed=[1-4] A=[-0-9]*/[0-9]*/[a-z]* B=' drawn");
    assert_run(0, "\n", NULL);
    assert_int_equal(count_occurrences(run("cat $scratch/drawn")->out, "\nround=50 "), 8);
    if (!fit_is_available())
        SKIP_BECAUSE(NO_GSL);
    run("tune --fit $scratch/drawn --features bag,prize");
    assert_run(0, "fit rows=", NULL);
    assert_run(0, " maps=4 ", NULL);
    assert_run(0, "\nconstant ", NULL);
}

TEST(test_what_cannot_be_fitted_is_explained) {
    const Refusal refusals[] = {{"--fit x --features bag,luck", "there is no feature \"luck\""},
                                {"--fit x --evaluation some", "--evaluation takes own"},
                                {"--fit x -o y", ""}};
    assert_refusals("tune", refusals, 3);
    run("cd $scratch && tune --fit absent");
    assert_run(1, NULL, "cannot read absent: No such file");
    run("cd $scratch && printf 'position x\\nend\\n' >other && tune --fit other");
    assert_run(1, NULL, "position x: its name does not say the end of its game");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_planted_relation_comes_back),
        cmocka_unit_test(test_positions_come_back_with_their_end),
        cmocka_unit_test(test_the_arena_draws_positions_and_the_tuner_fits_them),
        cmocka_unit_test(test_what_cannot_be_fitted_is_explained),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
