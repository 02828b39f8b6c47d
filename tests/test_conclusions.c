/* What is made from the figures of experiments: answers, pictures, and the table in README.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiments/conclusion.h"
#include "experiments/picture.h"
#include "experiments/readme.h"
#include "platform/file.h"
#include "support/program.h"
#include "support/trials.h"
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

static void play_whole(Trial *trial, const char *commit) {
    if (!play_trial(trial, 8, commit))
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
    play_whole(&trials[0], "new");
    play_whole(&trials[1], "new");
    assert_answer(&list, trials, "Won {won one}, {won two}.", true,
                  "Won 100.0 ± 29.8 %, 0.0 ± 29.8 %.");
    assert_answer(&list, trials, "{won one 2} of {games one}, {deaths one}: {published one}", true,
                  "0.0 ± 29.8 % of 8, 0: 90 won, 5 lost");
    assert_answer(&list, trials, "{helps duels}; {harms duels}; {open duels}", true,
                  "chaser \"first\"; random first; none");
    assert_answer(&list, trials, "{won four} {games four}", true,
                  "(not played yet) (not played yet)");
    assert_answer(&list, trials, "{elo one}; {elo two}", true, "all won; all lost");
    assert_answer(&list, trials, "{won nobody}, {age one}, {won", false,
                  "{won nobody}, {age one}, {won");
}

/* A field that the row cannot have is found before its games are played. */
TEST(test_unknown_fields_are_found_without_games) {
    static const char *const wrong[] = {"{age four}",    "{first four}", "{won four 3}",
                                        "{won four of}", "{won many}",   "{elo many}",
                                        "{first many 4}"};
    static ExperimentList list;
    static Trial trials[5];
    char text[sizeof small_list + 128];
    snprintf(text, sizeof text,
             "%srow many 8 many\nplay -a chaser -a random -a beam --players 4 --nodes 5\n",
             small_list);
    open_list(text, &list, trials);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_answer(&list, trials, wrong[i], false, wrong[i]);
    assert_answer(&list, trials, "{won four 2} {first many 3} {deaths many}", true,
                  "(not played yet) (not played yet) (not played yet)");
}

/* Add three games of two players on two maps to a trial: won, drawn, lost by the first agent. */
static void add_three_games(Trial *trial, const char *commit) {
    const SeatResult first = {.place = 1, .died = -1}, second = {.place = 2, .died = -1};
    const Pairing pairings[] = {{0, 0, 1, {0, 1}}, {1, 0, 1, {1, 0}}, {2, 1, 2, {0, 1}}};
    const GameResult games[3] = {{.played = true, .seats = {first, second}},
                                 {.played = true, .seats = {first, first}},
                                 {.played = true, .seats = {second, first}}};
    trial_forget(trial);
    tally_games(pairings, games, 3, 2, &trial->tally);
    snprintf(trial->tally.commit, RECORD_COMMIT, "%s", commit);
}

TEST(test_drawn_duel_is_not_won) {
    static ExperimentList list;
    static Trial trials[4];
    Text out = {0};
    size_t size;
    open_list(small_list, &list, trials);
    add_three_games(&trials[0], "new");
    conclusion_add(&out, "{won one} and {won one 2}", &list, trials, "new");
    char *answer = text_take(&out, &size);
    assert_non_null(strstr(answer, "33.3 ± "));
    assert_non_null(strstr(answer, " and 33.3 ± "));
    free(answer);
}

