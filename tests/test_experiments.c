/* The list of experiments, trials that are interrupted and resumed, and the page of results. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "experiments/page.h"
#include "platform/file.h"
#include "platform/interrupt.h"
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

enum { MOST = 1 << 22 };

static const char small_list[] = "# comment\r\n"
                                 "section first The first section\n"
                                 "note One.\n"
                                 "note Two.\n"
                                 "row quick 8 chaser against random\n"
                                 "play -a chaser -a random --nodes 5\n"
                                 "published 90 won\n"
                                 "\n"
                                 "section second More\n"
                                 "table places\n"
                                 "row four 4 four players\n"
                                 "play -a chaser -a random --players 4 --nodes 5\n"
                                 "row missing 10 nobody there\n"
                                 "play -a chaser -a nobody --nodes 5";

static bool read_text(const char *text, ExperimentList *list, char *error, size_t size) {
    char path[SCRATCH_PATH];
    scratch_path("list.txt", path);
    assert_true(file_replace(path, text, strlen(text)));
    return list_read(list, path, error, size);
}

TEST(test_list_is_read) {
    static ExperimentList list;
    char error[256], name[LIST_NAME];
    assert_true(read_text(small_list, &list, error, sizeof error));
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
    if (!read_text("section first First\n"
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
    if (!read_text("section first First\n"
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

static void assert_page_says(const ExperimentList *list, const Trial *trials, const char *path,
                             const char *what) {
    size_t size;
    char why[256];
    if (!page_write(list, trials, scratch, path, why, sizeof why))
        fail_msg("%s", why);
    char *text = file_read(path, MOST, &size);
    assert_non_null(text);
    if (!strstr(text, what))
        fail_msg("\"%s\" is not in: %s", what, text);
    free(text);
}

static bool play_trial(Trial *trial, int games, const char *commit) {
    const TrialPlay play = {.commit = commit};
    return trial_play(trial, games, &play);
}

static void open_small_trials(ExperimentList *list, Trial trials[3], char page[SCRATCH_PATH]) {
    char error[256];
    scratch_path("page.md", page);
    assert_true(read_text(small_list, list, error, sizeof error));
    for (int i = 0; i < 3; i++)
        trial_open(&trials[i], &list->rows[i], scratch);
}

TEST(test_trials_resume_and_make_a_page) {
    static ExperimentList list;
    static Trial trials[3];
    char page[SCRATCH_PATH];
    open_small_trials(&list, trials, page);
    assert_true(trials[0].is_valid);
    assert_false(trials[2].is_valid);
    assert_int_equal(trial_games(&trials[0], 10), 2);
    assert_int_equal(trial_games(&trials[0], 100), 8);
    assert_page_says(&list, trials, page, "| 0 of 8 (incomplete) | | | | | | | 90 won |");
    assert_page_says(&list, trials, page,
                     "| four players | `chaser` | 0 of 4 (incomplete) | | | |");
    assert_page_says(&list, trials, page, "missing (nobody there) is skipped: there is no agent");
    char command[2 * SCRATCH_PATH];
    snprintf(command, sizeof command, "one game: `bin/arena --replay-game %s/quick.json:0`",
             scratch);
    assert_page_says(&list, trials, page, command);
    snprintf(command, sizeof command, "`%s/` has a file of games for each row", scratch);
    assert_page_says(&list, trials, page, command);
    if (!play_trial(&trials[0], 4, NULL))
        fail_msg("%s", trials[0].why);
    assert_int_equal(trials[0].tally.played, 4);
    assert_page_says(&list, trials, page, "| 4 of 8 (incomplete) | 100.0 ± 42.4 | 0.0 | 0.0 |");
    trial_open(&trials[0], &list.rows[0], scratch);
    assert_int_equal(trials[0].tally.played, 4);
    assert_true(play_trial(&trials[0], 8, NULL));
    assert_page_says(&list, trials, page,
                     "| chaser against random | 8 | 100.0 ± 29.8 | 0.0 | 0.0 | all won | ");
    assert_int_equal(trial_missing(&trials[0], 8), 0);
    assert_true(trial_cost(&trials[0], 8).wall_s == 0);
    assert_true(play_trial(&trials[1], 4, NULL));
    assert_page_says(&list, trials, page,
                     "| four players | `chaser` | 4 | 100.0 ± 53.3 | 0.0 | 0.0 | 1.00 | "
                     "random 100.0 ± 53.3 |");
    assert_page_says(&list, trials, page, "| `random` |  | 0.0 ± 53.3 |");
}

/* Three rows: two of them are of one commit, the third is of another. */
TEST(test_row_of_another_commit_is_marked) {
    static ExperimentList list;
    static Trial trials[3];
    char page[SCRATCH_PATH], error[256], commit[RECORD_COMMIT];
    scratch_path("page.md", page);
    assert_true(read_text("section all All\n"
                          "row a 2 first\nplay -a chaser -a random --nodes 5\n"
                          "row b 2 second\nplay -a chaser -a random --nodes 6\n"
                          "row c 2 third\nplay -a chaser -a random --nodes 7\n",
                          &list, error, sizeof error));
    for (int i = 0; i < 3; i++)
        trial_open(&trials[i], &list.rows[i], scratch);
    trials_commit(trials, 3, commit);
    assert_string_equal(commit, "");
    assert_page_says(&list, trials, page,
                     "**Rows: 3, of which 3 not played yet and 0 with missing games.**");
    for (int i = 0; i < 3; i++)
        if (!play_trial(&trials[i], 2, i == 0 ? "older" : "newer"))
            fail_msg("%s", trials[i].why);
    trials_commit(trials, 3, commit);
    assert_string_equal(commit, "newer");
    assert_page_says(&list, trials, page, "| published | commit | other program |\n");
    assert_page_says(&list, trials, page, "|  | older | yes |\n| second | 2 |");
    assert_page_says(&list, trials, page, "|  | newer |  |\n| third | 2 |");
    trial_open(&trials[0], &list.rows[0], scratch);
    assert_true(trial_is_of_other_commit(&trials[0], "newer"));
    assert_false(trial_is_of_other_commit(&trials[0], "older"));
}

