/* Files of games with zero bytes, torn lines and foreign line ends, and files that another arena
 * has open. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/clock.h"
#include "records/json_line.h"
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

#define ARENA "arena -a chaser -a random --nodes 5 --concurrency 2 --games 40 "

/* 40 games in whole.json. */
GROUP_FUNCTION(play_games) {
    if (setup_programs(unused))
        return -1;
    run(ARENA "--json $scratch/whole.json");
    return 0;
}

/* Make damaged.json by commands that read $whole. */
static void make_damaged(const char *commands) {
    run("rm -f $scratch/all.json $scratch/damaged.json*; whole=$scratch/whole.json; { %s; } "
        ">$scratch/damaged.json",
        commands);
    assert_run(0, NULL, NULL);
}

static void assert_merged_is_whole(const char *says) {
    run("arena --merge $scratch/damaged.json --json $scratch/all.json && "
        "cmp $scratch/all.json $scratch/whole.json");
    assert_run(0, NULL, says);
}

TEST(test_games_behind_zero_bytes_are_read) {
    make_damaged("head -n 1 $whole; printf '\\0\\0\\0'; tail -n +2 $whole");
    assert_merged_is_whole("damaged.json: line 2, byte ");
    assert_run(0, NULL, ": zero bytes");
    assert_run(0, NULL, "; 3 bytes skipped");
    make_damaged("printf '\\0'; cat $whole; printf '\\0'");
    assert_merged_is_whole("damaged.json: line 1, byte 0: zero bytes (at byte 0); 1 bytes skipped");
    assert_run(0, NULL, "damaged.json: line 41, byte ");
    make_damaged("head -c 5000000 /dev/zero; cat $whole");
    assert_merged_is_whole("; 5000000 bytes skipped");
}

TEST(test_games_behind_a_torn_line_are_read) {
    static const char *const torn[] = {
        "head -n 3 $whole; echo {\\\"game\\\":3,\\\"games\\\":40,\\\"se; tail -n +4 $whole",
        "head -n 3 $whole; printf '{\"game\":3,\"games\":40,\"se'; tail -n +4 $whole",
        "head -n 3 $whole; echo '\"own_alone\":0,\"unfor'; tail -n +4 $whole",
    };
    for (size_t i = 0; i < sizeof torn / sizeof torn[0]; i++) {
        make_damaged(torn[i]);
        assert_merged_is_whole("damaged.json: line 4, byte ");
    }
    make_damaged("cat $whole; printf '{\"ga'");
    assert_merged_is_whole("damaged.json: line 41, byte ");
    assert_run(0, NULL, ": the line is cut off");
}

TEST(test_games_without_a_line_end_between_them_are_read) {
    make_damaged("tr -d '\\n' <$whole");
    assert_merged_is_whole(NULL);
    assert_int_equal(count_occurrences(run("true")->error, "damaged"), 0);
}

TEST(test_line_ends_of_windows_and_blank_lines_are_read) {
    make_damaged("printf '\\357\\273\\277'; sed 's/$/\\r/' $whole; printf '\\r\\n\\n'");
    assert_merged_is_whole("line 1, byte 0: there is no line of the arena");
}

TEST(test_games_behind_a_very_long_line_are_read) {
    make_damaged("head -n 20 $whole; head -c 3000000 $whole /dev/zero | tr '\\0' x | "
                 "tail -c 2500000; tail -n +21 $whole");
    assert_merged_is_whole("damaged.json: line 21, byte ");
    assert_run(0, NULL, ": the line is too long for a game");
}

TEST(test_many_damaged_places_are_counted) {
    make_damaged("sed 's/^/{\"gam\\n/' $whole");
    assert_merged_is_whole("damaged.json: line 1, byte 0: the line is cut off");
    assert_run(0, NULL, "damaged.json: 30 more places are damaged");
}

TEST(test_a_recorded_game_behind_zero_bytes_can_be_played_again) {
    make_damaged("printf '\\0\\0'; cat $whole");
    run("arena --replay-game $scratch/damaged.json:7");
    assert_run(0, "game=7 ", NULL);
}

