/* The tuner: stochastic approximation on a function with a known optimum, its log, its matches. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "agents/registry.h"
#include "engine/random.h"
#include "platform/file.h"
#include "platform/interrupt.h"
#include "search/agent.h"
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"
#include "tuning/spsa_log.h"
#include "tuning/tuning.h"

enum { COUNT = 4 };

/* The best values, in very different units; the last lies beyond its bound. */
static const double best[COUNT] = {30, 0.9, 4, 12};
static const SpsaParameter parameters[COUNT] = {
    {"a", 10, 0, 100, 2}, {"b", 0.6, 0.5, 1, 0.03}, {"c", 9, 0, 20, 0.5}, {"d", 5, 0, 10, 1}};

static double quality(const double *value) {
    double sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum -= pow((value[i] - best[i]) / parameters[i].step, 2);
    return sum;
}

typedef struct Noise {
    uint64_t seed;
    double sense; /* 1: the better wins; 0: nothing but noise */
    int until;    /* iteration from which there is no result */
} Noise;

/* Four games. The better values win each with a probability that follows from the difference. */
static bool noisy_match(void *context, int iteration, const double *plus, const double *minus,
                        double *score) {
    const Noise *noise = context;
    Random random = random_seeded(noise->seed * 1000003 + (uint64_t)iteration);
    double chance = 1 / (1 + exp(-noise->sense * 0.05 * (quality(plus) - quality(minus))));
    *score = 0;
    for (int game = 0; game < 4; game++)
        *score += random_below(&random, 1 << 20) < chance * (1 << 20) ? 0.25 : -0.25;
    for (int i = 0; i < COUNT; i++) {
        assert_true(plus[i] >= parameters[i].low && plus[i] <= parameters[i].high);
        assert_true(minus[i] >= parameters[i].low && minus[i] <= parameters[i].high);
    }
    return iteration < noise->until;
}

static void start(Spsa *spsa, uint64_t seed) {
    SpsaGains gains = spsa_usual_gains;
    gains.seed = seed;
    gains.a = spsa_gain_for(0.5, &gains);
    spsa_init(spsa, &gains, parameters, COUNT);
}

static double distance(const Spsa *spsa, int i) {
    double aim = fmin(best[i], parameters[i].high);
    return fabs(spsa->value[i] - aim) / parameters[i].step;
}

TEST(test_tuning_converges) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        Spsa spsa;
        Noise noise = {seed, 1, 100000};
        start(&spsa, seed);
        for (int k = 0; k < 3000; k++)
            assert_true(spsa_iterate(&spsa, noisy_match, &noise));
        for (int i = 0; i < COUNT; i++)
            assert_true(distance(&spsa, i) < 2);
    }
}

/* On noise the values stay where they are. */
TEST(test_noise_changes_little) {
    int near = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        Spsa spsa;
        Noise noise = {seed, 0, 100000};
        start(&spsa, seed);
        for (int k = 0; k < 3000; k++)
            assert_true(spsa_iterate(&spsa, noisy_match, &noise));
        near += distance(&spsa, 0) < 2 && distance(&spsa, 1) < 2 && distance(&spsa, 2) < 2;
    }
    assert_true(near <= 1);
}

static bool plus_wins(void *context, int iteration, const double *plus, const double *minus,
                      double *score) {
    double *seen = context;
    (void)iteration;
    for (int i = 0; i < COUNT; i++)
        seen[i] = plus[i] - minus[i];
    *score = 1;
    return true;
}

/* The first iterations by hand, after Spall's formulas. */
TEST(test_gains_follow_spall) {
    Spsa spsa;
    start(&spsa, 3);
    for (int k = 1; k <= 3; k++) {
        double before[COUNT], seen[COUNT];
        memcpy(before, spsa.value, sizeof before);
        assert_true(spsa_iterate(&spsa, plus_wins, seen));
        double a = spsa.gains.a / pow(50 + k, 0.602), c = 1 / pow(k, 0.101);
        for (int i = 0; i < COUNT; i++) {
            double sign = seen[i] > 0 ? 1 : -1, step = parameters[i].step;
            assert_float_equal(seen[i], sign * 2 * c * step, 1e-9);
            assert_float_equal(spsa.value[i], before[i] + sign * step * a / (2 * c), 1e-6);
            if (k == 1)
                assert_float_equal(fabs(spsa.value[i] - before[i]), 0.5 * step, 1e-6);
        }
        assert_int_equal(spsa.iteration, k);
    }
}