TEST(test_games_of_two_commits_are_not_mixed) {
    static ExperimentList list;
    static Trial trials[3];
    char page[SCRATCH_PATH];
    open_small_trials(&list, trials, page);
    assert_true(play_trial(&trials[0], 4, "older"));
    assert_false(play_trial(&trials[0], 8, "newer"));
    assert_non_null(strstr(trials[0].why, "was played by commit older, and not by newer"));
    assert_int_equal(trials[0].tally.played, 4);
    const TrialPlay renewal = {.commit = "newer", .renew = true};
    assert_true(trial_play(&trials[0], 6, &renewal));
    assert_string_equal(trials[0].tally.commit, "newer");
    assert_int_equal(trials[0].tally.played, 6);
}

/* Another process has renewed the row since this one read its file. A count in the first of the new
 * games shows that the game is still there. */
TEST(test_renewed_games_are_not_deleted_again) {
    static ExperimentList list;
    static Trial trials[3], others[3];
    char page[SCRATCH_PATH];
    const TrialPlay renewal = {.commit = "newer", .renew = true};
    open_small_trials(&list, trials, page);
    assert_true(play_trial(&trials[0], 4, "older"));
    open_small_trials(&list, others, page);
    assert_true(trial_play(&others[0], 6, &renewal));
    assert_int_equal(system("sed -i '1s/\"late\":0/\"late\":7/' $scratch/quick.json"), 0);
    assert_true(trial_is_of_other_commit(&trials[0], "newer"));
    if (!trial_play(&trials[0], 8, &renewal))
        fail_msg("%s", trials[0].why);
    assert_int_equal(trials[0].tally.played, 8);
    assert_true(scratch_says("quick.json", "\"late\":7"));
}

