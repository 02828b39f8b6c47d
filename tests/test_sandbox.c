/* The sandbox of bots: what is visible in it, and that our bot plays in it as without it. The
 * attacks are in tests/hostile. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "processes/sandbox.h"
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

/* True when `option path path` is in the command line. */
static bool has_bind(const Arguments *arguments, const char *option, const char *path) {
    for (int i = 0; i + 2 < arguments->count; i++)
        if (strcmp(arguments->list[i], option) == 0 && strcmp(arguments->list[i + 1], path) == 0 &&
            strcmp(arguments->list[i + 2], path) == 0)
            return true;
    return false;
}

static bool has_pair(const Arguments *arguments, const char *first, const char *second) {
    for (int i = 0; i + 1 < arguments->count; i++)
        if (strcmp(arguments->list[i], first) == 0 && strcmp(arguments->list[i + 1], second) == 0)
            return true;
    return false;
}

static const Arguments *sandbox_of(const SandboxView *view, bool keep_memory) {
    static Arguments arguments;
    const Sandbox sandbox = {.on = true, .keep_memory = keep_memory};
    arguments_clear(&arguments);
    sandbox_add_arguments(&sandbox, view, &arguments);
    assert_false(arguments.full);
    return &arguments;
}

TEST(test_a_bot_sees_its_folders_of_the_last_rounds) {
    const SandboxView view = {.bot = "/bots/a", .match = "/m/7", .round = 20, .key = 'B'};
    const Arguments *arguments = sandbox_of(&view, false);
    assert_true(has_bind(arguments, "--bind", "/m/7/20/B"));
    assert_true(has_bind(arguments, "--ro-bind-try", "/m/7/20/state.json"));
    assert_true(has_bind(arguments, "--ro-bind-try", "/m/7/19/B"));
    assert_true(has_bind(arguments, "--ro-bind-try", "/m/7/12/map.txt"));
    assert_false(has_bind(arguments, "--ro-bind-try", "/m/7/11/B"));
    assert_true(has_bind(arguments, "--ro-bind", "/bots/a"));
    assert_true(has_bind(sandbox_of(&view, true), "--bind", "/bots/a"));
}

TEST(test_other_bots_and_matches_in_the_folder_of_a_bot_are_hidden) {
    const char *hidden[] = {"/bots", "/bots/rival", "/bots2"};
    const SandboxView view = {.bot = "/bots",
                              .match = "/bots/matches/7",
                              .key = 'A',
                              .hidden = hidden,
                              .hidden_count = 3};
    const Arguments *arguments = sandbox_of(&view, true);
    assert_true(has_pair(arguments, "--tmpfs", "/bots/rival"));
    assert_true(has_pair(arguments, "--tmpfs", "/bots/matches"));
    assert_false(has_pair(arguments, "--tmpfs", "/bots"));
    assert_false(has_pair(arguments, "--tmpfs", "/bots2"));
    assert_true(has_bind(arguments, "--ro-bind", "/bots")); /* keep_memory or not */
}

/* Skips the test when there is no sandbox. */
static void need_sandbox(void) {
    Sandbox sandbox;
    char reason[256];
    if (sandbox_open(&sandbox, reason, sizeof reason))
        return;
    SKIP_BECAUSE(reason);
}

static void make_bot(const char *name, const char *script) {
    char text[256];
    run("mkdir -p $scratch/%s", name);
    snprintf(text, sizeof text, "%s/bot.json", name);
    scratch_write(
        text,
        "{\"Author\":\"a\",\"Email\":\"e\",\"NickName\":\"bot\",\"BotType\":\"CPlusPlus\","
        "\"ProjectLocation\":\".\",\"RunFile\":\"run\"}",
        0644);
    snprintf(text, sizeof text, "%s/run", name);
    scratch_write(text, script, 0755);
}

/* Our bot reads earlier rounds and goes on from its memory. */
TEST(test_our_bot_plays_the_same_moves_in_the_sandbox) {
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    SKIP_BECAUSE("the sanitizers reserve more memory than a sandbox allows");
#endif
    need_sandbox();
    make_bot("ours", "#!/bin/sh\nexec ./blastbeam \"$@\" --nodes 300\n");
    run("cp $(command -v blastbeam) $scratch/ours/");
    run("cd $scratch && for use in sandbox no-sandbox; do\n"
        "timeout 600 referee --$use -b ours chaser -s 2 -l $use --budget-ms 1 || exit; done");
    assert_run(0, "failed=0", "referee: the bots run in a sandbox (bubblewrap)");
    run("cd $scratch && for move in sandbox/*/A/move.txt; do\n"
        "cmp $move no-$move || exit; done; ls sandbox | wc -l");
    assert_run(0, NULL, NULL);
    assert_true(strtol(run("ls $scratch/sandbox | wc -l")->out, NULL, 10) > 50);
}

