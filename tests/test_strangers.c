/* Bots of strangers: what they do to the match and to each other, without a sandbox. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/folder.h"
#include "processes/descendants.h"
#include "support/matches.h"
#include "support/program.h"
#include "test.h"

/* What `warn` was told in a match. */
typedef struct Warnings {
    int rounds; /* to play */
    char text[4096];
} Warnings;

static void stop_early(void *context, const Match *match) {
    ((Match *)match)->stopped = match->state.round >= ((const Warnings *)context)->rounds;
}

static void collect(void *context, const char *text) {
    char *all = ((Warnings *)context)->text;
    size_t used = strlen(all);
    snprintf(all + used, sizeof((Warnings *)context)->text - used, "%s\n", text);
}

/* Play two bots that are shell scripts; each begins with a line that sets m to the folder of the
 * match and r to the round. */
static Match *play_scripts(const char *a, const char *b, Warnings *warnings, bool visible) {
    static const char *const start = "#!/bin/sh\nr=$(basename $(dirname \"$2\"))\n"
                                     "m=$(dirname $(dirname \"$2\"))\n";
    char script[4096], first[SCRATCH_PATH], second[SCRATCH_PATH];
    snprintf(script, sizeof script, "%s%s\n", start, a);
    make_bot("first", "CPlusPlus", "run.sh", script, first);
    snprintf(script, sizeof script, "%s%s\n", start, b);
    make_bot("second", "CPlusPlus", "run.sh", script, second);
    Match *match = new_match(first, second, 7);

    match->answers_visible = visible;
    for (int p = 0; p < 2; p++)
        match->players[p].limits.unlimited = true; /* on a busy machine, too */
    match->on_round = stop_early;
    match->warn = collect;
    match->context = warnings;
    play_match(match);
    match->context = NULL;
    assert_int_equal(match->state.round, warnings->rounds);
    assert_int_equal(descendants_usage().count, 0);
    return match;
}

static void assert_file(const Match *match, const char *name, const char *text) {
    char *found = match_file(match, name);
    if (!found || strcmp(found, text) != 0)
        fail_msg("%s has \"%s\", not \"%s\"", name, found ? found : "(nothing)", text);
    free(found);
}

static void assert_warned(const Warnings *warnings, const char *text) {
    if (!strstr(warnings->text, text))
        fail_msg("\"%s\" was not said: %s", text, warnings->text);
}

/* B moves as it can read that A did; when it can read nothing, it triggers. */
static const char *const spy = "grep '[1-6]' \"$m/$r/A/move.txt\" >\"$2/move.txt\" 2>/dev/null ||\n"
                               "grep -o forth \"$m/$r/A/log.txt\" 2>/dev/null ||\n"
                               "echo 6 >\"$2/move.txt\"";

TEST(test_answers_are_hidden_until_the_round_ends) {
    Warnings warnings = {.rounds = 3};
    Match *match = play_scripts("echo forth; printf 4 >\"$2/move.txt\"", spy, &warnings, false);
    assert_file(match, "1/A/move.txt", "4");
    assert_file(match, "1/B/move.txt", "6\n");
    assert_logged(match, 1, "Output from bot: forth");
    assert_string_equal(warnings.text, "");
    end_match(match);
}

TEST(test_answers_are_visible_as_in_the_engine_on_request) {
    Warnings warnings = {.rounds = 3};
    Match *match = play_scripts("printf 4 >\"$2/move.txt\"", spy, &warnings, true);
    assert_file(match, "1/A/move.txt", "4");
    assert_file(match, "1/B/move.txt", "4\n");
    end_match(match);
}

/* A puts things where the referee is going to write for B. B must get its files and its move. */
static void assert_harmless(const char *attack, const char *said) {
    char script[2048];
    Warnings warnings = {.rounds = 3};
    snprintf(script, sizeof script, "printf 4 >\"$2/move.txt\"\n%s", attack);
    Match *match = play_scripts(script, "test -f \"$2/state.json\" && printf 3 >\"$2/move.txt\"",
                                &warnings, false);
    assert_int_equal(match->players[1].failed, 0);
    assert_file(match, "0/B/move.txt", "3");
    assert_file(match, "2/B/move.txt", "3");
    assert_warned(&warnings, said);
    assert_warned(&warnings, "after player A ran in round ");
    char *log = match_file(match, "1/engine.log");
    assert_non_null(strstr(log, "after player A ran in round 1"));
    free(log);
    end_match(match);
}