TEST(test_games_in_use_are_not_deleted) {
    static ExperimentList list;
    static Trial trials[3];
    char page[SCRATCH_PATH];
    const TrialPlay renewal = {.commit = "newer", .renew = true};
    open_small_trials(&list, trials, page);
    assert_true(play_trial(&trials[0], 4, "older"));
    int file = open(trials[0].path, O_RDONLY);
    assert_int_equal(flock(file, LOCK_EX), 0);
    assert_false(trial_play(&trials[0], 8, &renewal));
    close(file);
    assert_non_null(strstr(trials[0].why, "it is being written by process "));
    trial_read(&trials[0]);
    assert_true(trials[0].is_valid);
    assert_int_equal(trials[0].tally.played, 4);
}

/* The file was damaged while its last games were played. */
TEST(test_row_that_cannot_be_read_again_is_not_complete) {
    static ExperimentList list;
    static Trial trials[3];
    char page[SCRATCH_PATH];
    open_small_trials(&list, trials, page);
    assert_true(play_trial(&trials[0], 8, NULL));
    assert_int_equal(system("sed -i 3s/place/plece/ $scratch/quick.json"), 0);
    assert_false(play_trial(&trials[0], 8, NULL));
    assert_false(trials[0].is_valid);
    assert_page_says(&list, trials, page, "- quick (chaser against random) is skipped: ");
}

/* A stop would leave out whole lineups, a part is no row. */
TEST(test_rows_that_are_never_complete_are_refused) {
    static const char *const wrong[][2] = {
        {"-a chaser -a random -a beam --until-error 10", "--until-error needs one lineup"},
        {"-a chaser -a random -a beam --gauntlet --until-error 10", "in games of 2 make 2"},
        {"-a chaser -a random --shard 1/2", "--shard plays a part of the games"}};
    static Trial trial;
    Experiment row = {.name = "row", .games = 8};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(row.arguments, LIST_TEXT, "%s", wrong[i][0]);
        trial_open(&trial, &row, "/nonexistent");
        assert_false(trial.is_valid);
        if (!strstr(trial.why, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], trial.why);
    }
    snprintf(row.arguments, LIST_TEXT, "-a chaser -a random -a beam --players 4 --until-error 9");
    trial_open(&trial, &row, "/nonexistent");
    assert_true(trial.is_valid);
    assert_int_equal(trial_seats(&trial, 1), 1);
    assert_int_equal(trial_seats(&trial, 2), 2);
    assert_false(trial_is_duel(&trial));
}

/* chaser beats random in every game. */
TEST(test_clear_row_stops_early) {
    static ExperimentList list;
    static Trial trial;
    char page[SCRATCH_PATH], error[256];
    scratch_path("page.md", page);
    assert_true(read_text("section all All\nrow clear 200 clear\n"
                          "play -a chaser -a random --nodes 5 --until-error 7\nexpect 0.1 90\n",
                          &list, error, sizeof error));
    trial_open(&trial, &list.rows[0], scratch);
    assert_int_equal(trial_expected(&trial, 200), 90);
    assert_true(play_trial(&trial, 40, "this"));
    assert_false(trial_has_stopped(&trial));
    assert_int_equal(trial.tally.played, 40);
    int expected = trial_expected(&trial, 200);
    assert_true(expected > 2 && expected < 30);
    assert_page_says(&list, &trial, page, "| 40 of 200 (incomplete) |");
    assert_true(play_trial(&trial, 200, "this"));
    assert_true(trial_has_stopped(&trial));
    assert_true(trial.tally.played > 40 && trial.tally.played < 80);
    assert_int_equal(trial_missing(&trial, 200), 0);
    assert_true(sample_error(&trial.tally.agents[0].first_share) <= 0.07);
    assert_page_says(&list, &trial, page, " of 200 (clear) | 100.0 ± 6.");
}

