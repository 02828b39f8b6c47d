/* What is made from the figures of experiments: answers, pictures, and the table in README.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/conclusion.h"
#include "experiments/page.h"
#include "experiments/picture.h"
#include "experiments/readme.h"
#include "platform/file.h"
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

enum { MOST = 1 << 22 };

static const char small_list[] =
    "question wins Who wins?\n"
    "picture elo duels\n"
    "say It won {won one}.\n"
    "section duels Duels\n"
    "row one 8 chaser \"first\"\nreadme\npublished 90 won, 5 lost\n"
    "play -a chaser -a random --nodes 5 --budget-ms 10 --clock cpu --adjudicate\n"
    "row two 8 random first\nplay -a random -a chaser --nodes 5\n"
    "row three 8 both alike\nplay -a random -a random --nodes 7\n"
    "row four 8 never played\nplay -a chaser -a random --nodes 6\n";

/* Read that list, or another one, and open its trials. */
static void open_list(const char *text, ExperimentList *list, Trial *trials) {
    char path[SCRATCH_PATH], error[256];
    scratch_path("list.txt", path);
    assert_true(file_replace(path, text, strlen(text)));
    if (!list_read(list, path, error, sizeof error))
        fail_msg("%s", error);
    for (int i = 0; i < list->row_count; i++)
        trial_open(&trials[i], &list->rows[i], scratch);
}

static void play_trial(Trial *trial, const char *commit) {
    const TrialPlay play = {.commit = commit};
    if (!trial_play(trial, 8, &play))
        fail_msg("%s", trial->why);
}

static void assert_answer(const ExperimentList *list, const Trial *trials, const char *text,
                          bool known, const char *expected) {
    Text out = {0};
    size_t size;
    assert_int_equal(conclusion_add(&out, text, list, trials, "new"), known);
    char *answer = text_take(&out, &size);
    assert_string_equal(answer, expected);
    free(answer);
}

TEST(test_answers_have_the_figures_of_rows) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    play_trial(&trials[0], "new");
    play_trial(&trials[1], "new");
    assert_answer(&list, trials, "Won {won one}, {won two}.", true,
                  "Won 100.0 ± 29.8 %, 0.0 ± 29.8 %.");
    assert_answer(&list, trials, "{won one 2} of {games one}, {deaths one}: {published one}", true,
                  "0.0 ± 29.8 % of 8, 0: 90 won, 5 lost");
    assert_answer(&list, trials, "{helps duels}; {harms duels}; {open duels}", true,
                  "chaser \"first\"; random first; none");
    assert_answer(&list, trials, "{won four} {games four}", true,
                  "(not played yet) (not played yet)");
    assert_answer(&list, trials, "{won nobody}, {age one}, {won", false,
                  "{won nobody}, {age one}, {won");
}

TEST(test_games_of_another_commit_answer_nothing) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    play_trial(&trials[0], "old");
    play_trial(&trials[1], "new");
    assert_answer(&list, trials, "{won one}; {helps duels}", true, "(of another program); none");
}

TEST(test_questions_of_the_project_name_its_rows) {
    static ExperimentList list;
    static Trial trials[LIST_ROWS];
    char error[512], name[LIST_NAME];
    if (!list_read(&list, "src/experiments/experiments.txt", error, sizeof error))
        fail_msg("%s", error);
    for (int i = 0; i < list.row_count; i++)
        trial_open(&trials[i], &list.rows[i], "/nonexistent");
    assert_true(list.question_count > 0);
    for (int i = 0; i < list.question_count; i++) {
        Text out = {0};
        size_t size;
        if (list_unknown(&list, list.questions[i].shown, name))
            fail_msg("%s: there is no %s", list.questions[i].name, name);
        bool known = conclusion_add(&out, list.questions[i].answer, &list, trials, "");
        char *answer = text_take(&out, &size);
        if (!known)
            fail_msg("%s", answer);
        free(answer);
    }
}

TEST(test_picture_has_the_rows_of_one_commit) {
    static ExperimentList list;
    static Trial trials[4];
    Text out = {0};
    size_t size;
    open_list(small_list, &list, trials);
    assert_false(picture_script(&out, &list, &list.questions[0], trials, "new", "x.svg"));
    play_trial(&trials[0], "new");
    play_trial(&trials[1], "old");
    assert_true(picture_script(&out, &list, &list.questions[0], trials, "new", "x.svg"));
    char *script = text_take(&out, &size);
    assert_non_null(strstr(script, "set output \"x.svg\""));
    assert_non_null(strstr(script, "\"chaser \\\"first\\\"\" 1"));
    assert_null(strstr(script, "random first"));
    assert_non_null(strstr(script, "$published << EOD\n436.4"));
    free(script);
}

