/* Strength from scores, compared with values computed by hand or with other programs' formulas. */
#include <math.h>
#include <stdio.h>

#include "stats/stats.h"
#include "test.h"

/* A score whose games are all on maps of their own. */
static Score score_of(int wins, int losses, int draws) {
    Score score = {0};
    for (int i = 0; i < wins + losses + draws; i++)
        score_add(&score, i, i < wins ? 1 : i < wins + losses ? -1 : 0);
    assert_int_equal(score.wins, wins);
    assert_int_equal(score.losses, losses);
    assert_int_equal(score.draws, draws);
    return score;
}

static double elo_of(Score score, double *error) {
    return score_elo(&score, error);
}

static double superiority_of(Score score) {
    return score_superiority(&score);
}

TEST(test_elo_follows_the_score) {
    double error;
    assert_float_equal(elo_of(score_of(0, 0, 0), &error), 0, 0);
    assert_float_equal(error, 0, 0);
    assert_float_equal(elo_of(score_of(30, 30, 40), &error), 0, 1e-9);
    /* Variance 0.15: the share is 0.5 +/- 0.07591, which is 53.16 Elo on either side. */
    assert_float_equal(error, 53.16, 0.01);
    /* 3 to 1 is 400 log10(3). */
    assert_float_equal(elo_of(score_of(25, 75, 0), &error), -190.848, 0.001);
    /* 62.5 %: 400 log10(5 / 3). */
    assert_float_equal(elo_of(score_of(100, 0, 300), &error), 88.739, 0.001);
}

TEST(test_one_sided_scores_stay_uncertain) {
    double few_error, many_error;
    assert_float_equal(elo_of(score_of(4, 0, 0), &few_error), 1200, 0);
    assert_float_equal(elo_of(score_of(200, 0, 0), &many_error), 1200, 0);
    /* 201 wins, a loss: share 0.995050 +/- 0.009679, so from 731.35 Elo to the end, 1200. */
    assert_float_equal(many_error, 234.324, 0.001);
    assert_true(few_error > many_error);
    assert_float_equal(elo_of(score_of(0, 200, 0), &few_error), -1200, 0);
    assert_float_equal(few_error, many_error, 1e-6);
}

/* Two seats a map, one of which nearly always wins: the sums of the maps are nearly equal. */
TEST(test_luck_of_seats_adds_no_error) {
    Score score = {0};
    double error;
    for (int map = 0; map < 100; map++) {
        score_add(&score, map, 1);
        score_add(&score, map, map < 10 ? 1 : -1);
    }
    /* 10 maps of 2 points, 90 of 1: 110 of 200. Sum of (S - 1.1)^2: 9; 0.55 +/- 1.96 * 3 / 200. */
    assert_float_equal(sample_error(&score.points), 0.029399, 1e-6);
    assert_float_equal(sample_error(&score.won), 0.029399, 1e-6);
    assert_float_equal(score_elo(&score, &error), 34.860, 0.001);
    assert_float_equal(error, 20.660, 0.001);
    /* Were both equal, sum of (S - 1)^2: 10; 0.05 * 200 / sqrt(10) = 3.1623 standard deviations. */
    assert_float_equal(score_superiority(&score), 0.999217, 1e-6);
    /* 40000 * 0.007196 * (1.1 - 1.007196) / (2 * 9). */
    assert_float_equal(score_llr(&score, 0, 5), 1.48386, 0.00001);
    Score single = score_of(110, 90, 0);
    assert_true(sample_error(&single.points) > 2 * sample_error(&score.points));
}

/* Each map has a win and a loss. No chance shows, but there may be some. */
TEST(test_equal_maps_stay_uncertain) {
    Score score = {0};
    for (int map = 0; map < 50; map++) {
        score_add(&score, map, 1);
        score_add(&score, map, -1);
    }
    /* 52 of 104, two maps a point off: 1.96 * sqrt(2) / 104. */
    assert_float_equal(sample_error(&score.points), 0.026652, 1e-6);
    assert_float_equal(score_superiority(&score), 0.5, 0);
}

/* The running sums equal those of the maps, whatever the size of a map. */
TEST(test_maps_are_added_up) {
    static const int games[] = {1, 4, 2, 3, 4, 1};
    static const double values[] = {1, 0.5, 0, 1, 1, 0, 0, 1, 0.5, 0.5, 0, 0, 1, 0, 1};
    Sample sample = {0};
    double residual = 0, mean = 7.5 / 15;
    for (int map = 0, next = 0; map < 6; map++) {
        double sum = 0;
        for (int i = 0; i < games[map]; i++, next++) {
            sample_add(&sample, map + 7, values[next]);
            sum += values[next];
        }
        residual += (sum - games[map] * mean) * (sum - games[map] * mean);
    }
    assert_int_equal(sample.count, 15);
    assert_float_equal(sample_mean(&sample), mean, 1e-12);
    assert_float_equal(sample_variance(&sample, mean), residual / (15 * 15), 1e-12);
    assert_float_equal(sample_error(&sample), 1.959964 * sqrt(residual) / 15, 1e-9);
}

static void assert_printed(const Score *score, const char *line) {
    char text[256] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    score_print(score, out);
    fclose(out);
    assert_string_equal(text, line);
}