/* The games of that trial stay on the page. */
TEST(test_a_file_in_use_is_left_alone) {
    static ExperimentList list;
    static Trial trials[3];
    char page[SCRATCH_PATH];
    open_small_trials(&list, trials, page);
    assert_true(play_trial(&trials[0], 4, NULL));
    int file = open(trials[0].path, O_RDONLY);
    assert_int_equal(flock(file, LOCK_EX), 0);
    trials[0].tournament.wait_s = 0;
    assert_false(play_trial(&trials[0], 8, NULL));
    close(file);
    assert_non_null(strstr(trials[0].why, "is being written by another arena"));
    assert_int_equal(trial_missing(&trials[0], 8), 4);
    assert_page_says(&list, trials, page, "| 4 of 8 (incomplete) | 100.0 ± 42.4 | 0.0 | 0.0 |");
}

/* The moves are too quick for the file to show their time. */
TEST(test_program_resumes_with_quick_games) {
    static const char options[] =
        "--list $scratch/list.txt --results $scratch --page $scratch/page";
    static ExperimentList list;
    char error[256];
    if (!read_text("section first First\nrow quick 8 quick\n"
                   "play -a chaser -a random --budget-ms 10\n",
                   &list, error, sizeof error))
        fail_msg("%s", error);
    run("experiments %s --play --games 50%%", options);
    assert_run(0, "     4 of     4 games, about", "");
    run("experiments %s && wc -l <$scratch/quick.json", options);
    assert_run(0, "     4 of     8 games, about", "");
    assert_run(0, "\n4\n", NULL);
    run("experiments %s --play", options);
    assert_run(0, "     4 of     8 games, about", "");
    run("experiments %s && wc -l <$scratch/quick.json", options);
    assert_run(0, "complete", "");
    assert_run(0, "\n8\n", NULL);
    run("experiments %s more", options);
    assert_run(2, "", "\"more\" is not understood");
    run("sed -i 3s/place/plece/ $scratch/quick.json && experiments %s --page-only", options);
    assert_run(1, "", "quick is left out: ");
}

/* The first row was played by another commit, the second can be played. */
TEST(test_program_writes_the_page_after_a_refusal) {
    static const char options[] = "--list $scratch/list.txt --results $scratch "
                                  "--page $scratch/page --readme $scratch/none";
    static ExperimentList list;
    static Trial trial;
    char error[256];
    assert_true(read_text("section first First\n"
                          "row quick 4 quick\nplay -a chaser -a random --nodes 5\n"
                          "row next 4 next\nplay -a chaser -a random --nodes 6\n",
                          &list, error, sizeof error));
    trial_open(&trial, &list.rows[0], scratch);
    assert_true(play_trial(&trial, 2, "older"));
    run("experiments %s --play --rows quick", options);
    assert_run(1, "", "experiments: quick has games of commit older: --renew plays it anew\n");
    assert_true(scratch_says("page", "| quick | 2 of 4 (incomplete) |"));
    run("experiments %s --renew", options);
    assert_run(2, "", "--renew plays rows anew, so it needs --play");
    run("experiments %s --play --renew", options);
    assert_run(0, "quick                          4 of     4 games", "");
    assert_true(scratch_says("page", "| quick | 4 |"));
    assert_true(scratch_says("page", "| next | 4 |"));
}

/* The exit is the same as after ^C in a shell, so that a caller such as GNU parallel or make
 * knows. */
TEST(test_interrupted_program_says_so) {
    static ExperimentList list;
    char error[256];
    if (!read_text("section first First\nrow long 4000 long\n"
                   "play -a beam:width=20 -a chaser --nodes 2000\n",
                   &list, error, sizeof error))
        fail_msg("%s", error);
    run("timeout --preserve-status -s INT 1 experiments --list $scratch/list.txt "
        "--results $scratch --page $scratch/page --play");
    assert_run(INTERRUPTED_STATUS, NULL, NULL);
}

/* Fail unless the page of a table of this kind, with these three games on two maps, has this head
 * and this row. */