/* A bot writes what it can see into its folder. */
TEST(test_a_bot_sees_and_writes_only_what_it_should) {
    need_sandbox();
    make_bot("rival", "#!/bin/sh\nprintf 5 >\"$2/move.txt\"\n");
    make_bot("curious", "#!/bin/sh\nprintf 5 >\"$2/move.txt\"\nexec >\"$2/seen\" 2>&1\n"
                        "m=${2%/*/*}\nls $m/0\nls -d $m/0/B $m/../rival /home /root\n"
                        "echo memory >>memory\necho x >$m/0/state.json\necho x >/usr/x\n"
                        "cat /proc/1/comm\nenv\nls /proc/self/fd\n");
    setenv("SECRET", "of-the-caller", 1);
    run("cd $scratch && referee --sandbox -b curious rival -s 2 -l seen");
    unsetenv("SECRET");
    assert_run(0, "failed=0", NULL);
    const char *seen = run("cat $scratch/seen/1/A/seen")->out;
    assert_int_equal(count_occurrences(seen, "No such file or directory"), 4);
    assert_int_equal(count_occurrences(seen, "Read-only file system"), 3);
    assert_null(strstr(seen, "of-the-caller"));
    assert_non_null(strstr(seen, "map.txt"));
    assert_null(strstr(seen, "\n4\n")); /* the shell has no other open file */
    run("cd $scratch && referee --sandbox --keep-memory -b curious rival -s 2 -l kept &&\n"
        "cat curious/memory");
    assert_run(0, "memory\nmemory\nmemory\n", NULL);
}

/* bwrap ends with the status of the bot, or with 128 + the signal that ended it. */
TEST(test_a_large_exit_status_is_no_signal_in_the_sandbox) {
    need_sandbox();
    make_bot("rival", "#!/bin/sh\nprintf 5 >\"$2/move.txt\"\n");
    make_bot("failing", "#!/bin/sh\nexit 255\n");
    run("cd $scratch && referee --sandbox -b failing rival -s 2 -l failing-match");
    assert_run(0, "exit status 255", NULL);
    make_bot("failing", "#!/bin/sh\nkill -SEGV $$\n");
    run("cd $scratch && referee --sandbox -b failing rival -s 2 -l crashing-match");
    assert_run(0, "ended by signal 11", NULL);
}

/* As the reference bot of the challenge does, which writes into the folder that TMPDIR names. */
TEST(test_the_temporary_folder_can_last_for_a_match) {
    need_sandbox();
    make_bot("rival", "#!/bin/sh\nprintf 5 >\"$2/move.txt\"\n");
    make_bot("noting", "#!/bin/sh\nprintf 5 >\"$2/move.txt\"\necho note >>$TMPDIR/notes\n"
                       "cat $TMPDIR/notes >\"$2/notes\"\n");
    run("cd $scratch && referee --sandbox -b noting rival -s 2 -l forgot && cat forgot/2/A/notes");
    assert_run(0, "note\n", NULL);
    for (int match = 0; match < 2; match++) {
        run("cd $scratch && referee --sandbox --keep-memory -b noting rival -s 2 -l noted-%d &&\n"
            "cat noted-%d/2/A/notes && ls noted-%d",
            match, match, match);
        assert_run(0, "note\nnote\nnote\n", NULL);
        assert_null(strstr(run("ls $scratch/noted-%d", match)->out, "memory"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_bot_sees_its_folders_of_the_last_rounds),
        cmocka_unit_test(test_other_bots_and_matches_in_the_folder_of_a_bot_are_hidden),
        cmocka_unit_test(test_our_bot_plays_the_same_moves_in_the_sandbox),
        cmocka_unit_test(test_a_bot_sees_and_writes_only_what_it_should),
        cmocka_unit_test(test_a_large_exit_status_is_no_signal_in_the_sandbox),
        cmocka_unit_test(test_the_temporary_folder_can_last_for_a_match),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
