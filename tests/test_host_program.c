/* bin/host from the shell: its options, what it prints, and how it ends. */
#include <stdlib.h>
#include <string.h>

#include "support/program.h"
#include "support/scratch.h"
#include "support/web_host.h"
#include "test.h"

TEST(test_wrong_options_are_refused) {
    static const Refusal refusals[] = {
        {"", "name the players"},
        {"-b chaser", "at least 2 players"},
        {"-b chaser chaser chaser -c 2", "at most 4 players"},
        {"-b a b c d e", "at most 4 players"},
        {"-c 5", "-c takes a number from 0 to 4"},
        {"-c 2 --tick 10", "--tick takes a number from 50 to 60000"},
        {"-c 2 --port 65536", "--port takes a number"},
        {"-c 2 --turn-s x", "--turn-s takes a number"},
        {"-c 2 extra", "players are given after -b"},
        {"-b chaser random --console", "--console is for people"},
        {"-c 2 --console=65536", "--console takes a number"},
        {"-c 2 --console x", "--console takes a number"},
        {"--folder /missing", "a folder that exists"},
        {"--unknown", "--unknown is not understood; see host --help"},
    };
    NEED_HOST();
    assert_refusals("host", refusals, sizeof refusals / sizeof refusals[0]);
}

TEST(test_unknown_players_are_refused) {
    NEED_HOST();
    run("host -b nobody chaser --port 0");
    assert_run(1, "", "there is no agent");
}

TEST(test_a_match_is_played_and_a_signal_ends_the_host) {
    NEED_HOST();
    run("cd $scratch; host -b random chaser -s 7 --speed 0 --budget-ms 5 --port 0 >printed & "
        "pid=$!; "
        "n=0; "
        "until grep -q winner printed || [ $n = 600 ]; do sleep 0.1; n=$((n+1)); done; "
        "kill -INT $pid; wait $pid; status=$?; cat printed; exit $status");
    assert_run(0, NULL, "");
    char *out = scratch_read("printed");
    assert_non_null(out);
    assert_int_equal(strncmp(out, "http://127.0.0.1:", 17), 0);
    assert_int_equal(count_occurrences(out, "http://"), 1);
    assert_int_equal(count_occurrences(out, "winner="), 1);
    free(out);
    run("replay verify $scratch/matches/7");
    assert_run(0, "0 mismatches", "");
}

/* With the default of 1.5 s a move these rounds would take a minute. */
TEST(test_agents_keep_the_tempo_of_real_time) {
    NEED_HOST();
    run("cd $scratch; host -b beam beam -s 8 --tick 50 --port 0 >printed & pid=$!; n=0; "
        "until [ -e matches/8/20 ] || [ $n = 100 ]; do sleep 0.1; n=$((n+1)); done; "
        "[ -e matches/8/20 ]; reached=$?; kill -INT $pid; wait $pid; exit $reached");
    assert_run(0, "", "");
}

TEST(test_links_are_printed_for_people_only) {
    NEED_HOST();
    run("cd $scratch; host -c 2 -b chaser --port 0 >printed & pid=$!; n=0; "
        "until grep -q 'player B' printed || [ $n = 600 ]; do sleep 0.1; n=$((n+1)); done; "
        "kill -TERM $pid; wait $pid; status=$?; cat printed; exit $status");
    const Run *ended = run("cat $scratch/printed");
    assert_int_equal(count_occurrences(ended->out, "#seat="), 2);
    assert_int_equal(count_occurrences(ended->out, "#host="), 1);
    assert_int_equal(count_occurrences(ended->out, "winner="), 0);
}

TEST(test_the_ports_of_the_console_are_printed) {
    NEED_HOST();
    run("cd $scratch; host -c 2 --port 0 --console 0 >printed & pid=$!; n=0; "
        "until grep -q console printed || [ $n = 600 ]; do sleep 0.1; n=$((n+1)); done; "
        "port=$(sed -n 's/^network console: port \\([0-9]*\\);.*/\\1/p' printed); "
        "host -c 2 --port 0 --console=$port 2>refused; echo $? >>refused; "
        "kill -TERM $pid; wait $pid");
    const Run *ended =
        run("grep '^network console: port [0-9]*; seats: [0-9]* [0-9]*; others: [0-9]*$' "
            "$scratch/printed; cat $scratch/refused");
    assert_int_equal(count_occurrences(ended->out, "network console"), 1);
    assert_non_null(strstr(ended->out, "choose another one with --console\n1\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_options_are_refused),
        cmocka_unit_test(test_unknown_players_are_refused),
        cmocka_unit_test(test_a_match_is_played_and_a_signal_ends_the_host),
        cmocka_unit_test(test_agents_keep_the_tempo_of_real_time),
        cmocka_unit_test(test_links_are_printed_for_people_only),
        cmocka_unit_test(test_the_ports_of_the_console_are_printed),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
