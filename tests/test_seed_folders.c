/* Seed folders that are damaged or not complete, as they are verified. */
#include <stdio.h>
#include <stdlib.h>

#include "platform/file.h"
#include "platform/folder.h"
#include "protocol/log_file.h"
#include "records/seed_folder.h"
#include "records/verify.h"
#include "support/matches.h"
#include "test.h"

static VerifyTotals verified(const char *path) {
    VerifyTotals tally = {0};
    FILE *nowhere = fopen("/dev/null", "w");
    verify_path(path, nowhere, &tally);
    fclose(nowhere);
    return tally;
}

static void assert_verified(const char *path, int rounds, int mismatches) {
    const VerifyTotals tally = verified(path);
    assert_int_equal(tally.matches, 1);
    assert_int_equal(tally.rounds, rounds);
    assert_int_equal(tally.mismatches, mismatches);
}

static void change_folder(const char *folder, const char *script) {
    char command[PLAYER_PATH + 256];
    snprintf(command, sizeof command, "cd '%s' && %s", folder, script);
    assert_int_equal(system(command), 0);
}

TEST(test_verification_continues_after_damage) {
    Match *match = new_match("chaser", "beam:width=20,depth=10", 25);
    const char *folder = match->writer.match;
    char remove_end[64];
    play_match(match);
    int rounds = match->state.round;
    assert_true(rounds > 20);
    snprintf(remove_end, sizeof remove_end, "rm -r %d", rounds);
    change_folder(folder, remove_end); /* the players' folders hold it, too */
    assert_verified(folder, rounds, 0);
    change_folder(folder, "echo '{' > 5/state.json"); /* map.txt is read instead */
    assert_verified(folder, rounds, 1);
    change_folder(folder, "rm 5/map.txt");
    assert_verified(folder, rounds - 2, 1);
    change_folder(folder, "cp 7/state.json 7/map.txt 9");
    assert_verified(folder, rounds - 4, 2);
    change_folder(folder, "rm -r 0");
    assert_verified(folder, rounds - 5, 2);
    end_match(match);
}

/* A byte order mark as some programs write it; a bot that logged itself that it was late; a match
 * without a limit. */
TEST(test_marked_and_slow_moves_are_played) {
    Match *match = new_match("chaser", "beam:width=20,depth=10", 26);
    const char *folder = match->writer.match;
    play_match(match);
    int rounds = match->state.round;
    change_folder(folder, "for f in */A/move.txt; do"
                          " printf '\\357\\273\\277' | cat - $f >new && mv new $f; done");
    assert_verified(folder, rounds, 0);
    change_folder(folder, "for f in */A/log.txt; do printf '\\tYour bot exceeded the maximum"
                          " execution time\\n\\tYour bots total execution time was"
                          " 00:00:00.5000000\\n' >$f; done");
    assert_verified(folder, rounds, 0);
    change_folder(folder, "for f in */A/log.txt; do printf '\\tYour bots total execution time was"
                          " 00:00:02.5000000\\n' >$f; done");
    assert_verified(folder, rounds, 0);
    change_folder(folder, "for f in */A/log.txt; do printf '\\tYour bot exceeded the maximum"
                          " execution time\\n' >>$f; done");
    assert_true(verified(folder).mismatches > 0);
    end_match(match);
}

/* What a bot prints between its moves: the lines of the harness, with line ends and beginnings of
 * lines, and its own beside them. */
static const char forging_script[] =
    "#!/bin/sh\nprintf 4 > \"$2/move.txt\"\n"
    "late='Your bot exceeded the maximum execution time'\n"
    "time='Your bots total execution time was 00:00:09.0000000'\n"
    "from='20-11-2026 20:32:17:694 - I: '\n"
    "printf '%s\\n%s\\n' \"$time\" \"$late\"\n"
    "for end in '\\n' '\\r' '\\r\\n' '\\f' '\\v' '\\0' '\\302\\205' '\\342\\200\\250' '\\r\\r' "
    "'\\n\\r'; do\n"
    "  printf \"x$end%s\\t%s$end%s\\t%s$end\" \"$from\" \"$time\" \"$from\" \"$late\"\n"
    "done\n"
    "printf '%4095s%s\\t%s' '' \"$from\" \"$time\"\n"
    "printf '%4095s%s\\t%s\\n' '' \"$from\" \"$late\" >&2\n";