/* Another agent has three of the four seats. */
TEST(test_shares_of_several_seats_are_per_seat) {
    static const char text[] = "question many Who is first?\npicture first more\n"
                               "section more More players\ntable places\n"
                               "row many 8 one against three\n"
                               "play -a beam -a beam:width=20,no-lb --players 4 --nodes 5\n";
    static ExperimentList list;
    static Trial trials[1];
    Text out = {0};
    size_t size;
    open_list(text, &list, trials);
    add_three_games(&trials[0], "new");
    assert_answer(&list, trials, "{games many}, {won many}", false, "3, {won many}");
    conclusion_add(&out, "{first many}; {first many 2}", &list, trials, "new");
    assert_true(picture_script(&out, &list, &list.questions[0], trials, "new"));
    char *script = text_take(&out, &size);
    assert_non_null(strstr(script, "66.7 ± 61.6 %; "));
    assert_non_null(strstr(script, " % per seat"));
    assert_non_null(strstr(script, "\"beam\" 2,\"beam (2), 3 seats\" 3"));
    assert_non_null(strstr(script, "set xlabel \"first %, per seat\""));
    free(script);
}

TEST(test_games_of_another_commit_answer_nothing) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    play_whole(&trials[0], "old");
    play_whole(&trials[1], "new");
    assert_answer(&list, trials, "{won one}; {helps duels}", true, "(of another program); none");
}

TEST(test_questions_of_the_project_name_its_rows) {
    static ExperimentList list;
    static Trial trials[LIST_ROWS];
    char error[512];
    if (!list_read(&list, "src/experiments/experiments.txt", error, sizeof error))
        fail_msg("%s", error);
    for (int i = 0; i < list.row_count; i++)
        trial_open(&trials[i], &list.rows[i], "/nonexistent");
    assert_true(list.question_count > 0);
    for (int i = 0; i < list.question_count; i++) {
        Text out = {0};
        size_t size;
        bool known = conclusion_add(&out, list.questions[i].answer, &list, trials, "");
        char *answer = text_take(&out, &size);
        if (!known)
            fail_msg("%s", answer);
        free(answer);
    }
}

/* The script that draws the first question's picture from the games of "new"; the caller frees it.
 */
static char *draw_picture(const ExperimentList *list, const Trial *trials) {
    Text out = {0};
    size_t size;
    assert_true(picture_script(&out, list, &list->questions[0], trials, "new"));
    return text_take(&out, &size);
}

TEST(test_picture_has_the_rows_of_one_commit) {
    static ExperimentList list;
    static Trial trials[4];
    Text out = {0};
    open_list(small_list, &list, trials);
    assert_false(picture_script(&out, &list, &list.questions[0], trials, "new"));
    play_whole(&trials[0], "new");
    play_whole(&trials[1], "old");
    play_whole(&trials[2], "new");
    char *script = draw_picture(&list, trials);
    assert_non_null(strstr(script, "\"chaser \\\"first\\\"\" 1"));
    assert_null(strstr(script, "random first"));
    assert_non_null(strstr(script, "$published << EOD\n436.4"));
    assert_non_null(strstr(script, "title \"all won: above\""));
    assert_null(strstr(script, "title \"all lost: below\""));
    free(script);
}

TEST(test_picture_shows_one_limit_of_a_row_that_lost_all) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    play_whole(&trials[1], "new");
    char *script = draw_picture(&list, trials);
    assert_null(strstr(script, "-1200"));
    assert_null(strstr(script, "$marks using"));
    assert_non_null(strstr(script, "title \"all lost: below\""));
    free(script);
}

static const char page_only[] = "--list $scratch/list.txt --results $scratch --page "
                                "$scratch/page.md --readme $scratch/r --page-only";

/* Without gnuplot the page is written, with one line that says what to install. */
TEST(test_page_needs_no_gnuplot) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    play_whole(&trials[0], "abc");
    scratch_write("r", "<!-- strength -->\n<!-- -->\n", 0644);
    run("PATH=/nonexistent $(command -v experiments) %s", page_only);
    assert_run(0, "gnuplot is missing; ask for: apt-get install gnuplot-nox\n", "");
    assert_true(scratch_says("page.md", "### Who wins?\n\nIt won 100.0 ± 29.8 %.\n\n## How"));
}

