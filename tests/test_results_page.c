/* The tables of the page of results. */
#include <stdio.h>

#include "support/trials.h"
#include "test.h"

/* Three rows: two of them are of one commit, the third is of another. */
TEST(test_row_of_another_commit_is_marked) {
    static ExperimentList list;
    static Trial trials[3];
    char page[SCRATCH_PATH], commit[RECORD_COMMIT];
    scratch_path("page.md", page);
    open_list("section all All\n"
              "row a 2 first\nplay -a chaser -a random --nodes 5\n"
              "row b 2 second\nplay -a chaser -a random --nodes 6\n"
              "row c 2 third\nplay -a chaser -a random --nodes 7\n",
              &list, trials);
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

/* Fail unless the page of a table of this kind, with these three games on two maps, has this head
 * and this row. */
static void assert_table(const char *table, GameResult games[3], const char *head,
                         const char *row) {
    static ExperimentList list;
    static Trial trial;
    const Pairing pairings[] = {{0, 0, 1, {0, 1}}, {1, 0, 1, {1, 0}}, {2, 1, 2, {0, 1}}};
    char text[256], page[SCRATCH_PATH];
    scratch_path("page.md", page);
    snprintf(text, sizeof text,
             "section all All\ntable %s\nrow both 3 one against the other\n"
             "play -a chaser -a random --nodes 5",
             table);
    open_list(text, &list, &trial);
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

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(test_row_of_another_commit_is_marked),
        WITH_FOLDER(test_page_shows_deaths),
        WITH_FOLDER(test_page_shows_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