TEST(test_planted_things_are_removed_and_the_bot_is_named) {
    char attack[SCRATCH_PATH + 128], elsewhere[SCRATCH_PATH], path[2 * SCRATCH_PATH];
    assert_harmless("mkdir -p \"$m/$r/B/move.txt\"", "there was already a 1/B");
    assert_harmless("mkdir -p \"$m/$r/B/state.json/x\" \"$m/$r/B/map.txt\"",
                    "there was already a 0/B");
    assert_harmless("mkdir -p \"$m/$((r + 1))/B/state.json\"", "there was already a 1");
    assert_harmless("touch \"$m/44\"", "there was already a 44");
    assert_true(folder_create(scratch_path("elsewhere", elsewhere)));
    snprintf(attack, sizeof attack, "ln -sfn %s \"$m/$((r + 1))\"", elsewhere);
    assert_harmless(attack, "there was already a 1");
    snprintf(attack, sizeof attack, "ln -sfn %s \"$m/$r/B\"", elsewhere);
    assert_harmless(attack, "there was already a 1/B");
    snprintf(path, sizeof path, "%s/state.json", elsewhere);
    assert_int_not_equal(access(path, F_OK), 0);
}

TEST(test_moved_folders_are_moved_back) {
    assert_harmless("mv \"$m\" \"$m.away\"; mkdir -p \"$m/$r\"",
                    "the folder of the match was moved");
    assert_harmless("mv \"$m/$r\" \"$m/x$r\"", "the folder of round 1 was replaced");
}

TEST(test_changed_states_are_written_again) {
    Warnings warnings = {.rounds = 3};
    Match *match = play_scripts(
        "printf 4 >\"$2/move.txt\"; echo nonsense >\"$m/$r/state.json\"; rm \"$m/$r/map.txt\"",
        "cmp \"$2/state.json\" \"$2/../state.json\" && cmp \"$2/map.txt\" \"$2/../map.txt\" &&\n"
        "printf 3 >\"$2/move.txt\"",
        &warnings, false);
    assert_file(match, "2/B/move.txt", "3");
    assert_warned(&warnings, "state.json of round 1 was changed, map.txt of round 1 was changed");
    end_match(match);
}

static void assert_failure(const char *script, const char *failure) {
    Warnings warnings = {.rounds = 3};
    char line[512];
    Match *match = play_scripts("printf 4 >\"$2/move.txt\"", script, &warnings, false);
    const Player *player = &match->players[1];
    assert_int_equal(match->players[0].failed, 0);
    assert_int_equal(player->failed, failure ? 3 : 0);
    if (failure) {
        assert_int_equal(player->failed_round, 0);
        assert_string_equal(player->failure, failure);
        char *log = match_file(match, "1/engine.log"), *own = match_file(match, "1/B/log.txt");
        snprintf(line, sizeof line, "Player B failed: %s", failure);
        assert_non_null(strstr(log, line));
        snprintf(line, sizeof line, "Bot failed: %s", failure);
        assert_non_null(strstr(own, line));
        free(own);
        free(log);
    }
    end_match(match);
}

TEST(test_failed_runs_are_counted_with_the_reason) {
    assert_failure("echo 1 >\"$2/move.txt\"; echo >&2; echo no map >&2; echo more >&2; exit 3",
                   "exit status 3: no map");
    assert_failure("kill -SEGV $$", "ended by signal 11 (Segmentation fault)");
    assert_failure("true", "no move in move.txt");
    assert_failure("echo help >\"$2/move.txt\"", "no move in move.txt");
    assert_failure("echo 0 >\"$2/move.txt\"", NULL);
    assert_failure("echo -1 >\"$2/move.txt\"", NULL);
    assert_failure("echo - >\"$2/move.txt\"", "no move in move.txt");
    assert_failure("echo 5 >\"$2/move.txt\"; echo warning >&2", NULL);
}

/* The folder of the bot fills while the match goes on. */
TEST(test_a_bot_whose_folder_grows_too_much_is_not_started_any_more) {
    Warnings warnings = {.rounds = 4};
    Match *match = play_scripts(
        "echo 5 >\"$2/move.txt\"; [ $r = 1 ] || exit 0\n"
        "for i in $(seq 17); do fallocate -l 62M big$i || head -c 62m /dev/zero >big$i; done",
        "echo 5 >\"$2/move.txt\"", &warnings, false);
    assert_warned(&warnings, "the folder of player A has grown by more than 1024 MB");
    assert_int_equal(match->players[0].failed, 2);
    assert_logged(match, 3, "Bot failed: not started: its folder is too large");
    end_match(match);
    run("rm -rf $scratch/first");
}

TEST(test_a_bot_that_fills_its_round_folder_is_killed) {
    Warnings warnings = {.rounds = 2};
    Match *match =
        play_scripts("echo 5 >\"$2/move.txt\"\n"
                     "for i in $(seq 6); do head -c 62m /dev/zero >\"$2/big$i\"; done; sleep 60",
                     "echo 5 >\"$2/move.txt\"", &warnings, false);
    assert_logged(match, 0, "Bot has been killed for writing more than 256 MB or 100000 files");
    assert_int_equal(match->players[0].failed, 2);
    assert_warned(&warnings, "the folder of player A in round 0 was too large");
    end_match(match);
}