TEST(test_question_without_games_is_not_answered) {
    static ExperimentList list;
    static Trial trials[4];
    char path[SCRATCH_PATH], why[256];
    open_list(small_list, &list, trials);
    scratch_write("wins.svg", "<svg></svg>", 0644);
    assert_true(page_write(&list, trials, scratch, scratch_path("page.md", path), why, sizeof why));
    assert_true(scratch_says("page.md", "### Who wins?\n\nNot played yet.\n\n## How"));
}

TEST(test_page_names_an_answer_with_an_unknown_field) {
    static ExperimentList list;
    static Trial trials[4];
    char path[SCRATCH_PATH], why[256];
    open_list(small_list, &list, trials);
    play_whole(&trials[0], "new");
    snprintf(list.questions[0].answer, LIST_TEXT, "It won {wno one}.");
    assert_false(
        page_write(&list, trials, scratch, scratch_path("page.md", path), why, sizeof why));
    assert_string_equal(why, "the answer of question wins has an unknown field");
    assert_true(scratch_says("page.md", "It won {wno one}."));
}

/* The picture is drawn, belongs to other figures after a game, and goes with its row. */
TEST(test_page_shows_its_pictures) {
    static ExperimentList list;
    static Trial trials[4];
    char path[SCRATCH_PATH], why[256];
    scratch_path("wins.svg", path);
    open_list(small_list, &list, trials);
    play_whole(&trials[0], "abc");
    if (system("command -v gnuplot >/dev/null") != 0)
        SKIP_BECAUSE("gnuplot is not installed");
    scratch_write("r", "<!-- strength -->\n<!-- -->\n", 0644);
    run("experiments %s", page_only);
    assert_run(0, "", "");
    assert_true(scratch_says("wins.svg", "</svg>"));
    assert_true(scratch_says("page.md", "\n![Who wins?](wins.svg)\n"));
    assert_true(picture_is_current(&list, &list.questions[0], trials, "abc", path));
    play_whole(&trials[1], "abc");
    assert_false(picture_is_current(&list, &list.questions[0], trials, "abc", path));
    run("PATH=/nonexistent $(command -v experiments) %s", page_only);
    assert_false(scratch_says("page.md", "wins.svg"));
    assert_true(scratch_says("wins.svg", "</svg>"));
    assert_int_equal(
        picture_draw(&list, &list.questions[0], trials, "other", path, why, sizeof why),
        PICTURE_EMPTY);
    assert_int_not_equal(access(path, F_OK), 0);
}

/* The program in front of the path stands for a gnuplot that fails after a part of the picture. */
TEST(test_failed_picture_leaves_the_old_one) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    play_whole(&trials[0], "abc");
    scratch_write("r", "<!-- strength -->\n<!-- -->\n", 0644);
    scratch_write("wins.svg", "old", 0644);
    scratch_write("gnuplot",
                  "#!/bin/sh\necho '<svg>'\nprintf 'plot x\\n     ^\\n  line 3: no x\\n' >&2\n"
                  "exit 1\n",
                  0755);
    run("PATH=$scratch:$PATH experiments %s", page_only);
    assert_run(1, NULL, "wins.svg is not drawn: line 3: no x\n");
    assert_true(scratch_says("wins.svg", "old"));
    assert_false(scratch_says("page.md", "wins.svg"));
}

/* `expected` is in the file, or in what says why it was kept. */
static void assert_readme(const ExperimentList *list, const Trial *trials, ReadmeEnd end,
                          const char *expected) {
    static const char text[] = "Before.\n<!-- strength -->\nOld.\n<!-- -->\nAfter.\n";
    char path[SCRATCH_PATH], why[256];
    size_t size;
    scratch_path("README.md", path);
    assert_true(file_replace(path, text, strlen(text)));
    assert_int_equal(readme_write(list, trials, path, why, sizeof why), end);
    char *written = file_read(path, MOST, &size);
    if (!strstr(end == README_KEPT ? why : written, expected))
        fail_msg("%s: %s", why, written);
    assert_true(end == README_WRITTEN || strstr(written, "\nOld.\n"));
    assert_true(strncmp(written, "Before.\n<!-- strength -->\n", 26) == 0);
    assert_non_null(strstr(written, "<!-- -->\nAfter.\n"));
    free(written);
}

