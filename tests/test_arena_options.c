/* The command line of the arena, and limits of single agents. */
#include <stdlib.h>
#include <string.h>

#include "arena/options.h"
#include "test.h"

enum { COMMAND_TEXT = 2048 };

TEST(test_an_agent_may_have_limits_of_its_own) {
    const ContenderLimits general = {10, 0, 1};
    Contender contender;
    char error[256];
    assert_true(contender_read("beam:no-lb@20ms,threads=2", &contender, error, sizeof error));
    assert_string_equal(contender.agent, "beam:no-lb");
    ContenderLimits limits = contender_limits(&contender, general);
    assert_float_equal(limits.budget_ms, 20, 0);
    assert_int_equal(limits.threads, 2);
    assert_true(contender_read("beam@nodes=500", &contender, error, sizeof error));
    limits = contender_limits(&contender, general);
    assert_float_equal(limits.budget_ms, 0, 0);
    assert_int_equal(limits.nodes, 500);
    assert_true(contender_read("beam@threads=2", &contender, error, sizeof error));
    limits = contender_limits(&contender, general);
    assert_float_equal(limits.budget_ms, 10, 0);
    assert_true(contender_read("beam", &contender, error, sizeof error));
    assert_float_equal(contender_limits(&contender, general).budget_ms, 10, 0);
}

TEST(test_wrong_limits_are_refused) {
    const char *const wrong[] = {"beam@",          "beam@20",        "beam@ms",  "beam@0ms",
                                 "beam@threads=0", "beam@nodes=1.5", "beam@x=1", "@20ms",
                                 "be am",          "beam\"",         "",         "beam@20ms,",
                                 "beam@nanms",     "beam@-5ms",      "b\\",      "beam@threads=99"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Contender contender;
        char error[512] = "";
        if (contender_read(wrong[i], &contender, error, sizeof error))
            fail_msg("\"%s\" was taken", wrong[i]);
        assert_true(error[0]);
    }
}

static bool read_line(Options *options, const char *line, char *error, size_t size) {
    static char text[COMMAND_TEXT];
    static char *words[64];
    int count = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    return options_read(options, count, words, error, size);
}

TEST(test_arguments_are_printed_as_they_are_read) {
    const char *const lines[] = {
        "arena -a beam -a chaser --games 3",
        "arena -a beam@20ms -a chaser -a random --gauntlet --nodes 5 --seed -7 --times --games 3",
        "arena -a beam --players 4 -a random --budget-ms 2.5 --threads 2 --no-unforced --games 3",
        "arena -a beam -a random --budget-ms 2.5 --clock cpu --adjudicate --games 3"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Options options;
        Tournament again;
        char first[RECORD_ARGUMENTS], words[RECORD_ARGUMENTS], second[RECORD_ARGUMENTS];
        char error[512];
        if (!read_line(&options, lines[i], error, sizeof error))
            fail_msg("%s", error);
        tournament_describe(&options.tournament, first);
        memcpy(words, first, sizeof words);
        assert_true(options_recorded(&again, words, 3, error, sizeof error));
        tournament_describe(&again, second);
        assert_string_equal(first, second);
    }
}

/* `.` is the folder of a bot. */
TEST(test_own_time_counts_where_it_can) {
    static const struct {
        const char *line;
        bool own_time;
    } cases[] = {
        {"arena -a beam -a chaser", true},
        {"arena -a beam -a chaser --budget-ms 2 --players 4", true},
        {"arena -a beam@20ms -a beam@nodes=500", true},
        {"arena -a beam@20ms -a beam --nodes 500", true},
        {"arena -a beam -a chaser --clock wall", false},
        {"arena --clock wall -a beam@20ms -a chaser", false},
        {"arena -a beam -a chaser --threads 2", false},
        {"arena -a beam@threads=2 -a chaser", false},
        {"arena -a beam -a .", false},
        {"arena -a beam -a chaser --nodes 500", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Options options;
        char error[512];
        if (!read_line(&options, cases[i].line, error, sizeof error))
            fail_msg("%s", error);
        if (options.tournament.settings.own_time != cases[i].own_time)
            fail_msg("%s: the other clock", cases[i].line);
    }
}

TEST(test_wrong_arguments_are_explained) {
    const char *const wrong[][2] = {
        {"arena", "at least two agents"},
        {"arena -a beam", "at least two agents"},
        {"arena -a beam -a chaser more", "more is not understood"},
        {"arena -a beam -a chaser --json -", "/dev/stdout"},
        {"arena -a beam -a chaser --games 0", "--games takes a number"},
        {"arena -a beam -a chaser --games 2.5", "whole number"},
        {"arena -a beam -a chaser --games", "needs a value"},
        {"arena -a beam -a chaser --gmes 3", "--gmes is not understood"},
        {"arena -a beam -a chaser --shard 3/2", "--shard takes"},
        {"arena -a beam -a chaser --sprt elo0=5 elo1=0", "elo0 below elo1"},
        {"arena -a beam -a chaser --sprt elo0=5", "--sprt takes"},
        {"arena -a beam -a chaser --until-error 60", "--until-error takes"},
        {"arena -a beam -a chaser --until-error 5 --shard 1/2", "--until-error is for one lineup"},
        {"arena -a beam -a mcts -a rhea --until-error 5", "--until-error is for one lineup"},
        {"arena -a beam -a chaser --resume", "--json FILE"},
        {"arena -a beam -a chaser@7", "limit \"7\""},
        {"arena -a beam -a chaser --clock sun", "--clock takes"},
        {"arena -a beam@threads=2 -a chaser --clock cpu", "one thread"},
        {"arena --merge", "--merge needs files"},
        {"arena --merge /nonexistent.json", "cannot read /nonexistent.json"},
        {"arena --merge a --save x", "--save needs --replay-game"},
        {"arena -a beam -a chaser --nodes 1.7", "--nodes takes a whole number"},
        {"arena --merge --games 1000 a.json", "--merge takes its settings from the files"},
        {"arena --merge -a beam -a chaser --shard 1/2 a.json", "--shard selects games to play"},
        {"arena --replay-game a.json:1 --nodes 7",
         "--replay-game takes all settings from the file"},
        {"arena --replay-game a.json:1 --json b.json",
         "--replay-game takes all settings from the file"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Options options;
        char error[512] = "";
        assert_false(read_line(&options, wrong[i][0], error, sizeof error));
        if (!strstr(error, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], error);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_agent_may_have_limits_of_its_own),
        cmocka_unit_test(test_wrong_limits_are_refused),
        cmocka_unit_test(test_arguments_are_printed_as_they_are_read),
        cmocka_unit_test(test_own_time_counts_where_it_can),
        cmocka_unit_test(test_wrong_arguments_are_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