TEST(test_no_result_changes_nothing) {
    Spsa spsa, before;
    Noise noise = {1, 1, 6};
    start(&spsa, 1);
    for (int k = 1; k < 6; k++)
        assert_true(spsa_iterate(&spsa, noisy_match, &noise));
    before = spsa;
    assert_false(spsa_iterate(&spsa, noisy_match, &noise));
    assert_memory_equal(&spsa, &before, sizeof spsa);
}

static const char *log_path(void) {
    static char path[SCRATCH_PATH];
    return scratch_path("tune.txt", path);
}

static void go_on(Spsa *spsa, FILE *log, int until) {
    Noise noise = {7, 1, 100000};
    assert_non_null(log);
    while (spsa->iteration < until) {
        assert_true(spsa_iterate(spsa, noisy_match, &noise));
        assert_true(spsa_log_add(log, spsa));
    }
    fclose(log);
}

static char said[4096];

static void hear(const char *text) {
    size_t length = strlen(said);
    snprintf(said + length, sizeof said - length, "%s\n", text);
}

static const LogResume at_once = {.say = hear};

static FILE *resume(Spsa *spsa, char error[1024]) {
    return spsa_log_resume(log_path(), "title", spsa, &at_once, error, 1024);
}

static char *read_log(void) {
    size_t size;
    char *text = file_read(log_path(), 1 << 20, &size);
    assert_non_null(text);
    return text;
}

TEST(test_resumed_tuning_equals_an_uninterrupted_one) {
    Spsa whole, parts;
    char error[1024];
    remove(log_path());
    start(&whole, 7);
    go_on(&whole, spsa_log_create(log_path(), "title", &whole, error, sizeof error), 90);
    char *expected = read_log();
    remove(log_path());
    for (int until = 30; until <= 90; until += 30) {
        start(&parts, 7);
        go_on(&parts, resume(&parts, error), until);
        /* A line that ends in the middle, as after a power failure. */
        FILE *torn = fopen(log_path(), "a");
        assert_non_null(torn);
        fputs(until < 90 ? "31 0.25" : "", torn);
        fclose(torn);
    }
    assert_memory_equal(&whole, &parts, sizeof whole);
    char *text = read_log();
    assert_string_equal(text, expected);
    free(text);
    free(expected);
    assert_null(spsa_log_create(log_path(), "title", &whole, error, sizeof error));
    assert_non_null(strstr(error, "--resume"));
    remove(log_path());
}

static void assert_refused(const char *text, size_t size, const char *says) {
    Spsa spsa;
    char error[1024] = "";
    start(&spsa, 7);
    assert_true(file_replace(log_path(), text, size));
    assert_null(resume(&spsa, error));
    if (!strstr(error, says))
        fail_msg("\"%s\" does not say \"%s\"", error, says);
    char *kept = read_log();
    assert_memory_equal(kept, text, size);
    free(kept);
    remove(log_path());
}

#define HEADER "# title\n# iteration score a b c d\n"

TEST(test_other_logs_are_refused) {
    assert_refused("# other\n# iteration score a b c d\n", 34, "is the log of another tuning");
    assert_refused("# titl\n# iteration score a b c d\n", 33, "is the log of another tuning");
    assert_refused("# title\n# iteration score a b c\n", 32,
                   "it has\n  # iteration score a b c\ninstead of\n"
                   "  # iteration score a b c d");
    assert_refused("my notes", 8, "is the log of another tuning");
    assert_refused("\033[31m", 5, "it has\n  ?[31m\n");
}

#define FIRST "1 0.250000 1.000000 0.600000 1.000000 1.000000\n"
#define THIRD "3 0.250000 2.000000 0.600000 1.000000 1.000000\n"

/* Resume a log; its iteration and its text must become these, and the message must have `says`. */
static void assert_resumed(const char *text, size_t size, int iteration, const char *left,
                           const char *says) {
    Spsa spsa;
    char error[1024] = "";
    said[0] = 0;
    start(&spsa, 7);
    assert_true(file_replace(log_path(), text, size));
    FILE *log = resume(&spsa, error);
    if (!log)
        fail_msg("%s", error);
    fclose(log);
    char *kept = read_log();
    assert_string_equal(kept, left);
    assert_int_equal(spsa.iteration, iteration);
    if (!strstr(said, says))
        fail_msg("\"%s\" does not say \"%s\"", said, says);
    free(kept);
    remove(log_path());
}

