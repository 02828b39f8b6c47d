/* Bots that misbehave under the referee: how it treats them and what it logs. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "platform/clock.h"
#include "platform/folder.h"
#include "processes/cleanup.h"
#include "processes/descendants.h"
#include "support/matches.h"
#include "test.h"

enum { PATH_SIZE = 4 * PLAYER_PATH };

/* For bots that must be late, and for those that must not be. */
static const TimeLimits short_limits = {.command_ms = 300, .kill_ms = 600};
static const TimeLimits long_limits = {.command_ms = 60000, .kill_ms = 90000};

static Match *play_within(const char *name, const char *script, int rounds, TimeLimits limits) {
    char folder[SCRATCH_PATH];
    make_bot(name, "CPlusPlus", "run.sh", script, folder);
    Match *match = play_bot(folder, rounds, limits);
    assert_int_equal(match->state.round, rounds);
    assert_int_equal(descendants_usage().count, 0);
    return match;
}

/* Play a bot that is a shell script. `rounds` rounds must be played, and no process may be left. */
static Match *play_script(const char *name, const char *script, int rounds) {
    return play_within(name, script, rounds, long_limits);
}

/* The same for one round of a bot that takes longer than its limit. */
static Match *play_slow_script(const char *name, const char *script) {
    return play_within(name, script, 1, short_limits);
}

TEST(test_log_equals_that_of_the_engine) {
    Match *match = play_script("wordy",
                               "#!/bin/sh\necho one; printf two; echo bad >&2\n"
                               "printf 1 > \"$2/move.txt\"\n",
                               2);
    char expected[2 * PATH_SIZE];
    snprintf(expected, sizeof expected, "%s/wordy/run.sh A \"%s/0/A\"\n", scratch,
             match->writer.match);
    char *log = read_log(match, 0);
    static const char *const lines[] = {
        " - I: \tExecuting process true\n",
        " - I: \tBot calibration complete and can run an additional ",
        " - D: \tExecuting bot with following commands ",
        " - I: \tExecuting process ",
        " - I: \tBot has 90000ms to run before it will be forcefully killed\n",
        " - I: \tOutput from bot: one\n",
        " - I: \tOutput from bot: two\n",
        " - I: \tOutput from bot: \n",
        " - I: \tYour bots total execution time was 00:00:"};
    const char *at = log;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        at = strstr(at, lines[i]);
        if (!at)
            fail_msg("no \"%s\" at its place in %s", lines[i], log);
        at += i == 2 || i == 3 ? strlen(lines[i]) : 0;
        if (i == 2 || i == 3)
            assert_memory_equal(at, expected, strlen(expected));
    }
    assert_non_null(strstr(log, " - E: \tOutput from bot: bad\n"));
    assert_non_null(strstr(log, " - E: \tOutput from bot: \n"));
    free(log);
    /* A stands in its corner: up is the border. The refusal is in the log of the next round. */
    assert_logged(match, 1,
                  "\tPlayer Command MovementCommand(Up) failed because Cannot move to "
                  "Location(X:2,Y:1), IndestructibleWallEntity(X:2, Y:1) already occupies this "
                  "space\n");
    end_match(match);
}

TEST(test_hanging_bot_is_killed) {
    Match *match = play_slow_script("hanging", "#!/bin/sh\nprintf 5 > \"$2/move.txt\"\nsleep 60\n");
    assert_int_equal(match->players[0].late, 1);
    assert_int_equal(match->players[0].last, COMMAND_NOTHING);
    char *log = read_log(match, 0);
    const char *killed = strstr(log, "\tBot has been killed for taking to long to execute\n");
    assert_non_null(killed);
    assert_non_null(strstr(killed, "\tOutput from bot: \n"));
    free(log);
    assert_logged(match, 0, "\tYour bot exceeded the maximum execution time\n");
    assert_logged(match, 0, "TimeLimitExceededException: Time limit exceeded by -00:00:0");
    end_match(match);
}

TEST(test_late_moves_count_only_without_a_limit) {
    char folder[SCRATCH_PATH];
    TimeLimits unlimited = short_limits;
    unlimited.unlimited = true;
    const char *script = "#!/bin/sh\nprintf 1 > \"$2/move.txt\"\nexec sleep 0.45\n";
    Match *match = play_slow_script("late", script);
    assert_int_equal(match->players[0].late, 1);
    end_match(match);
    make_bot("late", "CPlusPlus", "run.sh", "#!/bin/sh\nsleep 0.8; printf 1 > \"$2/move.txt\"\n",
             folder);
    match = play_bot(folder, 1, unlimited);
    assert_int_equal(match->players[0].late, 0);
    assert_int_equal(match->players[0].last, COMMAND_UP);
    char *log = read_log(match, 0);
    assert_null(strstr(log, "forcefully killed"));
    free(log);
    end_match(match);
}

