/* Trials: what they cost, how they are interrupted and resumed, and whose games they keep. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "support/trials.h"
#include "test.h"

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
    read_list("section first First\n"
              "row slow 60 slow\nplay -a beam -a mcts --budget-ms 100\n"
              "row known 60 known\nplay -a beam -a mcts --until-error 5\nexpect 2.5 30\n",
              &list);
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
    read_list("section first First\n"
              "row full 10 full\nplay -a beam@threads=2 -a beam --budget-ms 10\n"
              "row known 110 known\nplay -a beam@threads=2 -a beam\nexpect 3\n",
              &list);
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

static void open_small_trials(ExperimentList *list, Trial trials[3], char page[SCRATCH_PATH]) {
    scratch_path("page.md", page);
    open_list(three_rows, list, trials);
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
    snprintf(command, sizeof command, "\nexperiments, `%s/list.txt`: ", scratch);
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

/* A stop would leave out whole lineups, a part is no row. */
TEST(test_rows_that_are_never_complete_are_refused) {
    static const char *const wrong[][2] = {
        {"-a chaser -a random -a beam --until-error 10", "--until-error needs one lineup"},
        {"-a chaser -a random -a beam --gauntlet --until-error 10", "in games of 2 make 2"},
        {"-a chaser -a random -a beam --sprt elo0=0 elo1=5", "--sprt needs one lineup"},
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

/* chaser beats random in every game. */
TEST(test_clear_row_stops_early) {
    static ExperimentList list;
    static Trial trial;
    char page[SCRATCH_PATH];
    scratch_path("page.md", page);
    open_list("section all All\nrow clear 200 clear\n"
              "play -a chaser -a random --nodes 5 --until-error 7\nexpect 0.1 90\n",
              &list, &trial);
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

TEST(test_changed_row_keeps_its_games) {
    static ExperimentList list;
    static Trial trials[3];
    open_list(three_rows, &list, trials);
    assert_true(play_trial(&trials[0], 2, NULL));
    snprintf(list.rows[0].arguments, LIST_TEXT, "-a random -a chaser --nodes 5");
    trial_open(&trials[0], &list.rows[0], scratch);
    assert_false(trials[0].is_valid);
    assert_non_null(strstr(trials[0].why, "quick.json: line 1 is no game of this tournament"));
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(test_cost_is_estimated),
        WITH_FOLDER(test_cost_of_threads_is_processor_time),
        WITH_FOLDER(test_trials_resume_and_make_a_page),
        WITH_FOLDER(test_a_file_in_use_is_left_alone),
        WITH_FOLDER(test_games_of_two_commits_are_not_mixed),
        WITH_FOLDER(test_rows_that_are_never_complete_are_refused),
        WITH_FOLDER(test_row_that_cannot_be_read_again_is_not_complete),
        WITH_FOLDER(test_games_in_use_are_not_deleted),
        WITH_FOLDER(test_renewed_games_are_not_deleted_again),
        WITH_FOLDER(test_clear_row_stops_early),
        WITH_FOLDER(test_changed_row_keeps_its_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