TEST(test_damaged_lines_of_a_log_are_skipped) {
    static const char *const damaged[] = {
        "2 0 1 0.6 1\n",                                      /* a value is missing */
        "2 0.250000 1.000000 0.600000 1.000000 1.000000 1\n", /* one too many */
        "2 0.250000 1.000000 0.200000 1.000000 1.000000\n",   /* beyond its bounds */
        "2 0.250000 1.000000 0.600000 1.000000 1.0\n",        /* without its last digits */
        "+2 0.250000 1.000000 0.600000 1.000000 1.000000\n",
        "2 0.25 nan\n",
        "x\n",
        "0 0.250000 1.000000 0.600000 1.000000 1.000000\n" FIRST /* out of order */
    };
    char text[512];
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
        int size = snprintf(text, sizeof text, HEADER FIRST "%s" THIRD, damaged[i]);
        assert_resumed(text, (size_t)size, 3, HEADER FIRST THIRD, "tune.txt: line 4, byte 81: ");
        assert_non_null(strstr(said, "iterations 2 to 2 are missing before it"));
        assert_non_null(strstr(said, "continues after iteration 3"));
        size = snprintf(text, sizeof text, HEADER FIRST "%s", damaged[i]);
        assert_resumed(text, (size_t)size, 1, HEADER FIRST, "tune.txt: line 4, byte 81: ");
    }
}

#define SIZED(text) text, sizeof text - 1

TEST(test_zero_bytes_of_a_log_are_skipped) {
    assert_resumed(SIZED(HEADER FIRST "\0\0\0" THIRD), 3, HEADER FIRST THIRD,
                   "line 4, byte 81: zero bytes (at byte 81); 3 bytes skipped");
    assert_resumed(SIZED("\0" HEADER FIRST "2 0.25\0\0\0\n" THIRD "\0"), 3, HEADER FIRST THIRD,
                   "line 1, byte 0: zero bytes");
    assert_resumed(SIZED(HEADER "\n" FIRST "\0\0"), 1, HEADER FIRST, "byte 82: zero bytes");
}

TEST(test_a_log_that_has_just_begun_is_resumed) {
    assert_resumed(SIZED(""), 0, HEADER, "tune.txt is empty: it begins with the first iteration");
    assert_resumed(SIZED("\0\0"), 0, HEADER, "tune.txt has no whole header");
    assert_resumed(SIZED("# ti"), 0, HEADER, "line 1, byte 0: the line is cut off");
    assert_resumed(SIZED("# ti\0\0"), 0, HEADER, "line 1, byte 0: the line is cut off");
    assert_resumed(SIZED("# title\n# iter"), 0, HEADER, "line 2, byte 8: the line is cut off");
    assert_resumed(SIZED("# title\n"), 0, HEADER, "tune.txt has no whole header");
}

TEST(test_line_ends_of_a_log_may_be_of_windows) {
    assert_resumed(SIZED("# title\r\n# iteration score a b c d\r\n\r\n"
                         "1 0.250000 1.000000 0.600000 1.000000 1.000000\r\n"),
                   1, HEADER FIRST, "");
    assert_string_equal(said, "");
}

/* The tuning that is killed at any time and resumed becomes the same, and its log has each line. */
TEST(test_a_killed_program_is_resumed) {
    run("tune='tune --nodes 20 --maps 1 --weights bag2,bag3 --iterations 60 -o '$scratch/; "
        "unset IFS; ${tune}whole || exit 9; "
        "for delay in 0.01 0.02 0.05 0.1 0.02 0.1; do ${tune}killed --resume & sleep $delay; "
        "kill -KILL $!; done; "
        "printf '999 0.2' >>$scratch/killed; ${tune}killed --resume && "
        "cmp $scratch/whole $scratch/killed && tail -n 1 $scratch/killed.damaged");
    assert_run(0, "\n999 0.2\n", "killed: line ");
    assert_run(0, NULL, "the skipped bytes are kept in ");
}

/* The tuning that ends may still have its log open for a moment. */
TEST(test_resuming_waits_for_the_tuning_that_ends) {
    run("tune='tune --nodes 20 --maps 1 --weights bag2 --iterations 2 -o '$scratch/waited; "
        "unset IFS; $tune && "
        "{ flock $scratch/waited sh -c ': >$scratch/held; "
        "until [ -s $scratch/said ]; do sleep 0.02; done' & "
        "until [ -e $scratch/held ]; do sleep 0.02; done; "
        "$tune --resume 2>$scratch/said; cat $scratch/said >&2; }");
    assert_run(0, "tuned iterations=2", "waited is being written by process ");
}

