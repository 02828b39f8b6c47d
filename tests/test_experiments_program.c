/* bin/experiments from the shell: it continues, refuses and is interrupted. */
#include "platform/interrupt.h"
#include "support/program.h"
#include "support/trials.h"
#include "test.h"

/* The moves are too quick for the file to show their time. */
TEST(test_program_resumes_with_quick_games) {
    static const char options[] =
        "--list $scratch/list.txt --results $scratch --page $scratch/page";
    static ExperimentList list;
    read_list("section first First\nrow quick 8 quick\n"
              "play -a chaser -a random --budget-ms 10\n",
              &list);
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

/* The folder of the results is only made for games. */
TEST(test_listing_creates_nothing) {
    static ExperimentList list;
    read_list("section first First\nrow quick 8 quick\nplay -a chaser -a random\n", &list);
    run("experiments --list $scratch/list.txt --results $scratch/typo");
    assert_run(0, "     8 of     8 games, about", "");
    run("[ ! -e $scratch/typo ]");
    assert_run(0, "", "");
}

/* The first row was played by another commit, the second can be played. */
TEST(test_program_writes_the_page_after_a_refusal) {
    static const char options[] = "--list $scratch/list.txt --results $scratch "
                                  "--page $scratch/page --readme $scratch/none";
    static ExperimentList list;
    static Trial trials[2];
    open_list("section first First\n"
              "row quick 4 quick\nplay -a chaser -a random --nodes 5\n"
              "row next 4 next\nplay -a chaser -a random --nodes 6\n",
              &list, trials);
    assert_true(play_trial(&trials[0], 2, "older"));
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
    read_list("section first First\nrow long 4000 long\n"
              "play -a beam:width=20 -a chaser --nodes 2000\n",
              &list);
    run("timeout --preserve-status -s INT 1 experiments --list $scratch/list.txt "
        "--results $scratch --page $scratch/page --play");
    assert_run(INTERRUPTED_STATUS, NULL, NULL);
}

#define WITH_PROGRAMS(test) cmocka_unit_test_setup_teardown(test, setup_programs, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_PROGRAMS(test_program_resumes_with_quick_games),
        WITH_PROGRAMS(test_listing_creates_nothing),
        WITH_PROGRAMS(test_program_writes_the_page_after_a_refusal),
        WITH_PROGRAMS(test_interrupted_program_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