TEST(test_lead_is_printed) {
    static const int points[][2] = {{150, -50}, {80, 0}, {-10, 30}};
    Score score = {0}, young = {0};
    for (int map = 0; map < 3; map++)
        for (int i = 0; i < 2; i++) {
            score_add(&score, map, points[map][i]);
            score_add_lead(&score, map, points[map][i]);
        }
    /* 200 points in 6 games; the maps are off by 33.3, 13.3 and -46.7: 1.96 * 58.88 / 6. Of the
     * score, 3.5 of 6, by -1/6, 1/3 and -1/6: 0.583 +/- 0.133, from 161 to -35 Elo; and were both
     * equal, by 0, 1/2 and 0, so that it is one standard deviation off. */
    assert_printed(&score, "games=6 win=50.0 loss=33.3 draw=16.7 elo=+58 +/-98 los=84.1 "
                           "lead=+33.3 +/-19.2");
    for (int map = 3; map < 9; map++)
        score_add(&score, map, 1);
    assert_true(score_has_lead(&score));
    score_add(&score, 9, 1);
    assert_false(score_has_lead(&score));
    score_add(&young, 0, 1);
    score_add_lead(&young, 0, 30);
    assert_printed(&young, "games=1 win=100.0 loss=0.0 draw=0.0 elo=+1200 +/-763 los=84.1");
}

TEST(test_superiority_follows_wins_and_losses) {
    assert_float_equal(superiority_of(score_of(0, 0, 0)), 0.5, 0);
    /* (60 - 40) / sqrt(100) is 2 standard deviations; draws do not matter. */
    assert_float_equal(superiority_of(score_of(60, 40, 25)), 0.977250, 1e-6);
    assert_float_equal(superiority_of(score_of(40, 60, 900)), 0.022750, 1e-6);
    assert_float_equal(superiority_of(score_of(34, 15, 0)), 0.996681, 1e-5); /* 19 / 7 */
}

TEST(test_likelihood_ratio_follows_the_score) {
    const Score even = score_of(4000, 4000, 2000), better = score_of(4300, 3700, 2000);
    const Score young = score_of(60, 40, 0);
    /* s1 = 1 / (1 + 10^(-5/400)) = 0.507196; 10000 * 0.007196 * (1 - 1.007196) / (2 * 0.2). */
    assert_float_equal(score_llr(&even, 0, 5), -1.29423, 0.00001);
    assert_int_equal(score_verdict(&even, 0, 5), 0);
    /* Share 0.53, variance 0.1991: 10000 * 0.007196 * (1.06 - 1.007196) / 0.3982. */
    assert_float_equal(score_llr(&better, 0, 5), 9.54133, 0.00001);
    assert_int_equal(score_verdict(&better, 0, 5), 1);
    assert_int_equal(score_verdict(&better, 50, 60), -1);
    assert_int_equal(score_verdict(&young, 0, 5), 0);
}

static double error_of(int ones, int zeros) {
    Sample sample = {0};
    for (int i = 0; i < ones + zeros; i++)
        sample_add(&sample, i, i < ones);
    return sample_error(&sample);
}

TEST(test_shares_have_errors) {
    assert_float_equal(error_of(90, 10), 0.058799, 1e-6);
    assert_float_equal(error_of(200, 200), 0.048999, 1e-6);
    assert_float_equal(error_of(4, 0), 0.298199, 1e-6);
    assert_float_equal(error_of(0, 8), 0.185939, 1e-6);
    assert_float_equal(error_of(0, 0), 0, 0);
}

TEST(test_few_games_decide_nothing) {
    const Score nineteen = score_of(19, 0, 0), twenty = score_of(20, 0, 0), none = {0};
    assert_int_equal(score_verdict(&nineteen, 0, 200), 0);
    assert_int_equal(score_verdict(&twenty, 0, 200), 1);
    assert_int_equal(score_verdict(&none, 0, 5), 0);
    assert_float_equal(score_llr(&none, 0, 5), 0, 0);
}

/* Maps of two games, half of them won by both, the others shared. */
TEST(test_sample_grows_until_its_error_is_small) {
    Sample sample = {0};
    for (int game = 0; game < SAMPLE_ENOUGH - 2; game++)
        sample_add(&sample, game / 2, game % 4 > 0);
    assert_true(sample_error(&sample) < 0.5);
    assert_false(sample_is_enough(&sample, 0.5));
    assert_int_equal(sample_expected_end(&sample, 0.5, 200), 200);
    for (int game = SAMPLE_ENOUGH - 2; game < SAMPLE_ENOUGH; game++)
        sample_add(&sample, game / 2, game % 4 > 0);
    double error = sample_error(&sample);
    assert_true(sample_is_enough(&sample, 0.5));
    assert_false(sample_is_enough(&sample, error / 2));
    assert_int_equal(sample_expected_end(&sample, error / 2, 200), 4 * SAMPLE_ENOUGH);
    assert_int_equal(sample_expected_end(&sample, error / 3, 200), 200);
}

TEST(test_times_are_printed) {
    float ms[] = {5, 1, 4, 2, 3};
    times_sort(ms, 5);
    assert_float_equal(times_percentile(ms, 5, 0), 1, 0);
    assert_float_equal(times_percentile(ms, 5, 0.5), 3, 0);
    assert_float_equal(times_percentile(ms, 5, 0.99), 5, 0);
    assert_float_equal(times_percentile(ms, 5, 1), 5, 0);
    assert_float_equal(times_percentile(ms, 0, 1), 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elo_follows_the_score),
        cmocka_unit_test(test_one_sided_scores_stay_uncertain),
        cmocka_unit_test(test_luck_of_seats_adds_no_error),
        cmocka_unit_test(test_equal_maps_stay_uncertain),
        cmocka_unit_test(test_maps_are_added_up),
        cmocka_unit_test(test_lead_is_printed),
        cmocka_unit_test(test_superiority_follows_wins_and_losses),
        cmocka_unit_test(test_likelihood_ratio_follows_the_score),
        cmocka_unit_test(test_few_games_decide_nothing),
        cmocka_unit_test(test_shares_have_errors),
        cmocka_unit_test(test_sample_grows_until_its_error_is_small),
        cmocka_unit_test(test_times_are_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