TEST(test_only_one_tuner_writes_a_log) {
    Spsa spsa;
    char error[1024] = "";
    start(&spsa, 7);
    FILE *log = spsa_log_create(log_path(), "title", &spsa, error, sizeof error);
    assert_non_null(log);
    assert_null(resume(&spsa, error));
    assert_non_null(strstr(error, "is being written by another tuning"));
    fclose(log);
    for (int i = 0; i < 2; i++) {
        log = resume(&spsa, error);
        assert_non_null(log);
        if (i == 0)
            fclose(log);
    }
    assert_null(resume(&spsa, error));
    fclose(log);
    remove(log_path());
}

static Tuning small_tuning(void) {
    Tuning tuning = {.agent = "beam:width=12,depth=8",
                     .start = default_weights,
                     .nodes = 120,
                     .maps = 2,
                     .seed = 5};
    tuning.concurrency = 2;
    return tuning;
}

TEST(test_weights_can_be_chosen) {
    Tuning tuning = small_tuning();
    SpsaParameter chosen[SPSA_PARAMETERS_MAX];
    char spec[TUNING_SPEC];
    assert_true(tuning_choose(&tuning, ""));
    assert_int_equal(tuning.count, WEIGHT_COUNT);
    assert_true(tuning_choose(&tuning, "target_step,bag2"));
    assert_int_equal(tuning.count, 2);
    tuning_parameters(&tuning, chosen);
    assert_string_equal(chosen[0].name, "bag2");
    assert_float_equal(chosen[0].start, default_weights.bag[0], 1e-6);
    tuning_spec(&tuning, (const double[]){28, 0.4}, spec);
    assert_string_equal(spec, "beam:width=12,depth=8,bag2=28.000000,target_step=0.400000");
    tuning.start.bag[0] = 60;
    tuning.start.radius[2] = 1.5f;
    tuning_parameters(&tuning, chosen);
    assert_float_equal(chosen[0].start, 60, 1e-6);
    tuning_spec(&tuning, (const double[]){28, 0.4}, spec);
    assert_string_equal(
        spec, "beam:width=12,depth=8,radius3=1.500000,bag2=28.000000,target_step=0.400000");
    assert_false(tuning_choose(&tuning, "bag2,bag"));
    assert_non_null(strstr(tuning.error, "radius1"));
}

/* Every weight is a setting of the beam that changes what the evaluation says. */
static void assert_taken(const char *spec) {
    char error[1024];
    Agent *agent = agent_create(spec, 1, error, sizeof error);
    if (!agent)
        fail_msg("%s: %s", spec, error);
    agent_destroy(agent);
}

TEST(test_weights_are_settings) {
    static const char *const agents[] = {"beam", "rhea", "mcts", "mcts-bias", "duct"};
    Weights weights = default_weights;
    Setting table[WEIGHT_SETTINGS + 2] = {{"kept", SETTING_FLOAT, &weights, 0, 1}};
    weights_settings(&weights, table, WEIGHT_SETTINGS + 2);
    assert_string_equal(table[0].name, "kept");
    assert_null(table[WEIGHT_SETTINGS + 1].name);
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const WeightKind *kind = weight_kind_at(i);
        char spec[64], error[1024];
        float value = (kind->low + kind->high) / 4 + kind->low / 2;
        for (int a = 0; a < 5; a++) {
            snprintf(spec, sizeof spec, "%s:%s=%g", agents[a], kind->name, (double)value);
            assert_taken(spec);
        }
        snprintf(spec, sizeof spec, "%s=%g", kind->name, (double)value);
        assert_true(settings_read(spec, table + 1, error, sizeof error));
        assert_float_equal(*weight_at(&weights, i), value, 1e-6);
        for (int j = 0; j < i; j++)
            assert_ptr_not_equal(weight_at(&weights, i), weight_at(&weights, j));
    }
    assert_true(weights.bag[0] != default_weights.bag[0]);
    assert_true(weights.discount != default_weights.discount);
}

/* Even the longest possible spec is accepted as an agent. */
TEST(test_all_weights_play) {
    Tuning tuning = small_tuning();
    double values[SPSA_PARAMETERS_MAX], score;
    tuning.maps = 1;
    assert_true(tuning_choose(&tuning, NULL));
    for (int i = 0; i < tuning.count; i++)
        values[i] = (double)weight_kind_at(i)->high;
    if (!tuning_match(&tuning, 1, values, values, &score))
        fail_msg("%s", tuning.error);
    assert_true(score >= -1 && score <= 1);
}