/* Without gnuplot the page is written, with one line that says what to install. */
TEST(test_page_needs_no_gnuplot) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    play_trial(&trials[0], "abc");
    run("PATH=/nonexistent $(command -v experiments) --list $scratch/list.txt --results $scratch "
        "--page $scratch/page.md --readme $scratch/r --page-only; ls $scratch/*.svg; "
        "grep -A2 'Who wins' $scratch/page.md; grep '!\\[' $scratch/page.md");
    assert_run(1, "gnuplot is missing; ask for: apt-get install gnuplot-nox\n", NULL);
    assert_run(1, "### Who wins?\n\nIt won 100.0 ± 29.8 %.\n", NULL);
}

TEST(test_question_without_games_is_not_answered) {
    static ExperimentList list;
    static Trial trials[4];
    char path[SCRATCH_PATH];
    size_t size;
    open_list(small_list, &list, trials);
    assert_true(page_write(&list, trials, scratch, scratch_path("page.md", path)));
    char *page = file_read(path, MOST, &size);
    assert_non_null(strstr(page, "### Who wins?\n\nNot played yet.\n"));
    free(page);
}

TEST(test_page_shows_its_pictures) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    play_trial(&trials[0], "abc");
    if (system("command -v gnuplot >/dev/null") != 0)
        SKIP_BECAUSE("gnuplot is not installed");
    run("printf '<!-- strength -->\\n<!-- -->\\n' >$scratch/r; "
        "experiments --list $scratch/list.txt --results $scratch --page $scratch/page.md "
        "--readme $scratch/r --page-only; grep -c '<svg' $scratch/wins.svg; "
        "grep '!\\[' $scratch/page.md");
    assert_run(0, "1\n![Who wins?](wins.svg)\n", NULL);
}

static void assert_readme(const ExperimentList *list, const Trial *trials, const char *commit,
                          ReadmeEnd end, const char *expected) {
    static const char text[] = "Before.\n<!-- strength -->\nOld.\n<!-- -->\nAfter.\n";
    char path[SCRATCH_PATH], why[256];
    size_t size;
    scratch_path("README.md", path);
    assert_true(file_replace(path, text, strlen(text)));
    assert_int_equal(readme_write(list, trials, commit, path, why, sizeof why), end);
    char *written = file_read(path, MOST, &size);
    if (!strstr(written, expected))
        fail_msg("%s", written);
    assert_true(strncmp(written, "Before.\n<!-- strength -->\n", 26) == 0);
    assert_non_null(strstr(written, "<!-- -->\nAfter.\n"));
    free(written);
}

TEST(test_readme_has_complete_rows_of_one_commit) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    assert_readme(&list, trials, "new", README_UNPLAYED, "\nOld.\n");
    const TrialPlay half = {.commit = "new"};
    assert_true(trial_play(&trials[0], 4, &half));
    assert_readme(&list, trials, "new", README_UNPLAYED, "\nOld.\n");
    play_trial(&trials[0], "new");
    assert_readme(&list, trials, "old", README_UNPLAYED, "\nOld.\n");
    assert_readme(&list, trials, "new", README_WRITTEN, ", by commit new;");
    assert_readme(&list, trials, "new", README_WRITTEN,
                  "| `-a chaser -a random --nodes 5` | 8 | 100.0 ± 29.8 | all won |\n<!-- -->");
}

TEST(test_readme_has_no_games_of_changed_sources) {
    static const char *const commits[] = {"abc-dirty", "unknown"};
    static ExperimentList list;
    static Trial trials[4];
    for (int i = 0; i < 2; i++) {
        const TrialPlay play = {.commit = commits[i], .renew = true};
        open_list(small_list, &list, trials);
        assert_true(trial_play(&trials[0], 8, &play));
        assert_readme(&list, trials, commits[i], README_UNPLAYED, "\nOld.\n");
    }
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)
#define WITH_PROGRAMS(test) cmocka_unit_test_setup_teardown(test, setup_programs, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(test_answers_have_the_figures_of_rows),
        WITH_FOLDER(test_games_of_another_commit_answer_nothing),
        cmocka_unit_test(test_questions_of_the_project_name_its_rows),
        WITH_FOLDER(test_picture_has_the_rows_of_one_commit),
        WITH_PROGRAMS(test_page_needs_no_gnuplot),
        WITH_FOLDER(test_question_without_games_is_not_answered),
        WITH_PROGRAMS(test_page_shows_its_pictures),
        WITH_FOLDER(test_readme_has_complete_rows_of_one_commit),
        WITH_FOLDER(test_readme_has_no_games_of_changed_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
