/* The referee as a program: its options, people without a terminal, series of matches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/registry.h"
#include "platform/folder.h"
#include "processes/process.h"
#include "support/matches.h"
#include "support/program.h"
#include "test.h"

enum { PATH_SIZE = 4096 };

/* Run the program with this text on its standard input. Returns its output. */
static char *run_referee(const char *input, const char *arguments, int *status) {
    static ProcessResult result;
    const char *programs = getenv("BLASTBEAM_BIN");
    char command[4 * PATH_SIZE], program[PATH_SIZE];
    char *real = realpath(programs ? programs : "bin", NULL);
    assert_non_null(real);
    snprintf(program, sizeof program, "%s/referee", real);
    free(real);
    snprintf(command, sizeof command, "cd '%s' && printf '%s' | '%s' %s", scratch, input, program,
             arguments);
    char *const words[] = {"sh", "-c", command, NULL};
    process_run(&(ProcessRequest){.arguments = words, .folder = "/", .limit_ms = 60000}, &result);
    *status = result.status;
    return result.output;
}

TEST(test_people_play_without_a_terminal) {
    int status;
    char *out =
        run_referee("z\\nd\\nnonsense\\n", "-c 1 -b random -s 3 --budget-ms 1 -l people", &status);
    assert_int_equal(status, 0);
    assert_non_null(strstr(out, "Movement for Player 1"));
    assert_non_null(strstr(out, "\nwinner="));
    char *log = scratch_read("people/0/engine.log");
    assert_non_null(log);
    assert_non_null(strstr(log, "Registered player Player 1\n"));
    assert_non_null(strstr(log, "PlaceBombCommand for Player PlayerEntity(X:2, Y:2, Key:A)"));
    free(log);
    log = scratch_read("people/2/engine.log");
    assert_non_null(log);
    assert_non_null(strstr(log, "DoNothingCommand for Player PlayerEntity(X:3, Y:2, Key:A)"));
    free(log);
    char *info = scratch_read("people/0/roundInfo.json");
    assert_non_null(info);
    assert_non_null(strstr(info, "\"BotType\":\"Unkown\""));
    free(info);
}

TEST(test_help_lists_every_built_in_agent) {
    int status;
    char *out = run_referee("", "--help", &status);
    const char *list = strstr(out, "Built-in agents:");
    assert_non_null(list);
    for (int i = 0; agent_kind_at(i); i++)
        assert_non_null(strstr(list, agent_kind_at(i)->name));
}

TEST(test_options_are_those_of_the_engine) {
    int status;
    char *out = run_referee("", "-b chaser chaser -s 4 --budget-ms 1 --clog", &status);
    assert_int_equal(status, 0);
    assert_non_null(strstr(out, "Registered player chaser\n"));
    assert_non_null(strstr(out, "Beginning round processing\n"));
    out = run_referee("", "-b chaser -b random --seed 4 --budget-ms 1 --pretty --log given/here",
                      &status);
    assert_non_null(strstr(out, "round 0  map 4"));
    assert_non_null(strstr(out, "given/here\n"));
    out = run_referee("", "-b chaser random -s 4 --budget-ms 1 -l given/here/", &status);
    assert_non_null(strstr(out, "given/here-2\n"));
    out = run_referee("", "--rules", &status);
    assert_int_equal(status, 0);
    assert_non_null(strstr(out, "21 x 21"));
    char *saved = scratch_read("rules.md");
    assert_non_null(saved);
    assert_string_equal(saved, out);
    free(saved);
    char path[SCRATCH_PATH];
    scratch_path("rules.md", path);
    assert_true(unlink(path) == 0 && mkdir(path, 0700) == 0);
    run_referee("", "--rules 2>/dev/null", &status);
    assert_int_equal(status, 1);
    out = run_referee("", "--help", &status);
    assert_int_equal(status, 0);
    static const char *const bad[] = {"-b chaser",
                                      "-b a b c d e",
                                      "-b random random -s x",
                                      "-b random random more words -- x",
                                      "-c 5",
                                      "--rounds 0 -b random random",
                                      "--keys wasd -c 2",
                                      "-c 1 -b random --rounds 2",
                                      "-b random random --rounds 2 --delay-ms 5 --budget-ms 1",
                                      "-b random random --resume",
                                      "--nonsense"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        out = run_referee("", bad[i], &status);
        if (status != 2)
            fail_msg("%s: status %d: %s", bad[i], status, out);
        assert_true(strlen(out) > 10);
    }
    run_referee("", "-b chaser random -s 2147483647 --rounds 3 -l last", &status);
    assert_int_equal(status, 2);
    run_referee("", "-b chaser nobody", &status);
    assert_int_equal(status, 1);
}