static void assert_table(const char *table, GameResult games[3], const char *head,
                         const char *row) {
    static ExperimentList list;
    static Trial trial;
    const Pairing pairings[] = {{0, 0, 1, {0, 1}}, {1, 0, 1, {1, 0}}, {2, 1, 2, {0, 1}}};
    char error[256], text[256], page[SCRATCH_PATH];
    scratch_path("page.md", page);
    snprintf(text, sizeof text,
             "section all All\ntable %s\nrow both 3 one against the other\n"
             "play -a chaser -a random --nodes 5",
             table);
    assert_true(read_text(text, &list, error, sizeof error));
    trial_open(&trial, &list.rows[0], scratch);
    assert_true(trial.is_valid);
    for (int i = 0; i < 3; i++)
        games[i].played = true;
    tally_games(pairings, games, 3, 2, &trial.tally);
    assert_page_says(&list, &trial, page, head);
    assert_page_says(&list, &trial, page, row);
}

/* A win, a death that won the match (both died), and a death that lost it. */
TEST(test_page_shows_deaths) {
    const SeatResult alive = {.place = 1, .died = -1};
    const SeatResult beaten = {.place = 2, .died = 9, .cause = DEATH_OTHER};
    const SeatResult winner = {.place = 1, .died = 9, .cause = DEATH_OWN, .unforced = true};
    const SeatResult late = {.place = 2, .died = 9, .cause = DEATH_OTHER, .late = 4};
    GameResult games[3] = {
        {.seats = {alive, beaten}}, {.seats = {beaten, winner}}, {.seats = {late, alive}}};
    assert_table("deaths", games, "deaths | of them beaten | by an own bomb | by it alone |",
                 " 2 | 2 | 1 | 1 | 0 | 1 | 4 | 0 |");
}

/* First alone, first with the other, second. */
TEST(test_page_shows_places) {
    const SeatResult first = {.place = 1, .died = -1}, second = {.place = 2, .died = -1};
    GameResult games[3] = {
        {.seats = {first, second}}, {.seats = {first, first}}, {.seats = {second, first}}};
    assert_table("places", games, "| first %, per seat | tied for it % | lost % | mean place |",
                 " | 33.3 | 33.3 | 1.33 |");
}

TEST(test_changed_row_keeps_its_games) {
    static ExperimentList list;
    static Trial trial;
    char error[256];
    assert_true(read_text(small_list, &list, error, sizeof error));
    trial_open(&trial, &list.rows[0], scratch);
    assert_true(play_trial(&trial, 2, NULL));
    snprintf(list.rows[0].arguments, LIST_TEXT, "-a random -a chaser --nodes 5");
    trial_open(&trial, &list.rows[0], scratch);
    assert_false(trial.is_valid);
    assert_non_null(strstr(trial.why, "quick.json: line 1 is no game of this tournament"));
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
        WITH_FOLDER(test_trials_resume_and_make_a_page),
        WITH_FOLDER(test_a_file_in_use_is_left_alone),
        WITH_FOLDER(test_row_of_another_commit_is_marked),
        WITH_FOLDER(test_games_of_two_commits_are_not_mixed),
        WITH_FOLDER(test_rows_that_are_never_complete_are_refused),
        WITH_FOLDER(test_row_that_cannot_be_read_again_is_not_complete),
        WITH_FOLDER(test_games_in_use_are_not_deleted),
        WITH_FOLDER(test_renewed_games_are_not_deleted_again),
        WITH_FOLDER(test_clear_row_stops_early),
        cmocka_unit_test_setup_teardown(test_program_resumes_with_quick_games, setup_programs,
                                        remove_scratch),
        cmocka_unit_test_setup_teardown(test_program_writes_the_page_after_a_refusal,
                                        setup_programs, remove_scratch),
        cmocka_unit_test_setup_teardown(test_interrupted_program_says_so, setup_programs,
                                        remove_scratch),
        WITH_FOLDER(test_page_shows_deaths),
        WITH_FOLDER(test_page_shows_places),
        WITH_FOLDER(test_changed_row_keeps_its_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
