/* The list of experiments, and how long its games are expected to take. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/trial.h"
#include "support/experiment_list.h"
#include "support/scratch.h"
#include "test.h"

TEST(test_list_is_read) {
    static ExperimentList list;
    char error[256], name[LIST_NAME];
    assert_true(read_list_text(small_experiment_list, &list, error, sizeof error));
    assert_int_equal(list.section_count, 2);
    assert_int_equal(list.row_count, 3);
    assert_string_equal(list.sections[0].note, "One. Two.");
    assert_int_equal(list.sections[1].table, TABLE_PLACES);
    assert_string_equal(list.rows[0].published, "90 won");
    assert_int_equal(list.rows[1].section, 1);
    assert_true(list_selects(&list, &list.rows[1], "second"));
    assert_true(list_selects(&list, &list.rows[1], "quick,four"));
    assert_false(list_selects(&list, &list.rows[1], "first,fou"));
    assert_true(list_selects(&list, &list.rows[1], NULL));
    assert_false(list_unknown(&list, "first,four", name));
    assert_true(list_unknown(&list, "first,five", name));
    assert_string_equal(name, "five");
}

TEST(test_wrong_lists_are_explained) {
    const char *const wrong[][2] = {
        {"row a 10 x\n", "line 1 should be, in a section"},
        {"section a A\nrow b none B\n", "line 2 should be"},
        {"section a A\nrow b 10\n", "line 2 should be"},
        {"section a A\nrow ../b 10 B\n", "line 2 should be"},
        {"section a A\nrow a 10 B\n", "line 2 has a name that an earlier section or row has"},
        {"section a A\ntable chairs\n", "line 2 should be: table"},
        {"section a A\n\nfoo\n", "line 3 begins with none of"},
        {"play -a x\n", "line 1 begins with none of"},
        {"section a A\nrow b 10 B\n", "has no line `play`"},
        {"section a A\nrow b 10 B\nplay -a x\nsection c C\nplay -a y\n",
         "line 5 begins with none of the words that may stand before the first row"},
        {"section a A\nrow b 10 B\nplay -a x\nsection c C\nreadme\n",
         "line 5 begins with none of the words that may stand before the first row"},
        {"section a A\nrow b 10 B\nplay -a x\nplay -a y\n", "line 4 repeats a word of its row"},
        {"section a A\nrow b 10 B\nexpect 1\nexpect 2\n", "line 4 repeats a word of its row"},
        {"section a A\nrow b 10 B\nreadme\nreadme\n", "line 4 repeats a word of its row"},
        {"section a A\nrow b 10 B\npublished 1\npublished 2\n", "line 4 repeats a word of its row"},
        {"section a A\nrow b 10 B\noutside 1\noutside 2\n", "line 4 repeats a word of its row"},
        {"section a A\nrow b 10 B\noutside\n", "line 3 names no page"},
        {"question q Q\nquestion q R\n", "line 2 has a name that an earlier question has"},
        {"question q Q\npicture elo b\npicture elo b\n", "line 3 is the second picture"},
        {"question q Q\n\npicture elo b,c\nsection a A\nrow b 10 B\nplay -a x\n",
         "line 3 names a row or section that the list does not have"},
        {"question q Q\nsection a A\nsay x\n", "line 3 begins with none of"},
        {"question q Q\nnote x\n", "line 2 begins with none of"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        static ExperimentList list;
        char error[512] = "";
        assert_false(read_list_text(wrong[i][0], &list, error, sizeof error));
        if (!strstr(error, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], error);
    }
}

TEST(test_too_many_rows_are_refused) {
    static ExperimentList list;
    static char text[32 * (LIST_ROWS + 2)];
    char error[512] = "";
    int end = snprintf(text, sizeof text, "section a A\n");
    for (int i = 0; i <= LIST_ROWS; i++)
        end += snprintf(text + end, sizeof text - (size_t)end, "row b%d 10 B\nplay -a x\n", i);
    assert_false(read_list_text(text, &list, error, sizeof error));
    assert_non_null(strstr(error, "is one row too many"));
    assert_int_equal(list.row_count, LIST_ROWS);
}

TEST(test_list_of_the_project_can_be_read) {
    static ExperimentList list;
    static Trial trial;
    char error[512];
    if (!list_read(&list, "src/experiments/experiments.txt", error, sizeof error))
        fail_msg("%s", error);
    for (int i = 0; i < list.row_count; i++) {
        trial_open(&trial, &list.rows[i], "docs/results");
        if (!trial.is_valid)
            fail_msg("%s: %s", list.rows[i].name, trial.why);
        assert_true(list.rows[i].expected_s > 0 || list.rows[i].outside[0]);
    }
}

static void open_trial(const ExperimentList *list, int row, int at_once, Trial *trial) {
    trial_open(trial, &list->rows[row], "/nonexistent");
    if (!trial->is_valid)
        fail_msg("%s", trial->why);
    trial->tournament.concurrency = at_once;
}

/* Without an expectation in the list a trial is assumed to last to the end: 441 rounds of two moves
 * of 100 ms. With one game at once the wall clock shows the same as the processors. */
