/* Strength from scores, against values computed by hand or with other programs' formulas. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena/stats.h"

static void test_elo(void **unused) {
    (void)unused;
    double error;
    const Score none = {0}, even = {30, 30, 40}, quarter = {25, 75, 0}, draws = {100, 0, 300};
    assert_float_equal(score_elo(&none, &error), 0, 0);
    assert_float_equal(error, 0, 0);
    assert_float_equal(score_elo(&even, &error), 0, 1e-9);
    /* Variance 0.15: the share is 0.5 +/- 0.07591, which is 53.16 Elo on either side. */
    assert_float_equal(error, 53.16, 0.01);
    /* 3 to 1 is 400 log10(3). */
    assert_float_equal(score_elo(&quarter, &error), -190.848, 0.001);
    /* 62.5 %: 400 log10(5 / 3). */
    assert_float_equal(score_elo(&draws, &error), 88.739, 0.001);
}

static void test_one_sided_scores_stay_uncertain(void **unused) {
    (void)unused;
    double few_error, many_error;
    const Score few = {4, 0, 0}, many = {200, 0, 0}, lost = {0, 200, 0};
    assert_float_equal(score_elo(&few, &few_error), 1200, 0);
    assert_float_equal(score_elo(&many, &many_error), 1200, 0);
    /* 201 wins, a draw, a loss: share 0.992611 +/- 0.010747, so from 693.4 Elo to the end, 1200. */
    assert_float_equal(many_error, 253.297, 0.001);
    assert_true(few_error > many_error);
    assert_float_equal(score_elo(&lost, &few_error), -1200, 0);
    assert_float_equal(few_error, many_error, 1e-6);
}

static void test_superiority(void **unused) {
    (void)unused;
    const Score none = {0}, ahead = {60, 40, 25}, behind = {40, 60, 900}, sigma = {34, 15, 0};
    assert_float_equal(score_superiority(&none), 0.5, 0);
    /* (60 - 40) / sqrt(100) is 2 standard deviations; draws do not matter. */
    assert_float_equal(score_superiority(&ahead), 0.977250, 1e-6);
    assert_float_equal(score_superiority(&behind), 0.022750, 1e-6);
    assert_float_equal(score_superiority(&sigma), 0.996681, 1e-5); /* 19 / 7 */
}

static void test_sequential_test(void **unused) {
    (void)unused;
    const Score even = {4000, 4000, 2000}, better = {4300, 3700, 2000}, young = {60, 40, 0};
    /* s1 = 1 / (1 + 10^(-5/400)) = 0.507196; 10000 * 0.007196 * (1 - 1.007196) / (2 * 0.2). */
    assert_float_equal(score_llr(&even, 0, 5), -1.29423, 0.00001);
    assert_int_equal(score_verdict(&even, 0, 5), 0);
    /* Share 0.53, variance 0.1991: 10000 * 0.007196 * (1.06 - 1.007196) / 0.3982. */
    assert_float_equal(score_llr(&better, 0, 5), 9.54133, 0.00001);
    assert_int_equal(score_verdict(&better, 0, 5), 1);
    assert_int_equal(score_verdict(&better, 50, 60), -1);
    assert_int_equal(score_verdict(&young, 0, 5), 0);
}

static void test_shares(void **unused) {
    (void)unused;
    assert_float_equal(share_error(0.9, 100), 0.058799, 1e-6);
    assert_float_equal(share_error(0.5, 400), 0.048999, 1e-6);
    assert_float_equal(share_error(1, 4), 0.298199, 1e-6);
    assert_float_equal(share_error(0, 8), 0.185939, 1e-6);
    assert_float_equal(share_error(0, 0), 0, 0);
}

static void test_few_games_decide_nothing(void **unused) {
    (void)unused;
    const Score nineteen = {19, 0, 0}, twenty = {20, 0, 0}, none = {0};
    assert_int_equal(score_verdict(&nineteen, 0, 200), 0);
    assert_int_equal(score_verdict(&twenty, 0, 200), 1);
    assert_int_equal(score_verdict(&none, 0, 5), 0);
    assert_float_equal(score_llr(&none, 0, 5), 0, 0);
}

static void test_times(void **unused) {
    (void)unused;
    float ms[] = {5, 1, 4, 2, 3};
    times_sort(ms, 5);
    assert_float_equal(times_at(ms, 5, 0), 1, 0);
    assert_float_equal(times_at(ms, 5, 0.5), 3, 0);
    assert_float_equal(times_at(ms, 5, 0.99), 5, 0);
    assert_float_equal(times_at(ms, 5, 1), 5, 0);
    assert_float_equal(times_at(ms, 0, 1), 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_one_sided_scores_stay_uncertain),
        cmocka_unit_test(test_superiority),
        cmocka_unit_test(test_sequential_test),
        cmocka_unit_test(test_few_games_decide_nothing),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
