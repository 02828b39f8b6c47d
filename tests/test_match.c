/* Processes under supervision, and matches that are played by them. */
#include <stdio.h>
#include <stdlib.h>

#include "platform/file.h"
#include "processes/process.h"
#include "records/verify.h"
#include "support/matches.h"
#include "support/mock_agent.h"
#include "test.h"

static void run_shell(const char *script, int limit_ms, ProcessResult *result) {
    char *const arguments[] = {"sh", "-c", (char *)script, NULL};
    process_run(&(ProcessRequest){.arguments = arguments, .folder = "/", .limit_ms = limit_ms},
                result);
}

TEST(test_processes_end_within_their_limits) {
    static ProcessResult result;
    run_shell("echo out; echo err >&2; exit 3", 50000, &result);
    assert_true(result.started);
    assert_int_equal(result.end, PROCESS_ENDED);
    assert_int_equal(result.status, 3);
    assert_string_equal(result.output, "out\nerr\n");
    run_shell("pwd; cat", 50000, &result);
    assert_string_equal(result.output, "/\n");
    run_shell("trap '' TERM INT; sleep 60", 200, &result);
    assert_int_equal(result.end, PROCESS_TIMED_OUT);
    assert_true(result.ms >= 200 && result.ms < 30000);
    run_shell("sleep 60 & exit 0", 300, &result); /* the child keeps the output open */
    assert_int_equal(result.end, PROCESS_TIMED_OUT);
    assert_true(result.ms < 30000);
    run_shell("sh -c 'exec >/dev/null 2>&1; sleep 60' & exit 0", 50000, &result);
    assert_int_equal(result.end,
                     PROCESS_ENDED); /* a child that has closed the output is not waited for */
    assert_true(result.ms < 30000);
    run_shell("head -c 10000000 /dev/zero | tr '\\0' x", 50000, &result);
    assert_int_equal(result.end, PROCESS_ENDED);
    assert_int_equal(result.size, PROCESS_MAX_OUTPUT - 1);
    char *const missing[] = {"/no/such/program", NULL};
    process_run(&(ProcessRequest){.arguments = missing, .folder = "/", .limit_ms = 50000}, &result);
    assert_int_equal(result.status, 127);
}

TEST(test_agents_see_the_last_commands) {
    char error[64];
    Match *match = new_match("chaser", "chaser", 5);
    for (int p = 0; p < 2; p++) {
        agent_destroy(match->players[p].agent);
        match->players[p].agent = mock_agent_create("", 0, error, sizeof error);
    }
    mock_agent_moves();
    play_match(match);
    assert_int_equal(match->state.round, 442);
    assert_int_equal(mock_agent_moves(), 2 * match->state.round);
    end_match(match);
}

TEST(test_folder_of_a_match_can_be_verified) {
    Match *match = new_match("chaser", "beam:width=20,depth=10", 5);
    VerifyTotals tally = {0};
    play_match(match);
    verify_path(match->writer.match, stderr, &tally);
    assert_int_equal(tally.matches, 1);
    assert_int_equal(tally.rounds, match->state.round);
    assert_int_equal(tally.mismatches, 0);
    assert_int_equal(match->result.seats[0].refused + match->result.seats[1].refused, 0);

    /* A changed move must be noticed. */
    char path[PLAYER_PATH];
    snprintf(path, sizeof path, "%s/3/A/move.txt", match->writer.match);
    char *move = NULL;
    size_t size;
    move = file_read(path, 10, &size);
    assert_non_null(move);
    assert_true(file_replace(path, move[0] == '5' ? "1" : "5", 1));
    free(move);
    FILE *nowhere = fopen("/dev/null", "w");
    verify_path(match->writer.match, nowhere, &tally);
    assert_int_equal(tally.mismatches, 1);
    fclose(nowhere);
    end_match(match);
}

TEST(test_existing_folder_is_left_alone) {
    Match *first = new_match("chaser", "random", 6), *second = new_match("chaser", "random", 6);
    play_match(first);
    play_match(second);
    assert_string_not_equal(first->writer.match, second->writer.match);
    end_match(first);
    end_match(second);
}

static Match *match_against_script(const char *name, const char *script, int seed) {
    char folder[SCRATCH_PATH];
    make_bot(name, "CPlusPlus", "run.sh", script, folder);
    return new_match(folder, "random", seed);
}

TEST(test_bot_gets_key_and_folder) {
    /* The script waits by moving into the wall above it. */
    Match *match = match_against_script("good",
                                        "#!/bin/sh\n[ \"$1\" = A ] && [ -s \"$2/state.json\" ] && "
                                        "[ -s \"$2/map.txt\" ] && printf 1 > \"$2/move.txt\"\n",
                                        7);
    play_match(match);
    assert_int_equal(match->players[0].late, 0);
    assert_int_equal(match->result.seats[0].refused, 0);
    assert_int_equal(match->players[0].nothing_in_row, 0);
    assert_true(state_is_alive(&match->state, 0));
    end_match(match);
}

TEST(test_late_and_silent_bots_do_nothing) {
    Player player = {.key = 'A'};
    player.limits = engine_limits;
    assert_int_equal(player_apply_harness_rules(&player, COMMAND_UP, 1999), COMMAND_UP);
    assert_int_equal(player_apply_harness_rules(&player, COMMAND_UP, 2001), COMMAND_NOTHING);
    assert_int_equal(player.late, 1);
    player.calibration_ms = 50;
    assert_int_equal(player_apply_harness_rules(&player, COMMAND_UP, 2049), COMMAND_UP);
    for (int i = 1; i < 20; i++)
        assert_int_equal(player_apply_harness_rules(&player, COMMAND_NOTHING, 1), COMMAND_NOTHING);
    assert_int_equal(player_apply_harness_rules(&player, COMMAND_NOTHING, 1), COMMAND_BOMB);
    assert_false(player_is_disqualified(&player));
    player_apply_harness_rules(&player, COMMAND_NOTHING, 1);
    assert_true(player_is_disqualified(&player));
    assert_int_equal(player_apply_harness_rules(&player, COMMAND_NOTHING, 1), COMMAND_TRIGGER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processes_end_within_their_limits),
        cmocka_unit_test(test_agents_see_the_last_commands),
        cmocka_unit_test(test_folder_of_a_match_can_be_verified),
        cmocka_unit_test(test_existing_folder_is_left_alone),
        cmocka_unit_test(test_bot_gets_key_and_folder),
        cmocka_unit_test(test_late_and_silent_bots_do_nothing),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
