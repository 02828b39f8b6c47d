/* The list of experiments: what can be written into it, and what is said of mistakes. */
#include <stdio.h>
#include <string.h>

#include "support/trials.h"
#include "test.h"

static bool read_text(const char *text, ExperimentList *list, char *error, size_t size) {
    char path[SCRATCH_PATH];
    scratch_write("list.txt", text, 0644);
    return list_read(list, scratch_path("list.txt", path), error, size);
}

TEST(test_list_is_read) {
    static ExperimentList list;
    char name[LIST_NAME];
    read_list(three_rows, &list);
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
        {"section a A\nrow b 10 B\nrow c 10 C\nplay -a x\n",
         "line 2 begins a row without a line `play`"},
        {"section a A\nrow b 10 B\nreadme twice\n", "line 3 has text behind `readme`"},
        {"section a A\nrow b 10 B\nreadme", "line 2 begins a row without a line `play`"},
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
        assert_false(read_text(wrong[i][0], &list, error, sizeof error));
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
    assert_false(read_text(text, &list, error, sizeof error));
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

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(test_list_is_read),
        WITH_FOLDER(test_wrong_lists_are_explained),
        WITH_FOLDER(test_too_many_rows_are_refused),
        cmocka_unit_test(test_list_of_the_project_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