TEST(test_long_lines_are_split_between_characters) {
    Match *match = play_script("euro",
                               "#!/bin/sh\nprintf x; for i in 0 1 2 3 4 5 6 7 8 9; do\n"
                               "for j in 0 1 2 3 4 5 6 7 8 9; do\n"
                               "for k in 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j; do\n"
                               "printf '\\342\\202\\254'; done; done; done\n",
                               1);
    char *log = read_log(match, 0);
    int count = 0;
    for (const char *text = log; *text;) {
        uint32_t point;
        text += text_decode(text, &point);
        assert_int_not_equal(point, TEXT_REPLACEMENT);
        count += point == 0x20ac;
    }
    assert_int_equal(count, 2000);
    free(log);
    end_match(match);
}

TEST(test_output_of_a_bot_is_limited) {
    struct stat status;
    char path[PATH_SIZE];
    Match *match = play_slow_script("flooding", "#!/bin/sh\nyes | tr -d '\\n'\n");
    assert_int_equal(match->players[0].late, 1);
    assert_logged(match, 0, " more bytes are omitted)\n");
    snprintf(path, sizeof path, "%s/0/A/log.txt", match->writer.match);
    assert_int_equal(stat(path, &status), 0);
    assert_true(status.st_size < 2 * PROCESS_MAX_OUTPUT);
    end_match(match);
}

/* The process whose number the bot wrote into its folder must be gone. */
static void assert_gone(const char *bot) {
    char name[512];
    snprintf(name, sizeof name, "%s/child", bot);
    char *text = scratch_read(name);
    assert_non_null(text);
    pid_t child = (pid_t)atoi(text);
    free(text);
    assert_true(child > 1);
    assert_int_not_equal(kill(child, 0), 0);
    assert_int_equal(errno, ESRCH);
}

TEST(test_children_that_hold_the_output_are_killed) {
    /* setsid moves the child out of the group that is killed, and its parent ends first. */
    Match *match =
        play_slow_script("parent", "#!/bin/sh\nprintf 1 > \"$2/move.txt\"\n"
                                   "setsid sh -c 'echo $$ > child; exec sleep 60' & exit 0\n");
    assert_int_equal(match->players[0].late, 1);
    assert_gone("parent");
    end_match(match);
    match = play_script("quiet",
                        "#!/bin/sh\nprintf 1 > \"$2/move.txt\"\n"
                        "(setsid sh -c 'echo $$ > child; exec sleep 60' >/dev/null 2>&1 &)\n"
                        "while [ ! -s child ]; do :; done\n",
                        1);
    assert_int_equal(match->players[0].late, 0);
    assert_gone("quiet");
    end_match(match);
}

TEST(test_processes_of_a_bot_are_limited) {
    char script[512];
    snprintf(script, sizeof script,
             "#!/bin/sh\nprintf 1 > \"$2/move.txt\"\ni=0\n"
             "while [ $i -lt %d ]; do setsid sleep 60 & i=$((i+1)); done\nsleep 60\n",
             PROCESS_MAX_COUNT + 40);
    char folder[SCRATCH_PATH];
    TimeLimits limits = {.command_ms = 8000, .kill_ms = 9000};
    make_bot("many", "CPlusPlus", "run.sh", script, folder);
    Match *match = play_bot(folder, 1, limits);
    assert_int_equal(match->state.round, 1);
    assert_true(match->players[0].slowest_ms < 8000);
    assert_int_equal(descendants_usage().count, 0);
    assert_logged(match, 0, "\tBot has been killed for running more than ");
    end_match(match);
    /* These processes start others as fast as they can, 511 in all, until they are killed. */
    match = play_slow_script("breeding", "#!/bin/sh\n[ $# -gt 10 ] || { setsid sh $0 \"$@\" x & "
                                         "setsid sh $0 \"$@\" x & }\nexec sleep 60\n");
    end_match(match);
}