/* A beam that discounts points by half a round later loses to a patient one, on both sides. */
TEST(test_matches_are_fair_and_repeat) {
    Tuning tuning = small_tuning();
    const double good[] = {0.98}, bad[] = {0.5};
    double score[3];
    tuning.maps = 8;
    tuning.agent = "beam:trade=5,wall_share=0,no-leave_loops"; /* short, clear games */
    assert_true(tuning_choose(&tuning, "discount"));
    assert_true(tuning_match(&tuning, 1, good, bad, &score[0]));
    assert_true(tuning_match(&tuning, 1, bad, good, &score[1]));
    assert_true(tuning_match(&tuning, 1, good, bad, &score[2]));
    assert_true(score[0] > 0.2);
    assert_true(score[1] < -0.2);
    assert_true(score[0] == score[2]);
    tuning.agent = "nobody";
    assert_false(tuning_match(&tuning, 1, good, bad, &score[0]));
    assert_non_null(strstr(tuning.error, "nobody"));
    const volatile sig_atomic_t stop = 1;
    tuning.agent = "beam";
    tuning.stop = &stop;
    assert_false(tuning_match(&tuning, 1, good, bad, &score[0]));
    assert_string_equal(tuning.error, "");
}

/* The exit is the same as after ^C in a shell, and the log can be resumed. */
TEST(test_interrupted_program_says_so) {
    run("tune -o $scratch/interrupted --nodes 50 --maps 1 & tuner=$!; "
        "until grep -q '^1 ' $scratch/interrupted; do sleep 0.02; done 2>/dev/null; "
        "kill -INT $tuner; wait $tuner");
    assert_run(INTERRUPTED_STATUS, NULL, NULL);
    run("done=$(grep -c '^[0-9]' $scratch/interrupted); "
        "tune -o $scratch/interrupted --nodes 50 --maps 1 --resume --iterations $((done + 1)) && "
        "test $(grep -c '^[0-9]' $scratch/interrupted) = $((done + 1))");
    assert_run(0, NULL, NULL);
}

/* The title of the log has the last --start, and the tuning must depend on nothing else. */
TEST(test_the_last_start_holds) {
    run("tune -o $scratch/start --nodes 20 --maps 1 --iterations 1 --weights bag3 "
        "--start bag2=28 --start kill=0.2");
    assert_run(0, "agent=beam:kill=0.200000,bag3=", NULL);
}

TEST(test_wrong_options_are_refused) {
    static const Refusal cases[] = {
        {"--agent mcts", "--agent takes beam, with settings or without"},
        {"--agent nobody", "--agent nobody cannot be tuned: there is no agent \"nobody\""},
        {"--agent beam:width=0", "--agent beam:width=0 cannot be tuned: "},
        {"--weights colour", "there is no weight \"colour\"; there are: bag2 "},
        {"--weights a_name_that_is_much_longer_than_that_of_any_weight_there_is",
         "hunt_kill_chance_bonus;"},
        {"--start bag2=-1", "bag2"},
        {"surplus", "takes only options"},
        {"--fit positions", "wants either -o LOG or --fit FILE"},
    };
    assert_refusals("tune -o $scratch/none --nodes 20 --maps 1 --iterations 1", cases,
                    sizeof cases / sizeof cases[0]);
    run("test -e $scratch/none");
    assert_run(1, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tuning_converges),
        cmocka_unit_test(test_noise_changes_little),
        cmocka_unit_test(test_gains_follow_spall),
        cmocka_unit_test(test_no_result_changes_nothing),
        cmocka_unit_test(test_resumed_tuning_equals_an_uninterrupted_one),
        cmocka_unit_test(test_other_logs_are_refused),
        cmocka_unit_test(test_damaged_lines_of_a_log_are_skipped),
        cmocka_unit_test(test_zero_bytes_of_a_log_are_skipped),
        cmocka_unit_test(test_a_log_that_has_just_begun_is_resumed),
        cmocka_unit_test(test_line_ends_of_a_log_may_be_of_windows),
        cmocka_unit_test(test_a_killed_program_is_resumed),
        cmocka_unit_test(test_resuming_waits_for_the_tuning_that_ends),
        cmocka_unit_test(test_only_one_tuner_writes_a_log),
        cmocka_unit_test(test_weights_can_be_chosen),
        cmocka_unit_test(test_weights_are_settings),
        cmocka_unit_test(test_all_weights_play),
        cmocka_unit_test(test_matches_are_fair_and_repeat),
        cmocka_unit_test(test_interrupted_program_says_so),
        cmocka_unit_test(test_the_last_start_holds),
        cmocka_unit_test(test_wrong_options_are_refused),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