TEST(test_readme_has_complete_rows_of_one_commit) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    assert_readme(&list, trials, README_KEPT, "its row one is not complete");
    assert_true(play_trial(&trials[0], 4, "new"));
    assert_readme(&list, trials, README_KEPT, "its row one is not complete");
    play_whole(&trials[0], "new");
    assert_readme(&list, trials, README_WRITTEN, ", by commit new;");
    assert_readme(&list, trials, README_WRITTEN,
                  "| `-a chaser -a random --nodes 5` | 8 | 100.0 ± 29.8 | all won |\n<!-- -->");
    list.rows[1].in_readme = true;
    play_whole(&trials[1], "old");
    assert_readme(&list, trials, README_KEPT, "several commits: one of new, two of old");
    trials[1].is_valid = false;
    assert_readme(&list, trials, README_KEPT, "its row two is not complete");
}

/* The rows of README.md decide, not the commit of most rows. */
TEST(test_readme_has_the_commit_of_its_rows) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    play_whole(&trials[0], "old");
    play_whole(&trials[1], "new");
    play_whole(&trials[2], "new");
    assert_readme(&list, trials, README_WRITTEN, ", by commit old;");
}

TEST(test_readme_has_no_games_of_changed_sources) {
    static const char *const commits[][2] = {
        {"abc-dirty-1a2b3c4", "changes that are not committed, abc-dirty-1a2b3c4"},
        {"unknown", "the commit that played its rows is not known"}};
    static ExperimentList list;
    static Trial trials[4];
    for (int i = 0; i < 2; i++) {
        const TrialPlay play = {.commit = commits[i][0], .renew = true};
        open_list(small_list, &list, trials);
        assert_true(trial_play(&trials[0], 8, &play));
        assert_readme(&list, trials, README_KEPT, commits[i][1]);
    }
}

/* A drawn duel is not won; more players have no Elo. */
TEST(test_readme_says_what_its_shares_are) {
    static ExperimentList list;
    static Trial trials[4];
    open_list(small_list, &list, trials);
    add_three_games(&trials[0], "new");
    trials[0].tally.wanted = 3;
    assert_readme(&list, trials, README_WRITTEN, "` | 3 | 33.3 ± ");
    trials[0].tournament.settings.players = 4;
    assert_readme(&list, trials, README_WRITTEN, "` | 3 | was first: 66.7 ± 61.6 | |\n");
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)
#define WITH_PROGRAMS(test) cmocka_unit_test_setup_teardown(test, setup_programs, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(test_answers_have_the_figures_of_rows),
        WITH_FOLDER(test_unknown_fields_are_found_without_games),
        WITH_FOLDER(test_drawn_duel_is_not_won),
        WITH_FOLDER(test_shares_of_several_seats_are_per_seat),
        WITH_FOLDER(test_games_of_another_commit_answer_nothing),
        cmocka_unit_test(test_questions_of_the_project_name_its_rows),
        WITH_FOLDER(test_picture_has_the_rows_of_one_commit),
        WITH_FOLDER(test_picture_shows_one_limit_of_a_row_that_lost_all),
        WITH_PROGRAMS(test_page_needs_no_gnuplot),
        WITH_FOLDER(test_question_without_games_is_not_answered),
        WITH_FOLDER(test_page_names_an_answer_with_an_unknown_field),
        WITH_PROGRAMS(test_page_shows_its_pictures),
        WITH_PROGRAMS(test_failed_picture_leaves_the_old_one),
        WITH_FOLDER(test_readme_has_complete_rows_of_one_commit),
        WITH_FOLDER(test_readme_has_the_commit_of_its_rows),
        WITH_FOLDER(test_readme_has_no_games_of_changed_sources),
        WITH_FOLDER(test_readme_says_what_its_shares_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
