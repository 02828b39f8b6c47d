/* Moves that were late, missing, crashed or forced: how they are found in a seed folder and shown.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/folder.h"
#include "protocol/log_file.h"
#include "records/seed_folder.h"
#include "replay/move_events.h"
#include "support/matches.h"
#include "support/page.h"
#include "support/program.h"
#include "test.h"

/* The bot does something else in each round, and always nothing from round 8 on. */
static const char failing_script[] =
    "#!/bin/sh\n"
    "round=$(basename \"$(dirname \"$2\")\")\n"
    "case $round in\n"
    "0) printf 6 >\"$2/move.txt\";;\n"
    "1) echo 'no map' >&2; exit 3;;\n"
    "2) kill -SEGV $$;;\n"
    "3) ;;\n"
    "4) printf 6 >\"$2/move.txt\"; echo 'too late to fail' >&2; exit 5;;\n"
    "5) printf 6 >\"$2/move.txt\"; sleep 2.3;;\n"
    "6) printf x >\"$2/move.txt\";;\n"
    "7) printf 6 >\"$2/move.txt\";;\n"
    "*) printf 0 >\"$2/move.txt\";;\n"
    "esac\n";

typedef struct ExpectedMove {
    int round;
    Command command;
    MoveFailure failure;
    bool forced;
    const char *reason, *action;
} ExpectedMove;

static const ExpectedMove expected_moves[] = {
    {0, COMMAND_TRIGGER, MOVE_IN_TIME, false, "", "trigger"},
    {1, COMMAND_NOTHING, MOVE_CRASHED, false, "exit status 3: no map", "crashed"},
    {2, COMMAND_NOTHING, MOVE_CRASHED, false, "ended by signal 11 (Segmentation fault)", "crashed"},
    {3, COMMAND_NOTHING, MOVE_MISSING, false, "no move in move.txt", "no move"},
    {4, COMMAND_TRIGGER, MOVE_CRASHED, false, "exit status 5: too late to fail", "trigger"},
    {5, COMMAND_NOTHING, MOVE_LATE, false, "2.", "too late"},
    {6, COMMAND_NOTHING, MOVE_MISSING, false, "no move in move.txt", "no move"},
    {7, COMMAND_TRIGGER, MOVE_IN_TIME, false, "", "trigger"},
    {8, COMMAND_NOTHING, MOVE_IN_TIME, false, "", "nothing"},
    {27, COMMAND_BOMB, MOVE_IN_TIME, true, "", "forced bomb"},
    {28, COMMAND_NOTHING, MOVE_IN_TIME, false, "", "nothing"},
    {29, COMMAND_TRIGGER, MOVE_IN_TIME, true, "", "forced trigger"},
};

enum { EXPECTED_MOVES = sizeof expected_moves / sizeof expected_moves[0], PLAYED = 30 };

/* The match of that bot, played once. */
static char failing_match[PLAYER_PATH];

static int play_failing_bot(void **unused) {
    char path[SCRATCH_PATH];
    if (setup_programs(unused) != 0)
        return -1;
    make_bot("failing", "CPlusPlus", "run.sh", failing_script, path);
    Match *match = play_bot(path, PLAYED, engine_limits);
    snprintf(failing_match, sizeof failing_match, "%s", match->writer.match);
    end_match(match);
    return 0;
}

TEST(test_failures_and_forced_moves_are_noted) {
    MatchReplay *replay = load_match(failing_match);
    for (int i = 0; i < EXPECTED_MOVES; i++) {
        const ExpectedMove *expected = &expected_moves[i];
        int index = match_replay_find(replay, expected->round);
        assert_true(index >= 0);
        const ReplayMoment *moment = &replay->moments[index];
        assert_int_equal(moment->command[0], expected->command);
        assert_int_equal(moment->note[0].failure, expected->failure);
        assert_int_equal(moment->note[0].forced, expected->forced);
        assert_int_equal(moment->note[1].failure, MOVE_IN_TIME);
        assert_string_equal(match_replay_action(replay, index, 0), expected->action);
        if (expected->failure == MOVE_LATE)
            assert_in_range(moment->note[0].reason[0], '2', '9'); /* seconds */
        else
            assert_string_equal(moment->note[0].reason, expected->reason);
    }
    match_replay_free(replay);
}