TEST(test_a_series_is_played) {
    int status;
    char *out = run_referee("", "-b chaser random --rounds 3 -s 8 --budget-ms 1 -l many", &status);
    assert_int_equal(status, 0);
    assert_int_equal(count_occurrences(out, "winner="), 3);
    assert_non_null(strstr(out, "many/game-0 A=chaser B=random winner="));
    assert_non_null(strstr(out, "many/game-1 A=random B=chaser winner="));
    assert_non_null(strstr(out, "many/game-2 A=chaser B=random winner="));
    assert_non_null(strstr(out, "\npair chaser random games=3 "));
    assert_non_null(strstr(out, "\nagent chaser games=3 first="));
    assert_non_null(strstr(out, "\nagent random games=3 first="));
}

/* The games that have been played are not played again. */
TEST(test_a_series_goes_on) {
    int status;
    const char *command = "-b chaser random --rounds 2 -s 5 --budget-ms 1 -l goes-on";
    char *out = run_referee("", command, &status);
    assert_int_equal(count_occurrences(out, "winner="), 2);
    out =
        run_referee("", "-b chaser random --rounds 3 -s 5 --budget-ms 1 -l goes-on 2>&1", &status);
    assert_int_equal(status, 1);
    assert_non_null(strstr(out, "games-5.json has games of this series: go on with --resume"));
    out = run_referee("", "-b chaser random --rounds 3 -s 5 --budget-ms 1 -l goes-on --resume",
                      &status);
    assert_int_equal(status, 0);
    assert_int_equal(count_occurrences(out, "winner="), 1);
    assert_non_null(strstr(out, "goes-on/game-2 A=chaser"));
    assert_non_null(strstr(out, "\npair chaser random games=3 "));
}

TEST(test_debug_and_no_limit) {
    static const char halt[] = "Bot A encountered an error, press any key to continue\n";
    int status;
    char folder[SCRATCH_PATH];
    make_bot("complaining", "CPlusPlus", "run.sh",
             "#!/bin/sh\necho bad >&2\nprintf 5 >\"$2/move.txt\"\n",
             folder); /* A dies by its own bomb */
    char *out = run_referee("", "-b complaining chaser -s 3 --budget-ms 1 -l plain", &status);
    assert_int_equal(status, 0);
    assert_int_equal(count_occurrences(out, halt), 0);
    const char *rounds = strstr(out, "rounds=");
    assert_non_null(rounds);
    int played = atoi(rounds + 7);
    char *log = scratch_read("plain/0/A/log.txt");
    assert_non_null(log);
    assert_non_null(strstr(log, "Bot has 4000ms to run before it will be forcefully killed"));
    free(log);
    out = run_referee("", "-b complaining chaser -s 3 --budget-ms 1 -l free --debug --nolimit",
                      &status);
    assert_int_equal(status, 0);
    assert_int_equal(count_occurrences(out, halt), played);
    log = scratch_read("free/0/A/log.txt");
    assert_non_null(log);
    assert_null(strstr(log, "forcefully killed"));
    free(log);
}

static void assert_not_begun(const char *arguments, const char *says) {
    int status;
    const char *out = run_referee("", arguments, &status);
    assert_int_equal(status, 1);
    if (!strstr(out, says))
        fail_msg("\"%s\" does not say \"%s\"", out, says);
}

/* A match that cannot be played is refused before it begins. */
TEST(test_unplayable_matches_are_refused) {
    char folder[SCRATCH_PATH], file[SCRATCH_PATH];
    make_bot("sleeper", "CPlusPlus", "run.sh", "#!/bin/sh\nexit 0\n", folder);
    assert_not_begun("-b sleeper chaser -l no --arguments $(printf %01100d 1) 2>&1",
                     "the arguments of sleeper are longer than 1023 bytes");
    scratch_path("sleeper/run.sh", file);
    assert_true(remove(file) == 0 && folder_create(file));
    assert_not_begun("-b sleeper chaser -l no 2>&1", "run.sh is a folder");
    scratch_write("file", "no folder", 0644);
    assert_not_begun("-b chaser random -l file 2>&1", "file: Not a directory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_people_play_without_a_terminal),
        cmocka_unit_test(test_help_lists_every_built_in_agent),
        cmocka_unit_test(test_options_are_those_of_the_engine),
        cmocka_unit_test(test_a_series_is_played),
        cmocka_unit_test(test_a_series_goes_on),
        cmocka_unit_test(test_debug_and_no_limit),
        cmocka_unit_test(test_unplayable_matches_are_refused),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