/* The damaged parts are moved into another file, and the missing games are played. */
TEST(test_resuming_keeps_damaged_parts) {
    make_damaged("head -n 3 $whole; printf '\\0\\0{\"game\":3,\"ga\\n'; tail -n +5 $whole; "
                 "printf '{\"game\":7,\"la'");
    run(ARENA "--json $scratch/damaged.json --resume && cmp $scratch/damaged.json "
              "$scratch/whole.json && tr '\\0' 0 <$scratch/damaged.json.damaged");
    assert_run(0, "00\n{\"game\":3,\"ga\n{\"game\":7,\"la\n", "39 games taken from");
    assert_run(0, NULL, "line 41, byte ");
    assert_run(0, NULL, "the skipped bytes are kept in ");
}

/* A whole line without its line end is a game, to which the next game must not be glued. */
TEST(test_games_are_appended_on_lines_of_their_own) {
    make_damaged("head -n 20 $whole | head -c -1");
    run("ln $scratch/damaged.json $scratch/appended.json && " ARENA
        "--json $scratch/damaged.json --resume && cmp $scratch/damaged.json $scratch/whole.json && "
        "sort $scratch/appended.json >$scratch/a && sort $scratch/whole.json | cmp - $scratch/a");
    assert_run(0, NULL, "20 games taken from");
}

/* Whatever the place at which a resumed arena is killed, no line of the file is lost. */
TEST(test_a_killed_arena_loses_no_line) {
    make_damaged("head -n 9 $whole; printf '\\0{\"game\":9,\"ga'");
    run("for delay in 0.02 0.05 0.1 0.15 0.2; do " ARENA "--games 2000 --json "
        "$scratch/damaged.json --resume & sleep $delay; kill -KILL $!; wait $!; "
        "for file in $scratch/damaged.json*; do tr -d '\\0' <$file; done | "
        "sed 's/s\":2000/s\":40/' >$scratch/left; "
        "if head -n 9 $scratch/whole.json | grep -Fvxf $scratch/left; then exit 8; fi; "
        "grep -Fx '{\"game\":9,\"ga' $scratch/left || exit 9; done");
    assert_run(0, NULL, NULL);
    run(ARENA "--games 2000 --json $scratch/damaged.json --resume && "
              "test $(wc -l <$scratch/damaged.json) = 2000 && "
              "head -n 40 $scratch/damaged.json | sed 's/s\":2000/s\":40/' | cmp - "
              "$scratch/whole.json");
    assert_run(0, NULL, NULL);
}