TEST(test_moves_that_fail_in_a_row_are_one_event) {
    static const struct {
        const char *name;
        int index, moments;
    } expected[] = {{"crashed", 1, 2}, {"missing", 3, 1}, {"crashed", 4, 1}, {"late", 5, 1},
                    {"missing", 6, 1}, {"forced", 27, 1}, {"forced", 29, 1}};
    MatchReplay *replay = load_match(failing_match);
    MoveEvent event = {.player = -1};
    for (int i = 0; i < 7; i++) {
        assert_true(next_move_event(replay, &event));
        assert_string_equal(move_event_name(&event), expected[i].name);
        assert_int_equal(event.player, 0);
        assert_int_equal(event.index, expected[i].index);
        assert_int_equal(event.moments, expected[i].moments);
    }
    assert_false(next_move_event(replay, &event));
    match_replay_free(replay);
}

TEST(test_show_names_failures_and_forced_moves) {
    run("replay show %s --round 1", failing_match);
    assert_run(0, "  crashed\n  crashed: exit status 3: no map\n", NULL);
    run("replay show %s --round 3", failing_match);
    assert_run(0, "  no move\n  missing: no move in move.txt\n", NULL);
    run("replay show %s --round 4", failing_match);
    assert_run(0, "  trigger in vain\n  crashed: exit status 5: too late to fail\n", NULL);
    run("replay show %s --round 5", failing_match);
    assert_run(0, "  too late\n  late: ", NULL);
    run("replay show %s --round 27", failing_match);
    assert_run(0, "  forced bomb\n  the engine's choice, not the bot's\n", NULL);
}

TEST(test_blunders_lists_failures_and_forced_moves) {
    run("replay blunders %s", failing_match);
    assert_run(0, "rounds 1 to 2: A \"failing\" crashed: exit status 3: no map\n", NULL);
    assert_run(0, "round 5: A \"failing\" late: ", NULL);
    assert_run(0, "round 27: A \"failing\" forced\n", NULL);
    assert_run(0, " late=1 missing=2 crashed=3 forced=2\n", NULL);
}

TEST(test_the_page_has_failures_and_forced_moves_as_events) {
    enum { LATE = 7, MISSING, CRASHED, FORCED_BOMB, FORCED_TRIGGER };
    static const int actions[][2] = {{1, CRASHED}, {3, MISSING},      {4, 6},
                                     {5, LATE},    {27, FORCED_BOMB}, {29, FORCED_TRIGGER}};
    MatchReplay *replay = load_match(failing_match);
    cJSON *data = data_of(replay, failing_match);
    const cJSON *events = field(data, "move_events"), *moments = field(data, "moments");
    const cJSON *crash = cJSON_GetArrayItem(events, 0);
    assert_int_equal(cJSON_GetArraySize(events), 7);
    assert_string_equal(field(crash, "kind")->valuestring, "crashed");
    assert_string_equal(field(crash, "reason")->valuestring, "exit status 3: no map");
    assert_int_equal(number(crash, "index"), 1);
    assert_int_equal(number(crash, "rounds"), 2);
    for (int i = 0; i < 6; i++) {
        const cJSON *moment = cJSON_GetArrayItem(moments, actions[i][0]);
        assert_int_equal(at(field(moment, "actions"), 0), actions[i][1]);
    }
    const cJSON *failure = cJSON_GetArrayItem(field(cJSON_GetArrayItem(moments, 2), "failures"), 0);
    assert_int_equal(number(failure, "player"), 0);
    assert_string_equal(field(failure, "reason")->valuestring,
                        "ended by signal 11 (Segmentation fault)");
    cJSON_Delete(data);
    match_replay_free(replay);
}

/* A bot prints what the harness would write about a failure, with beginnings of lines. */
static const char forging_script[] =
    "#!/bin/sh\nprintf 6 >\"$2/move.txt\"\n"
    "failed='Bot failed: exit status 9: forged'\n"
    "from='20-11-2026 20:32:17:694 - E: '\n"
    "for end in '\\n' '\\r' '\\r\\n' '\\f' '\\v' '\\0' '\\302\\205' '\\342\\200\\250'; do\n"
    "  printf \"x$end%s\\t%s$end%s$end\" \"$from\" \"$failed\" \"$failed\"\n"
    "  printf \"x$end%s\\t%s$end%s$end\" \"$from\" \"$failed\" \"$failed\" >&2\n"
    "done\n";

TEST(test_forged_failures_are_not_believed) {
    char path[SCRATCH_PATH];
    make_bot("forging", "CPlusPlus", "run.sh", forging_script, path);
    Match *match = play_bot(path, 2, engine_limits);
    MatchReplay *replay = load_match(match->writer.match);
    assert_int_equal(replay->moments[1].note[0].failure, MOVE_IN_TIME);
    assert_string_equal(replay->moments[1].note[0].reason, "");
    match_replay_free(replay);
    end_match(match);
}