/* Killing many processes takes time, which belongs to the bot's. */
TEST(test_time_of_a_killed_bot_includes_the_killing) {
    enum { PRECISION_MS = 5 };
    char script[256];
    snprintf(script, sizeof script,
             "i=0; while [ $i -lt %d ]; do setsid sleep 60 & i=$((i+1)); done; sleep 60",
             PROCESS_MAX_COUNT - 20);
    char *const arguments[] = {"sh", "-c", script, NULL};
    ProcessResult *result = malloc(sizeof *result);
    assert_non_null(result);
    int64_t start = clock_now();
    process_run(&(ProcessRequest){.arguments = arguments, .folder = "/", .limit_ms = 1500}, result);
    double passed = (double)(clock_now() - start) * 1e-6;
    assert_int_equal(result->end, PROCESS_TIMED_OUT);
    if (result->ms < passed - PRECISION_MS)
        fail_msg("%.1f ms were measured, %.1f ms have passed", result->ms, passed);
    free(result);
}

TEST(test_files_of_a_bot_are_limited) {
    struct stat status;
    char path[PATH_SIZE];
    Match *match = play_script("filling",
                               "#!/bin/sh\nprintf 1 > \"$2/move.txt\"\nmkdir \"$2/sub\"\n"
                               "head -c 20000000 /dev/zero > \"$2/sub/large\"\n",
                               1);
    assert_int_equal(match->players[0].last, COMMAND_UP);
    snprintf(path, sizeof path, "%s/0/A/sub", match->writer.match);
    assert_int_not_equal(stat(path, &status), 0);
    snprintf(path, sizeof path, "%s/0/A/move.txt", match->writer.match);
    assert_int_equal(stat(path, &status), 0);
    end_match(match);
    /* A file with a hole takes no space on the disk, but is as large as any other. */
    match = play_script("modest",
                        "#!/bin/sh\nhead -c 100000 /dev/zero > \"$2/own\"\n"
                        "truncate -s 200M \"$2/hole\" 2>/dev/null\n",
                        1);
    snprintf(path, sizeof path, "%s/0/A/own", match->writer.match);
    assert_int_equal(stat(path, &status), 0);
    snprintf(path, sizeof path, "%s/0/A/hole", match->writer.match);
    assert_true(stat(path, &status) != 0 || status.st_size <= (long)PROCESS_MAX_FILE_MB << 20);
    end_match(match);
}

static bool is_left(const char *name) {
    struct stat status;
    char path[SCRATCH_PATH];
    return lstat(scratch_path(name, path), &status) == 0;
}

/* Of the files that may stay, one is too large, and one lies in a subfolder. */
TEST(test_cleanup_keeps_the_files_of_the_round) {
    static const char *const names[] = {"full/move.txt", "full/state.json", "full/map.txt"};
    enum { LARGE = (CLEANUP_KEEP_MB + 1) << 20 };
    char path[SCRATCH_PATH];
    char *large = malloc(LARGE + 1);
    assert_non_null(large);
    memset(large, 'x', LARGE);
    large[LARGE] = 0;
    for (int i = 0; i < 3; i++) {
        assert_true(folder_create(scratch_path("full/sub", path)));
        for (int j = 0; j < 3; j++)
            scratch_write(names[j], i == j ? large : "small", 0644);
        scratch_write("full/own", "own", 0644);
        scratch_write("full/sub/map.txt", "map", 0644);
        assert_true(cleanup_folder(scratch_path("full", path), CLEANUP_MS).removed >= LARGE);
        for (int j = 0; j < 3; j++)
            assert_int_equal(is_left(names[j]), i != j);
        assert_false(is_left("full/own"));
        assert_false(is_left("full/sub"));
    }
    free(large);
    scratch_write("full/own", "own", 0644);
    assert_int_equal(cleanup_folder(path, CLEANUP_MS).removed, 0);
    assert_true(is_left("full/own"));
}

TEST(test_deleted_folders_are_made_again) {
    Match *match = play_script("deleting", "#!/bin/sh\nrm -rf \"$2\" \"$2/../../0\" \"$PWD\"\n", 2);
    assert_logged(match, 1, "Output from bot: cannot");
    assert_int_equal(match->players[0].nothing_in_row, 2);
    end_match(match);
}

static void count_entry(void *context, const char *name) {
    (void)name;
    ++*(int *)context;
}

/* A bot puts a link in the place of its folder, of the round's and of the match's: the files behind
 * the link stay as they were. */