TEST(test_cost_is_estimated) {
    static ExperimentList list;
    static Trial trial;
    char error[256];
    if (!read_list_text("section first First\n"
                        "row slow 60 slow\nplay -a beam -a mcts --budget-ms 100\n"
                        "row known 60 known\nplay -a beam -a mcts --until-error 5\nexpect 2.5 30\n",
                        &list, error, sizeof error))
        fail_msg("%s", error);
    open_trial(&list, 0, 1, &trial);
    assert_float_equal(trial_cost(&trial, 60).processor_s, 60 * 441 * 0.2, 1);
    assert_float_equal(trial_cost(&trial, 60).wall_s, 60 * 441 * 0.2, 1);
    open_trial(&list, 1, 2, &trial);
    assert_int_equal(trial_expected(&trial, 60), 30);
    assert_float_equal(trial_cost(&trial, 60).processor_s, 75, 0.01);
    assert_float_equal(trial_cost(&trial, 60).wall_s, 75.0 / 2 + 2.5 / 4, 0.01);
    assert_int_equal(trial_expected(&trial, 10), 10);
}

/* Two threads against one: a move of 10 ms takes 20 ms of the processors, or 10. */
TEST(test_cost_of_threads_is_processor_time) {
    static ExperimentList list;
    static Trial trial;
    char error[256];
    if (!read_list_text("section first First\n"
                        "row full 10 full\nplay -a beam@threads=2 -a beam --budget-ms 10\n"
                        "row known 110 known\nplay -a beam@threads=2 -a beam\nexpect 3\n",
                        &list, error, sizeof error))
        fail_msg("%s", error);
    open_trial(&list, 0, 1, &trial);
    assert_float_equal(trial_cost(&trial, 10).processor_s, 10 * 441 * 0.03, 0.01);
    assert_float_equal(trial_cost(&trial, 10).wall_s, 10 * 441 * 0.02, 0.01);
    open_trial(&list, 1, 1, &trial);
    assert_float_equal(trial_cost(&trial, 110).processor_s, 330, 0.01);
    assert_float_equal(trial_cost(&trial, 110).wall_s, 220, 0.01);
    trial.tally.played = 100;
    trial.tally.timed = true;
    for (int a = 0; a < 2; a++)
        trial.tally.agents[a] = (AgentTally){.moves = 100 * 100, .p50 = 10};
    assert_float_equal(trial_cost(&trial, 110).processor_s, 30, 0.01);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(test_list_is_read),
        WITH_FOLDER(test_wrong_lists_are_explained),
        WITH_FOLDER(test_too_many_rows_are_refused),
        cmocka_unit_test(test_list_of_the_project_can_be_read),
        WITH_FOLDER(test_cost_is_estimated),
        WITH_FOLDER(test_cost_of_threads_is_processor_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