/* RunArgs get into the log, too. */
TEST(test_forged_lines_are_not_late_moves) {
    enum { ROUNDS = 5 };
    char path[SCRATCH_PATH];
    make_bot("forging", "CPlusPlus", "run.sh", forging_script, path);
    scratch_write(
        "forging/bot.json",
        "{\"NickName\":\"forging\",\"BotType\":\"CPlusPlus\",\"ProjectLocation\":\".\","
        "\"RunFile\":\"run.sh\",\"RunArgs\":\"a\\n20-11-2026 20:32:17:694 - I: \\tYour "
        "bots total execution time was 00:00:09\\r\\n20-11-2026 20:32:17:694 - I: \\tYour "
        "bot exceeded the maximum execution time\"}",
        0644);
    Match *match = play_bot(path, ROUNDS, engine_limits);
    const SeedFolder folder = {.path = match->writer.match};
    for (int round = 0; round < ROUNDS; round++) {
        char *log = read_log(match, round);
        assert_null(strchr(log, '\r'));
        assert_true(log_file_execution_ms(log) < 9000);
        for (const char *line = log; (line = strchr(line, '\n')); line++)
            if (strncmp(line + 24, " - ", 3) != 0 && line[1])
                fail_msg("a bot began this line: %s", line);
        free(log);
        assert_int_equal(match->players[0].late, 0);
        assert_false(seed_folder_was_late(&folder, round, 'A'));
    }
    assert_int_equal(verified(match->writer.match).mismatches, 0);
    end_match(match);
}

/* Write A's move in a round of a match that has no other file. */
static void leave_move(int round, const char *move) {
    char name[64], path[SCRATCH_PATH];
    snprintf(name, sizeof name, "idle/%d/A", round);
    assert_true(folder_create(scratch_path(name, path)));
    snprintf(name, sizeof name, "idle/%d/A/move.txt", round);
    scratch_write(name, move, 0644);
}

/* From the last move on, the 20th nothing is a bomb, and after the 21st the bot is not asked. */
TEST(test_bot_that_does_nothing_is_ended) {
    enum { MOVE = 3, BOMB = MOVE + 20, LAST = MOVE + 21 };
    char path[SCRATCH_PATH];
    const SeedFolder folder = {.path = scratch_path("idle", path)};
    int nothing = 0;
    leave_move(MOVE, "1");
    leave_move(LAST + 2, "2");
    for (int round = 0; round <= LAST + 3; round++) {
        MoveNote note;
        Command expected = round == MOVE   ? COMMAND_UP
                           : round == BOMB ? COMMAND_BOMB
                           : round > LAST  ? COMMAND_TRIGGER
                                           : COMMAND_NOTHING;
        assert_int_equal(seed_folder_played_command(&folder, round, 'A', &nothing, &note),
                         expected);
        assert_int_equal(note.failure, MOVE_IN_TIME);
        assert_int_equal(note.forced, round == BOMB || round > LAST);
    }
}

TEST(test_people_may_do_nothing) {
    enum { ROUNDS = 25 };
    char path[SCRATCH_PATH];
    const SeedFolder folder = {.path = scratch_path("idle", path)};
    int idle = 0;
    for (int round = 100; round < 100 + ROUNDS; round++) {
        MoveNote note;
        leave_move(round, "0");
        assert_int_equal(seed_folder_played_command(&folder, round, 'A', &idle, &note),
                         COMMAND_NOTHING);
        assert_false(note.forced);
    }
}

/* The engine writes no log for the round of the forced bomb, so the log cannot say that this move
 * was late, too. */