/* Bots that are shell scripts, for the program. */
static void make_bots(const char *script) {
    char path[SCRATCH_PATH];
    make_bot("attacker", "CPlusPlus", "run.sh", script, path);
    make_bot("honest", "CPlusPlus", "run.sh", "#!/bin/sh\nprintf 5 >\"$2/move.txt\"\n", path);
}

enum { TABLE_GAMES = 2 };

/* After TABLE_GAMES matches A sends `signal` to the program, or to the process above it when `up`
 * is set, and leaves a process behind, whose number it writes into the file "left". */
static void run_signalled(const char *signal, int up) {
    char script[1024];
    snprintf(
        script, sizeof script,
        "#!/bin/sh\nprintf 5 >\"$2/move.txt\"\n[ -d ../series/game-%d ] || exit 0\n"
        "(setsid sh -c 'echo $$ >../left; exec sleep 600' >/dev/null 2>&1 &)\n"
        "while ! [ -s ../left ]; do :; done\n"
        "id=$PPID\nfor i in $(seq %d); do id=$(cut -d' ' -f4 /proc/$id/stat); done\nkill -%s $id\n"
        "exec sleep 60\n",
        TABLE_GAMES, up, signal);
    make_bots(script);
    run("cd $scratch && rm -rf series left && "
        "referee --no-sandbox -b attacker honest -s 1 --rounds 4 -l series");
}

static void assert_nothing_left(void) {
    for (int i = 0; i < 100; i++) { /* the program ends a moment after the process above it */
        if (run("test -s /proc/$(cat $scratch/left)/cmdline")->status != 0)
            return;
        run("sleep 0.1");
    }
    fail_msg("a process of the attacker was left running");
}

TEST(test_signals_end_a_session_with_its_table) {
    static const char *const signals[] = {"INT", "TERM", "HUP"};
    signal(SIGHUP, SIG_DFL); /* nohup has set it to be ignored */
    for (int i = 0; i < 3; i++) {
        run_signalled(signals[i], 1 + i % 2);
        assert_run(130, "pair attacker honest games=2", "2 of 4 matches were played");
        assert_run(130, "failed=0", NULL);
        assert_nothing_left();
    }
}

TEST(test_nothing_is_left_after_a_kill) {
    run_signalled("KILL", 0);
    assert_run(1, "pair attacker honest games=2", "its process ended by signal 9");
    assert_nothing_left();
    run_signalled("KILL", 1);
    assert_run(137, NULL, "referee: ended by signal 9 (Killed)");
    assert_nothing_left();
    run_signalled("KILL", 2);
    assert_nothing_left();
}

TEST(test_a_stopped_program_goes_on) {
    make_bots("#!/bin/sh\nprintf 5 >\"$2/move.txt\"\nkill -STOP $PPID\n");
    run("cd $scratch && timeout 60 referee --no-sandbox -b attacker honest -s 1 -l stopped");
    assert_run(0, "winner=", NULL);
}

/* Root may always start processes, so the program runs as a user without processes. */
TEST(test_a_system_without_processes_ends_the_match) {
    make_bots("#!/bin/sh\nprintf 5 >\"$2/move.txt\"\n");
    run("cd $scratch && chmod 777 .\n"
        "IFS=' ' become=$([ $(id -u) != 0 ] || echo setpriv --reuid $((100000 + $$)) "
        "--clear-groups)\n"
        "export ASAN_OPTIONS=detect_leaks=0\n" /* which would start a process */
        "prlimit --nproc=0 $become referee --no-sandbox -b attacker honest -s 1 -l refused");
    assert_run(3, NULL, "referee: round 0: the system does not let a bot start");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_are_hidden_until_the_round_ends),
        cmocka_unit_test(test_answers_are_visible_as_in_the_engine_on_request),
        cmocka_unit_test(test_planted_things_are_removed_and_the_bot_is_named),
        cmocka_unit_test(test_moved_folders_are_moved_back),
        cmocka_unit_test(test_changed_states_are_written_again),
        cmocka_unit_test(test_failed_runs_are_counted_with_the_reason),
        cmocka_unit_test(test_a_bot_whose_folder_grows_too_much_is_not_started_any_more),
        cmocka_unit_test(test_a_bot_that_fills_its_round_folder_is_killed),
        cmocka_unit_test(test_signals_end_a_session_with_its_table),
        cmocka_unit_test(test_nothing_is_left_after_a_kill),
        cmocka_unit_test(test_a_stopped_program_goes_on),
        cmocka_unit_test(test_a_system_without_processes_ends_the_match),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
