/* What the arena says while it plays and at the end: the advice about late moves, and progress. */
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

#define LIMITED "arena -a chaser -a random --games 2 --budget-ms 50 "

/* Play two games of one tournament, and make `late` of the first agent's moves late in them. */
static void make_games(const char *options, int late) {
    run("rm -f $scratch/games.json; " LIMITED "%s --json $scratch/games.json && "
        "sed -i 's/\\(\"agent\":\"chaser\"[^}]*\"late\":\\)[0-9]*/\\1%d/g; "
        "s/\\(\"agent\":\"random\"[^}]*\"late\":\\)[0-9]*/\\10/g' $scratch/games.json",
        options, late);
    assert_run(0, NULL, NULL);
}

TEST(test_late_moves_bring_advice) {
    make_games("--clock wall", 1);
    run("arena --merge $scratch/games.json | grep '^late'");
    assert_run(0, "late chaser ", NULL);
    assert_run(0, "use --clock cpu, or a lower --concurrency\n", NULL);
    assert_int_equal(count_occurrences(run("arena --merge $scratch/games.json")->out, "\nlate "),
                     1);
    make_games("--clock cpu", 1);
    run("arena --merge $scratch/games.json");
    assert_run(0, ": the agent does not keep its limit\n", NULL);
    make_games("--clock wall --threads 2", 1);
    run("arena --merge $scratch/games.json");
    assert_run(0, ": use a lower --concurrency\n", NULL);
}

TEST(test_few_late_moves_bring_no_advice) {
    make_games("--clock wall", 0);
    const Run *merged = run("arena --merge $scratch/games.json");
    assert_run(0, "late=0", NULL);
    assert_int_equal(count_occurrences(merged->out, "\nlate "), 0);
}

/* A file of an earlier arena says --clock wall also where --clock cpu is the default. */
TEST(test_a_tournament_keeps_the_clock_of_its_file) {
    make_games("--clock wall", 0);
    run(LIMITED "--games 4 --json $scratch/games.json --resume && "
                "grep -c 'clock wall' $scratch/games.json");
    assert_run(0, "\n4\n", "2 games taken from");
    run("arena -a chaser -a random --games 4 --budget-ms 50 --merge $scratch/games.json");
    assert_run(0, "pair chaser random games=4", NULL);
}

/* The first line comes at once; the file is removed after the last game and after ^C. */
TEST(test_progress_can_be_read_from_a_file) {
    run("arena -a beam:width=20 -a chaser --nodes 2000 --games 4000 --json $scratch/long.json "
        ">$scratch/said 2>&1 & arena=$!; "
        "until [ -s $scratch/long.json.progress ]; do sleep 0.02; done; "
        "cat $scratch/long.json.progress; kill -INT $arena; wait $arena; echo status=$?; "
        "[ ! -e $scratch/long.json.progress ]");
    assert_run(0, " 0 of 4000 games, ? left\nstatus=130\n", NULL);
    run(LIMITED "--json $scratch/short.json >$scratch/said && ls $scratch");
    assert_run(0, "short.json\n", NULL);
    assert_int_equal(count_occurrences(run("ls $scratch")->out, "progress"), 0);
}

TEST(test_games_are_played_without_a_progress_file_that_cannot_be_written) {
    run("mkdir $scratch/x.json.progress && " LIMITED "--json $scratch/x.json");
    assert_run(0, "pair chaser random games=2", "cannot write ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_late_moves_bring_advice),
        cmocka_unit_test(test_few_late_moves_bring_no_advice),
        cmocka_unit_test(test_a_tournament_keeps_the_clock_of_its_file),
        cmocka_unit_test(test_progress_can_be_read_from_a_file),
        cmocka_unit_test(test_games_are_played_without_a_progress_file_that_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