TEST(test_late_move_without_a_log_is_a_bomb) {
    enum { BOMB = 19 };
    char path[SCRATCH_PATH], name[64];
    const SeedFolder folder = {.path = scratch_path("idle", path)};
    int idle = 0;
    for (int round = 0; round <= BOMB; round++) {
        MoveNote note;
        leave_move(round, "1");
        snprintf(name, sizeof name, "idle/%d/A/log.txt", round);
        if (round < BOMB)
            scratch_write(name,
                          "I: \tYour bots total execution time was 00:00:02.5\n"
                          "I: \tYour bot exceeded the maximum execution time\n",
                          0644);
        assert_int_equal(seed_folder_played_command(&folder, round, 'A', &idle, &note),
                         round < BOMB ? COMMAND_NOTHING : COMMAND_BOMB);
        assert_int_equal(note.failure, MOVE_LATE);
        assert_string_equal(note.reason, round < BOMB ? "2.50 s" : "");
        assert_int_equal(note.forced, round == BOMB);
    }
}

static int powerups_in_sight(const Snapshot *snapshot) {
    int count = 0;
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++)
            count += snapshot->blocks[x][y].powerup != 0;
    return count;
}

/* The first round in which a wall has just uncovered a power-up: an explosion hides it in the
 * map. */
static int uncovering_round(const Match *match) {
    static Snapshot snapshot;
    SeedFolder folder;
    char message[256];
    int round = 0;
    assert_true(seed_folder_open(&folder, match->writer.match));
    do {
        assert_true(round < folder.last);
        assert_true(seed_folder_read_round(&folder, ++round, &snapshot, message, sizeof message));
    } while (powerups_in_sight(&snapshot) < 2);
    return round;
}

TEST(test_powerups_are_known_before_they_show) {
    Match *match = new_match("chaser", "beam:width=20,depth=10", 26);
    char script[256];
    play_match(match);
    int round = uncovering_round(match);
    snprintf(script, sizeof script, "cp %d/state.json %d/map.txt %d/A && rm %d/state.json", round,
             round, round - 1, round);
    change_folder(match->writer.match, script);
    assert_verified(match->writer.match, match->state.round, 1);
    snprintf(script, sizeof script, "for r in *; do [ $r -lt %d ] || rm -r $r; done", round);
    change_folder(match->writer.match, script);
    assert_verified(match->writer.match, round, 0);
    end_match(match);
}

TEST(test_folders_without_rounds_are_refused) {
    SeedFolder folder;
    assert_false(seed_folder_open(&folder, "src"));
    assert_false(seed_folder_open(&folder, "/no/such/folder"));
}

TEST(test_large_seed_folders_are_left_out) {
    static Snapshot snapshot;
    char folder[512], path[600], message[256];
    size_t size;
    assert_true(snapshot_read_folder("sample-state/2p-early", &snapshot, message, sizeof message));
    snapshot.width = snapshot.height = 31;
    snapshot.round = 0;
    for (int x = 1; x <= 31; x++)
        for (int y = 1; y <= 31; y++)
            if (x > 21 || y > 21)
                snapshot.blocks[x][y].bomb.owner = -1;
    char *text = snapshot_write_json(&snapshot, &size);
    snprintf(folder, sizeof folder, "%s/large/0", scratch);
    snprintf(path, sizeof path, "%s/state.json", folder);
    assert_true(folder_create(folder) && file_replace(path, text, size));
    free(text);
    snprintf(folder, sizeof folder, "%s/large", scratch);
    const VerifyTotals tally = verified(folder);
    assert_int_equal(tally.skipped, 1);
    assert_int_equal(tally.matches + tally.mismatches, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verification_continues_after_damage),
        cmocka_unit_test(test_marked_and_slow_moves_are_played),
        cmocka_unit_test(test_forged_lines_are_not_late_moves),
        cmocka_unit_test(test_bot_that_does_nothing_is_ended),
        cmocka_unit_test(test_people_may_do_nothing),
        cmocka_unit_test(test_late_move_without_a_log_is_a_bomb),
        cmocka_unit_test(test_powerups_are_known_before_they_show),
        cmocka_unit_test(test_folders_without_rounds_are_refused),
        cmocka_unit_test(test_large_seed_folders_are_left_out),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