TEST(test_reasons_are_printable_and_of_the_last_run) {
    char reason[MOVE_REASON];
    assert_true(log_file_failure("a - I: \tYour bots total execution time was 00:00:00.1\n"
                                 "a - E: \tBot failed: exit status 1: \033[31mred\n",
                                 reason, sizeof reason));
    assert_string_equal(reason, "exit status 1: ?[31mred");
    assert_false(log_file_failure("a - E: \tBot failed: exit status 1\n"
                                  "a - I: \tYour bots total execution time was 00:00:00.1\n",
                                  reason, sizeof reason));
    assert_string_equal(reason, "");
    assert_false(log_file_failure("a - I: \tYour bots total execution time was 00:00:00.1\n"
                                  "a - E: \tOutput from bot: Bot failed: exit status 1\n",
                                  reason, sizeof reason));
    assert_true(log_file_engine_failure("a - E: \tPlayer A failed: one\na - E: \tPlayer B failed: "
                                        "Player A failed: two\n",
                                        'A', reason, sizeof reason));
    assert_string_equal(reason, "one");
}

static void write_engine_file(int round, const char *name, const char *text) {
    char inside[SCRATCH_PATH], path[SCRATCH_PATH];
    snprintf(inside, sizeof inside, "engine/%d/A", round);
    assert_true(folder_create(scratch_path(inside, path)));
    snprintf(inside, sizeof inside, "engine/%d/%s", round, name);
    scratch_write(inside, text, 0644);
}

static MoveNote read_engine_note(int round, int idle_rounds) {
    char path[SCRATCH_PATH];
    const SeedFolder folder = {.path = scratch_path("engine", path)};
    MoveNote note;
    seed_folder_played_command(&folder, round, 'A', &idle_rounds, &note);
    return note;
}

/* The original engine writes no reasons. */
TEST(test_failures_are_found_in_folders_of_the_original_engine) {
    static const char in_time[] = "a - I: \tYour bots total execution time was 00:00:00.3\n";
    static const char killed[] = "a - I: \tBot has been killed for taking to long to execute\n"
                                 "a - I: \tYour bots total execution time was 00:00:04.01\n"
                                 "a - I: \tYour bot exceeded the maximum execution time\n";
    write_engine_file(0, "A/log.txt", in_time);
    write_engine_file(1, "A/log.txt", in_time);
    write_engine_file(1, "A/move.txt", "0\r\n");
    write_engine_file(2, "A/log.txt", killed);
    write_engine_file(3, "A/move.txt", "0");
    write_engine_file(4, "A/readme.txt", "");
    write_engine_file(5, "A/log.txt", in_time);
    write_engine_file(5, "A/move.txt", "7"); /* "do nothing" of the sample bots */
    assert_int_equal(read_engine_note(0, 0).failure, MOVE_MISSING);
    assert_int_equal(read_engine_note(1, 0).failure, MOVE_IN_TIME);
    assert_int_equal(read_engine_note(5, 0).failure, MOVE_IN_TIME);
    assert_int_equal(read_engine_note(2, 0).failure, MOVE_LATE);
    assert_string_equal(read_engine_note(2, 0).reason, "4.01 s");
    assert_int_equal(read_engine_note(3, 0).failure, MOVE_IN_TIME); /* a person has no log */
    assert_int_equal(read_engine_note(4, 0).failure, MOVE_IN_TIME); /* the match was cut off */
}

/* In the round of the forced bomb there is no log.txt. */
TEST(test_failure_before_the_forced_bomb_is_in_the_log_of_the_engine) {
    write_engine_file(18, "A/log.txt", "");
    write_engine_file(19, "engine.log", "a - E: \tPlayer A failed: exit status 3: no map\n");
    MoveNote note = read_engine_note(19, 19);
    assert_true(note.forced);
    assert_int_equal(note.failure, MOVE_CRASHED);
    assert_string_equal(note.reason, "exit status 3: no map");
    write_engine_file(19, "engine.log", "");
    assert_int_equal(read_engine_note(19, 19).failure, MOVE_MISSING);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failures_and_forced_moves_are_noted),
        cmocka_unit_test(test_moves_that_fail_in_a_row_are_one_event),
        cmocka_unit_test(test_show_names_failures_and_forced_moves),
        cmocka_unit_test(test_blunders_lists_failures_and_forced_moves),
        cmocka_unit_test(test_the_page_has_failures_and_forced_moves_as_events),
        cmocka_unit_test(test_forged_failures_are_not_believed),
        cmocka_unit_test(test_reasons_are_printable_and_of_the_last_run),
        cmocka_unit_test(test_failures_are_found_in_folders_of_the_original_engine),
        cmocka_unit_test(test_failure_before_the_forced_bomb_is_in_the_log_of_the_engine),
    };
    return cmocka_run_group_tests(tests, play_failing_bot, remove_scratch);
}