TEST(test_linked_folders) {
    static const char *const places[] = {"", "/..", "/../.."};
    char elsewhere[SCRATCH_PATH], script[2 * SCRATCH_PATH];
    scratch_path("elsewhere", elsewhere);
    assert_true(folder_create(elsewhere));
    scratch_write("elsewhere/state.json", "kept", 0600);
    scratch_write("elsewhere/log.txt", "kept", 0600);
    int before = 0;
    assert_true(folder_visit(elsewhere, count_entry, &before));
    for (int i = 0; i < 3; i++) {
        int entries = 0;
        snprintf(script, sizeof script,
                 "#!/bin/sh\nf=$(readlink -f \"$2%s\")\nrm -rf \"$f\"; ln -s %s \"$f\"\n",
                 places[i], elsewhere);
        end_match(play_script("linking", script, 2));
        assert_true(scratch_says("elsewhere/state.json", "kept"));
        assert_true(scratch_says("elsewhere/log.txt", "kept"));
        assert_true(folder_visit(elsewhere, count_entry, &entries));
        assert_int_equal(entries, before);
    }
}

/* Anything may stand in move.txt. */
static Command move_of(const char *name, const char *commands) {
    char script[512];
    snprintf(script, sizeof script, "#!/bin/sh\ncd \"$2\"\n%s\n", commands);
    Match *match = play_script(name, script, 1);
    Command command = match->players[0].last;
    end_match(match);
    return command;
}

TEST(test_move_is_the_first_character) {
    assert_int_equal(move_of("pipe", "mkfifo move.txt"), COMMAND_NOTHING);
    assert_int_equal(move_of("device", "ln -s /dev/zero move.txt"), COMMAND_NOTHING);
    assert_int_equal(move_of("dir", "mkdir move.txt"), COMMAND_NOTHING);
    assert_int_equal(move_of("blank", "echo ' 5' > move.txt"), COMMAND_NOTHING);
    assert_int_equal(move_of("mark", "printf '\\357\\273\\2775\\r\\n' > move.txt"), COMMAND_BOMB);
    assert_int_equal(move_of("little", "printf '\\377\\3765\\000\\r\\000' > move.txt"),
                     COMMAND_BOMB);
    assert_int_equal(move_of("big", "printf '\\376\\377\\0005\\000\\r' > move.txt"), COMMAND_BOMB);
    assert_int_equal(move_of("long", "head -c 3000000 /dev/zero | tr '\\0' 5 > move.txt"),
                     COMMAND_BOMB);
}

/* The 20th round of nothing is a bomb and writes no log, and that of the bot does not stay; in the
 * 22nd the bot is not started. */
TEST(test_bot_that_does_nothing_is_dropped) {
    char path[PATH_SIZE];
    struct stat status;
    Match *match = play_script("idle", "#!/bin/sh\necho forged >\"$2/log.txt\"\n", 23);
    assert_logged(match, 10, "\tBot is sending to many do nothing commands");
    char *log = read_log(match, 9);
    assert_null(strstr(log, "to many"));
    free(log);
    snprintf(path, sizeof path, "%s/19/A/log.txt", match->writer.match);
    assert_int_not_equal(stat(path, &status), 0);
    char *engine = match_file(match, "19/engine.log");
    assert_non_null(engine);
    assert_non_null(strstr(engine, "Added Command PlaceBombCommand for Player PlayerEntity(X:2"));
    free(engine);
    assert_logged(match, 20, "\tBot sent to many do nothing commands");
    snprintf(path, sizeof path, "%s/21/A/log.txt", match->writer.match);
    assert_int_not_equal(stat(path, &status), 0);
    engine = match_file(match, "21/engine.log");
    assert_non_null(engine);
    assert_non_null(strstr(engine, "PlayerCommands.TriggerBombCommand for Player"));
    free(engine);
    end_match(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log_equals_that_of_the_engine),
        cmocka_unit_test(test_hanging_bot_is_killed),
        cmocka_unit_test(test_late_moves_count_only_without_a_limit),
        cmocka_unit_test(test_long_lines_are_split_between_characters),
        cmocka_unit_test(test_output_of_a_bot_is_limited),
        cmocka_unit_test(test_children_that_hold_the_output_are_killed),
        cmocka_unit_test(test_processes_of_a_bot_are_limited),
        cmocka_unit_test(test_time_of_a_killed_bot_includes_the_killing),
        cmocka_unit_test(test_files_of_a_bot_are_limited),
        cmocka_unit_test(test_cleanup_keeps_the_files_of_the_round),
        cmocka_unit_test(test_deleted_folders_are_made_again),
        cmocka_unit_test(test_linked_folders),
        cmocka_unit_test(test_move_is_the_first_character),
        cmocka_unit_test(test_bot_that_does_nothing_is_dropped),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
