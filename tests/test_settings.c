/* Settings of agents as they are written on the command line. */
#include <stdio.h>
#include <string.h>

#include "search/settings.h"
#include "test.h"

static bool lb, set_depth;
static int width, depth;
static float rate;

static const Setting table[] = {
    {"lb", SETTING_SWITCH, &lb, 0, 0},     {"depth", SETTING_SWITCH, &set_depth, 0, 0},
    {"depth", SETTING_INT, &depth, -5, 5}, {"width", SETTING_INT, &width, 1, 200},
    {"rate", SETTING_FLOAT, &rate, 0, 1},  {NULL, SETTING_SWITCH, NULL, 0, 0}};

static void assert_taken(const char *text) {
    char error[256];
    if (!settings_read(text, table, error, sizeof error))
        fail_msg("%s: %s", text, error);
}

TEST(test_settings_are_taken) {
    lb = set_depth = false;
    assert_taken("");
    assert_taken("width=200,lb,rate=0.5");
    assert_int_equal(width, 200);
    assert_true(lb);
    assert_float_equal(rate, 0.5, 0);
    assert_taken("no-lb,depth=-5,depth,width=1,rate=1");
    assert_false(lb);
    assert_true(set_depth);
    assert_int_equal(depth, -5);
    assert_int_equal(width, 1);
    assert_float_equal(rate, 1, 0);
    assert_taken("no-depth,depth=5.0,rate=0");
    assert_false(set_depth);
    assert_int_equal(depth, 5);
    assert_float_equal(rate, 0, 0);
}

/* A setting that is not understood is named, and changes nothing. */
TEST(test_settings_are_refused) {
    static const char *const wrong[] = {
        "width=2.5", "width=0",  "width=201", "width=1e99", "width=7x", "width=",
        "width",     "width 7",  "no-width",  "no-width=7", "rate=-.1", "rate=1.1",
        "rate=nan",  "rate=",    "rate=0.5.", "rate= ",     "=1",       "lb=1",
        "no-",       "no-no-lb", "l",         "lbx",        "depth=6",  "depth=-6"};
    lb = set_depth = false;
    width = depth = 3;
    rate = 0.25f;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[64], error[256] = "", quoted[64];
        snprintf(text, sizeof text, "%s,width=9", wrong[i]);
        snprintf(quoted, sizeof quoted, "\"%s\" is not understood", wrong[i]);
        if (settings_read(text, table, error, sizeof error))
            fail_msg("%s is taken", wrong[i]);
        assert_non_null(strstr(error, quoted));
        assert_non_null(strstr(error, "; blastbeam --help lists all"));
        assert_true(!lb && !set_depth && width == 3 && depth == 3 && rate == 0.25f);
    }
}

TEST(test_the_nearest_setting_is_suggested) {
    static const char *const cases[][2] = {
        {"widht=7", "the nearest is width=1..200"}, {"no-width", "the nearest is width=1..200"},
        {"rate=1.1", "the nearest is rate=0..1"},   {"lbx", "the nearest is [no-]lb"},
        {"no-lbx", "the nearest is [no-]lb"},       {"dpth=3", "the nearest is [no-]depth"},
        {"colour=3", "understood; blastbeam"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[256] = "";
        assert_false(settings_read(cases[i][0], table, error, sizeof error));
        if (!strstr(error, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], error);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings_are_taken),
        cmocka_unit_test(test_settings_are_refused),
        cmocka_unit_test(test_the_nearest_setting_is_suggested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