TEST(test_flaws_of_lines_have_a_place) {
    static const struct {
        const char *text, *what;
        size_t at;
    } cases[] = {
        {"{}", NULL, 2},
        {" {\"a\":[1,-2.5e3,true,null,{}],\"b\":\"\\\"}\"} \r", NULL, 42},
        {"", "there is no line of the arena", 0},
        {"12", "there is no line of the arena", 0},
        {"{\"a\":1", "the line is cut off", 6},
        {"{\"a\":\"b", "the line is cut off", 7},
        {"{\"a\":1}}", "the line is not JSON", 7},
        {"{\"a\" 1}", "the line is not JSON", 5},
        {"{\"a\":\"\001\"}", "the line is not JSON", 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t at = 0;
        const char *what = json_flaw(cases[i].text, strlen(cases[i].text), &at);
        if (cases[i].what)
            assert_string_equal(what, cases[i].what);
        else
            assert_null(what);
        assert_int_equal(at, cases[i].at);
    }
}

/* Start a process that holds the lock of a file until another one waits for it and says so in the
 * file `said`, and that then runs a command (NULL: until it is killed). Returns when the file is
 * locked. */
static pid_t hold(const char *name, const char *command) {
    char path[SCRATCH_PATH];
    FILE *file = fopen(scratch_path(name, path), "a");
    assert_non_null(file);
    assert_int_equal(flock(fileno(file), LOCK_EX), 0);
    unlink(scratch_path("said", path));
    pid_t holder = fork();
    if (holder == 0) {
        while (!command || !scratch_says("said", "is being written by "))
            clock_sleep_ms(10);
        _exit(system(command) != 0);
    }
    fclose(file);
    return holder;
}

static void wait_for(pid_t process) {
    int status;
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_int_equal(status, 0);
}

TEST(test_resuming_waits_for_the_arena_that_ends) {
    char says[64];
    make_damaged("head -n 20 $whole");
    pid_t holder = hold("damaged.json", "true");
    snprintf(says, sizeof says, "is being written by process %d (", (int)holder);
    run(ARENA "--json $scratch/damaged.json --resume 2>$scratch/said && "
              "cat $scratch/said >&2 && cmp $scratch/damaged.json $scratch/whole.json");
    wait_for(holder);
    assert_run(0, NULL, says);
    assert_run(0, NULL, ": waiting for it, at most 10 s");
    assert_run(0, NULL, "20 games taken from");
}

/* The arena that ends replaces its file: the games of the new file count. */
TEST(test_resuming_reads_the_file_that_the_other_arena_leaves) {
    make_damaged("head -n 20 $whole");
    pid_t holder = hold("damaged.json", "head -n 30 $scratch/whole.json >$scratch/new && "
                                        "mv $scratch/new $scratch/damaged.json");
    run(ARENA "--json $scratch/damaged.json --resume 2>$scratch/said && "
              "cat $scratch/said >&2 && cmp $scratch/damaged.json $scratch/whole.json");
    wait_for(holder);
    assert_run(0, NULL, "30 games taken from");
}

TEST(test_waiting_for_another_arena_can_be_interrupted) {
    make_damaged("head -n 20 $whole");
    pid_t holder = hold("damaged.json", NULL);
    run(ARENA "--json $scratch/damaged.json --resume 2>$scratch/said & arena=$!; "
              "until [ -s $scratch/said ]; do sleep 0.02; done; "
              "kill -INT $arena; wait $arena; status=$?; cat $scratch/said >&2; exit $status");
    assert_run(1, NULL, "is being written by another arena, process ");
    kill(holder, SIGKILL);
    waitpid(holder, NULL, 0);
}

/* The games that it was playing must not keep the lock of a killed arena. */
TEST(test_an_arena_can_be_resumed_right_after_a_kill) {
    for (int i = 0; i < 10; i++) {
        run("arena='arena -a beam:width=20 -a chaser --nodes 100 --games 100000 --concurrency 8 "
            "--json '$scratch/k.json; rm -f $scratch/k.json; unset IFS; "
            "playing() { until [ -s $scratch/k.json.progress ]; do sleep 0.01; done; }; "
            "$arena & killed=$!; playing; kill -KILL $killed; rm $scratch/k.json.progress; "
            "$arena --resume & resumed=$!; playing; kill -INT $resumed; wait $resumed");
        assert_run(130, "interrupted after ", NULL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_behind_zero_bytes_are_read),
        cmocka_unit_test(test_games_behind_a_torn_line_are_read),
        cmocka_unit_test(test_games_without_a_line_end_between_them_are_read),
        cmocka_unit_test(test_line_ends_of_windows_and_blank_lines_are_read),
        cmocka_unit_test(test_games_behind_a_very_long_line_are_read),
        cmocka_unit_test(test_many_damaged_places_are_counted),
        cmocka_unit_test(test_a_recorded_game_behind_zero_bytes_can_be_played_again),
        cmocka_unit_test(test_resuming_keeps_damaged_parts),
        cmocka_unit_test(test_games_are_appended_on_lines_of_their_own),
        cmocka_unit_test(test_a_killed_arena_loses_no_line),
        cmocka_unit_test(test_flaws_of_lines_have_a_place),
        cmocka_unit_test(test_resuming_waits_for_the_arena_that_ends),
        cmocka_unit_test(test_resuming_reads_the_file_that_the_other_arena_leaves),
        cmocka_unit_test(test_waiting_for_another_arena_can_be_interrupted),
        cmocka_unit_test(test_an_arena_can_be_resumed_right_after_a_kill),
    };
    return cmocka_run_group_tests(tests, play_games, remove_scratch);
}
