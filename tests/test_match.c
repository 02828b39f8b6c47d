/* Processes, the referee's matches, the memory between rounds and the check of seed folders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder/budget.h"
#include "folder/memory.h"
#include "folder/movefile.h"
#include "folder/roundpath.h"
#include "folder/seedfolder.h"
#include "folder/verify.h"
#include "platform/platform.h"
#include "referee/match.h"
#include "scratch.h"

static void run_shell(const char *script, int limit_ms, ProcessResult *result) {
    char *const arguments[] = {"sh", "-c", (char *)script, NULL};
    process_run(arguments, "/", limit_ms, NULL, result);
}

static void test_processes(void **unused) {
    (void)unused;
    static ProcessResult result;
    run_shell("echo out; echo err >&2; exit 3", 4000, &result);
    assert_true(result.started);
    assert_false(result.killed);
    assert_int_equal(result.status, 3);
    assert_string_equal(result.output, "out\nerr\n");
    run_shell("pwd; cat", 4000, &result);
    assert_string_equal(result.output, "/\n");
    run_shell("trap '' TERM INT; sleep 60", 200, &result);
    assert_true(result.killed);
    assert_true(result.ms >= 200 && result.ms < 1500);
    run_shell("sleep 60 & exit 0", 300, &result); /* the child holds the output */
    assert_true(result.killed);
    assert_true(result.ms < 1500);
    run_shell("sh -c 'exec >/dev/null 2>&1; sleep 60' & exit 0", 2000, &result);
    assert_false(result.killed); /* a child that let go of the output is not waited for */
    assert_true(result.ms < 1500);
    run_shell("head -c 10000000 /dev/zero | tr '\\0' x", 4000, &result);
    assert_false(result.killed);
    assert_int_equal(result.size, PROCESS_OUTPUT - 1);
    char *const missing[] = {"/no/such/program", NULL};
    process_run(missing, "/", 4000, NULL, &result);
    assert_int_equal(result.status, 127);
}

static Match *new_match(const char *first, const char *second, int seed) {
    char error[512];
    Match *match = aligned_alloc(64, (sizeof *match + 63) / 64 * 64);
    assert_non_null(match);
    memset(match, 0, sizeof *match);
    match->player_count = 2;
    match->seed = seed;
    match->parent = scratch;
    match->limits = engine_limits;
    match->limits.agent_ms = 1;
    assert_true(player_open(&match->players[0], 'A', first, 1, error, sizeof error));
    assert_true(player_open(&match->players[1], 'B', second, 2, error, sizeof error));
    return match;
}

static void end_match(Match *match) {
    for (int p = 0; p < match->player_count; p++)
        player_close(&match->players[p]);
    free(match);
}

static void play_match(Match *match) {
    char error[512];
    if (!match_play(match, error, sizeof error))
        fail_msg("%s", error);
}

static void test_match_leaves_a_true_folder(void **unused) {
    (void)unused;
    Match *match = new_match("chaser", "beam:width=20,depth=10", 5);
    Tally tally = {0, 0, 0, 0};
    play_match(match);
    verify_path(match->writer.match, stderr, &tally);
    assert_int_equal(tally.matches, 1);
    assert_int_equal(tally.rounds, match->state.round);
    assert_int_equal(tally.mismatches, 0);
    assert_int_equal(match->players[0].refused + match->players[1].refused, 0);

    /* A changed move must be noticed. */
    char path[ENTRANT_PATH];
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

static void assert_verified(const char *path, int rounds, int mismatches) {
    Tally tally = {0, 0, 0, 0};
    FILE *nowhere = fopen("/dev/null", "w");
    verify_path(path, nowhere, &tally);
    fclose(nowhere);
    assert_int_equal(tally.matches, 1);
    assert_int_equal(tally.rounds, rounds);
    assert_int_equal(tally.mismatches, mismatches);
}

static void change_folder(const char *folder, const char *script) {
    char command[ENTRANT_PATH + 256];
    snprintf(command, sizeof command, "cd '%s' && %s", folder, script);
    assert_int_equal(system(command), 0);
}

static void test_verifying_goes_on_after_damage(void **unused) {
    (void)unused;
    Match *match = new_match("chaser", "beam:width=20,depth=10", 25);
    const char *folder = match->writer.match;
    char remove_end[64];
    play_match(match);
    int rounds = match->state.round;
    assert_true(rounds > 20);
    snprintf(remove_end, sizeof remove_end, "rm -r %d", rounds);
    change_folder(folder, remove_end); /* the players' folders hold it, too */
    assert_verified(folder, rounds, 0);
    change_folder(folder, "echo '{' > 5/state.json"); /* the map serves instead */
    assert_verified(folder, rounds, 1);
    change_folder(folder, "rm 5/map.txt");
    assert_verified(folder, rounds - 2, 1);
    change_folder(folder, "cp 7/state.json 7/map.txt 9");
    assert_verified(folder, rounds - 4, 2);
    change_folder(folder, "rm -r 0");
    assert_verified(folder, rounds - 5, 2);
    end_match(match);
}

static int powerups_in_sight(const Snapshot *snapshot) {
    int count = 0;
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++)
            count += snapshot->blocks[x][y].powerup != 0;
    return count;
}

/* The first round in which a wall has just uncovered a power-up: a star hides it in the map. */
static int uncovering_round(const Match *match) {
    static Snapshot snapshot;
    SeedFolder folder;
    char message[256];
    int round = 0;
    assert_true(seedfolder_open(&folder, match->writer.match));
    do {
        assert_true(round < folder.last);
        assert_true(seedfolder_read_round(&folder, ++round, &snapshot, message, sizeof message));
    } while (powerups_in_sight(&snapshot) < 2);
    return round;
}

static void test_powerups_are_known_before_they_show(void **unused) {
    (void)unused;
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

static void test_folders_without_rounds(void **unused) {
    (void)unused;
    SeedFolder folder;
    assert_false(seedfolder_open(&folder, "src"));
    assert_false(seedfolder_open(&folder, "/no/such/folder"));
}

static void test_large_seed_folders_are_left_out(void **unused) {
    (void)unused;
    static Snapshot snapshot;
    char folder[512], path[600], message[256];
    size_t size;
    Tally tally = {0, 0, 0, 0};
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
    FILE *nowhere = fopen("/dev/null", "w");
    verify_path(folder, nowhere, &tally);
    fclose(nowhere);
    assert_int_equal(tally.skipped, 1);
    assert_int_equal(tally.matches + tally.mismatches, 0);
}

static void test_existing_folder_is_left_alone(void **unused) {
    (void)unused;
    Match *first = new_match("chaser", "random", 6), *second = new_match("chaser", "random", 6);
    play_match(first);
    play_match(second);
    assert_string_not_equal(first->writer.match, second->writer.match);
    end_match(first);
    end_match(second);
}

static void make_bot(const char *folder, const char *script) {
    char name[512];
    snprintf(name, sizeof name, "%s/%s", scratch, folder);
    assert_true(folder_create(name));
    snprintf(name, sizeof name, "%s/bot.json", folder);
    scratch_write(
        name,
        "{\"Author\":\"a\",\"Email\":\"e\",\"NickName\":\"Script\",\"BotType\":\"CPlusPlus\","
        "\"ProjectLocation\":\".\",\"RunFile\":\"run.sh\"}",
        0644);
    snprintf(name, sizeof name, "%s/run.sh", folder);
    scratch_write(name, script, 0755);
}

static Match *match_against_script(const char *folder, const char *script, int seed) {
    char path[512];
    make_bot(folder, script);
    snprintf(path, sizeof path, "%s/%s", scratch, folder);
    return new_match(path, "random", seed);
}

static void test_bot_gets_key_and_folder(void **unused) {
    (void)unused;
    /* The script waits by walking into the wall above it. */
    Match *match = match_against_script("good",
                                        "#!/bin/sh\n[ \"$1\" = A ] && [ -s \"$2/state.json\" ] && "
                                        "[ -s \"$2/map.txt\" ] && printf 1 > \"$2/move.txt\"\n",
                                        7);
    play_match(match);
    assert_int_equal(match->players[0].late, 0);
    assert_int_equal(match->players[0].refused, 0);
    assert_int_equal(match->players[0].nothing_in_row, 0);
    assert_true(state_is_alive(&match->state, 0));
    end_match(match);
}

static void test_late_and_silent_bots(void **unused) {
    (void)unused;
    Player player = {.key = 'A'};
    Limits limits = engine_limits;
    assert_int_equal(player_judge(&player, COMMAND_UP, 1999, &limits), COMMAND_UP);
    assert_int_equal(player_judge(&player, COMMAND_UP, 2001, &limits), COMMAND_NOTHING);
    assert_int_equal(player.late, 1);
    player.calibration_ms = 50;
    assert_int_equal(player_judge(&player, COMMAND_UP, 2049, &limits), COMMAND_UP);
    for (int i = 1; i < 20; i++)
        assert_int_equal(player_judge(&player, COMMAND_NOTHING, 1, &limits), COMMAND_NOTHING);
    assert_int_equal(player_judge(&player, COMMAND_NOTHING, 1, &limits), COMMAND_BOMB);
    assert_false(player_is_given_up(&player));
    player_judge(&player, COMMAND_NOTHING, 1, &limits);
    assert_true(player_is_given_up(&player));
    assert_int_equal(player_judge(&player, COMMAND_NOTHING, 1, &limits), COMMAND_TRIGGER);
}

static void test_move_file(void **unused) {
    (void)unused;
    MoveFile file;
    char path[512];
    size_t size;
    movefile_init(&file, scratch);
    assert_true(movefile_write(&file, COMMAND_BOMB));
    snprintf(path, sizeof path, "%s/move.txt", scratch);
    char *text = file_read(path, 10, &size);
    assert_string_equal(text, "5");
    free(text);
    assert_int_equal(movefile_parse("3\r\n"), COMMAND_RIGHT);
    assert_int_equal(movefile_parse(" 3"), COMMAND_NOTHING);
    assert_int_equal(movefile_parse(""), COMMAND_NOTHING);
    assert_int_equal(movefile_parse("9"), COMMAND_NOTHING);
    snprintf(path, sizeof path, "%s/7/A", scratch);
    assert_true(folder_create(path));
    movefile_init(&file, path);
    assert_true(movefile_write(&file, COMMAND_RIGHT));
    snprintf(path, sizeof path, "%s/8/A/", scratch);
    assert_int_equal(movefile_read_last(path), COMMAND_RIGHT);
    snprintf(path, sizeof path, "%s/7/A", scratch);
    assert_int_equal(movefile_read_last(path), COMMAND_NOTHING);
    movefile_init(&file, "/no/such/folder");
    assert_false(movefile_write(&file, COMMAND_UP));
}

static void test_round_paths(void **unused) {
    (void)unused;
    RoundPath path;
    char name[ROUNDPATH_SIZE];
    assert_true(roundpath_split("/a b/replay/12/C/", &path));
    assert_int_equal(path.round, 12);
    assert_string_equal(path.key, "C");
    assert_true(roundpath_file(&path, 3, true, "log.txt", name));
    assert_string_equal(name, "/a b/replay/3/C/log.txt");
    assert_true(roundpath_split("C:\\replays\\5\\0\\A", &path));
    assert_int_equal(path.round, 0);
    assert_false(roundpath_split("A", &path));
    assert_false(roundpath_split("sample-state/2p-early", &path));
    assert_false(roundpath_split("", &path));
}

static void test_logs(void **unused) {
    (void)unused;
    assert_int_equal(
        budget_read_calibration("x\nBot calibration complete and can run an additional "
                                "37ms due to environment startup\n"),
        37);
    assert_int_equal(budget_read_calibration("nothing of it"), -1);
    assert_float_equal(budget_read_execution("Your bots total execution time was 00:00:01.2345678"),
                       1234.5678, 0.001);
    assert_float_equal(budget_read_execution("total execution time was 0"), -1, 0);
    assert_int_equal(budget_read_own("x\nI: \tOutput from bot: move=up(1) ms=1234 value=2\n"),
                     1234);
    assert_int_equal(budget_read_own("Output from bot: move=up(1)\nms=1 ms=2\n"), -1);
    assert_int_equal(budget_read_own("Output from bot: move=up(1) ms=-5"), -1);
    assert_int_equal(budget_read_own(" ms=5"), -1);
}

/* Take in every round of a match; the memory must end as the engine's own account. */
static void test_memory_over_a_match(void **unused) {
    (void)unused;
    Match *match = new_match("chaser", "beam:width=10,depth=8", 9);
    static Memory kept, rebuilt, loaded;
    static Snapshot snapshot;
    char folder[ENTRANT_PATH], message[256];
    play_match(match);
    int last = match->state.round - 1;
    for (int round = 0; round < last; round++) {
        snprintf(folder, sizeof folder, "%s/%d", match->writer.match, round);
        assert_true(snapshot_read_folder(folder, &snapshot, message, sizeof message));
        memory_update(&kept, &snapshot);
    }
    snprintf(folder, sizeof folder, "%s/%d/A", match->writer.match, last);
    assert_true(memory_rebuild(&rebuilt, folder, clock_now() + 10000000000ll));
    assert_memory_equal(&kept, &rebuilt, sizeof kept);

    snprintf(folder, sizeof folder, "%s/%d/A", match->writer.match, last - 1);
    assert_true(memory_save(&kept, folder));
    snprintf(folder, sizeof folder, "%s/%d/A", match->writer.match, last);
    assert_true(memory_load(&loaded, folder));
    assert_memory_equal(&kept, &loaded, sizeof kept);

    /* With the whole history the engine's split of the points is found again. */
    Game game;
    State state;
    int player;
    assert_true(snapshot_read_folder(match->writer.match, &snapshot, message, 1) == false);
    snprintf(folder, sizeof folder, "%s/%d", match->writer.match, last);
    assert_true(snapshot_read_folder(folder, &snapshot, message, sizeof message));
    assert_true(snapshot_to_state(&snapshot, 'A', &game, &state, &player, message, 256));
    memory_update(&loaded, &snapshot);
    memory_apply(&loaded, &snapshot, &game, &state);
    for (int p = 0; p < 2; p++) {
        assert_true(state.touched_count[p] > 1);
        assert_true(state.points[p] % 10 == 0);
        assert_int_equal(state_points(&game, &state, p), snapshot.players[p].points);
    }
    end_match(match);
}

/* What the memory makes of two states must be what was played, where it shows. */
static void test_last_commands_are_seen(void **unused) {
    (void)unused;
    Match *match = new_match("chaser", "beam:width=10,depth=8", 9);
    static Memory memory;
    static Snapshot snapshot;
    SeedFolder seen;
    int count[COMMAND_COUNT] = {0};
    char message[256];
    play_match(match);
    assert_true(seedfolder_open(&seen, match->writer.match));
    for (int round = 0; round < seen.last; round++) {
        assert_true(seedfolder_read_round(&seen, round, &snapshot, message, sizeof message));
        memory_update(&memory, &snapshot);
        for (int p = 0; p < 2 && round > 0; p++) {
            Command command = memory_last_command(&memory, p);
            if (command != COMMAND_NOTHING)
                assert_int_equal(command, seedfolder_read_move(&seen, round - 1, (char)('A' + p)));
            count[command]++;
        }
    }
    for (int command = COMMAND_UP; command < COMMAND_COUNT; command++)
        assert_true(count[command] > 0);
    end_match(match);
}

static void test_memory_knows_gaps_and_other_matches(void **unused) {
    (void)unused;
    static Memory memory;
    static Snapshot snapshot;
    char message[256];
    assert_true(snapshot_read_folder("sample-state/2p-early", &snapshot, message, sizeof message));
    memory_update(&memory, &snapshot);
    memory.players[0].x--;
    snapshot.round++;
    memory_update(&memory, &snapshot);
    assert_int_equal(memory_last_command(&memory, 0), COMMAND_RIGHT);
    memory.players[0].x--;
    snapshot.round += 2;
    memory_update(&memory, &snapshot);
    assert_int_equal(memory_last_command(&memory, 0), COMMAND_NOTHING);
    assert_int_equal(memory.seen, 3);
    snapshot.seed++;
    memory_update(&memory, &snapshot);
    assert_int_equal(memory.seen, 1);
}

/* A is on one of B's two bombs: the map alone does not say on which. */
static void test_rebuilding_looks_under_bombs(void **unused) {
    (void)unused;
    static Memory memory;
    static Snapshot snapshot;
    char folder[512], path[600], message[256];
    size_t size;
    assert_true(snapshot_read_folder("sample-state/2p-early", &snapshot, message, sizeof message));
    SnapshotPlayer *own = &snapshot.players[0];
    snapshot.blocks[own->x][own->y].entity = ENTITY_NONE;
    for (int x = 2; x <= 4; x += 2)
        snapshot.blocks[x][2] = (SnapshotBlock){.bomb = {.owner = 1, .radius = 1, .timer = 3}};
    own->x = 4;
    own->y = 2;
    snapshot.blocks[4][2].entity = ENTITY_PLAYER;
    snapshot.round = 0;
    snprintf(folder, sizeof folder, "%s/hidden/0", scratch);
    assert_true(folder_create(folder));
    char *json = snapshot_write_json(&snapshot, &size);
    snprintf(path, sizeof path, "%s/state.json", folder);
    assert_true(file_replace(path, json, size));
    char *map = snapshot_write_map(&snapshot, &size);
    snprintf(path, sizeof path, "%s/map.txt", folder);
    assert_true(file_replace(path, map, size));
    free(json);
    free(map);
    snprintf(folder, sizeof folder, "%s/hidden/1/A", scratch);
    assert_true(memory_rebuild(&memory, folder, clock_now() + 10000000000ll));
    assert_int_equal(memory.players[0].x, 4);
}

static void test_damaged_memory_is_refused(void **unused) {
    (void)unused;
    static Memory memory, loaded;
    char folder[512], path[600];
    size_t size;
    memory.round = 4;
    memory.seen = 5;
    memory.player_count = 2;
    snprintf(folder, sizeof folder, "%s/damaged/4/A", scratch);
    assert_true(folder_create(folder));
    assert_true(memory_save(&memory, folder));
    snprintf(path, sizeof path, "%s/blastbeam.memory", folder);
    char *text = file_read(path, 1 << 20, &size);
    snprintf(folder, sizeof folder, "%s/damaged/5/A", scratch);
    assert_true(memory_load(&loaded, folder));
    for (size_t cut = 0; cut < size; cut += 53) {
        assert_true(file_replace(path, text, cut));
        assert_false(memory_load(&loaded, folder));
    }
    text[size / 2] ^= 1;
    assert_true(file_replace(path, text, size));
    assert_false(memory_load(&loaded, folder));
    snprintf(folder, sizeof folder, "%s/damaged/6/A", scratch);
    assert_false(memory_load(&loaded, folder));
    free(text);
    memory.players[1].x = SNAPSHOT_SIZE + 1; /* whole, but nonsense */
    memory.round = 5;
    snprintf(folder, sizeof folder, "%s/damaged/5/A", scratch);
    assert_true(folder_create(folder) && memory_save(&memory, folder));
    snprintf(folder, sizeof folder, "%s/damaged/6/A", scratch);
    assert_false(memory_load(&loaded, folder));
}

/* The log.txt of a round of 10 in which the bot measured a second. */
static void write_log(int round, const char *execution) {
    char name[64], text[256];
    snprintf(name, sizeof name, "budget/%d/A/log.txt", round);
    snprintf(text, sizeof text,
             "%sI: \tOutput from bot: move=up(1) agent=beam depth=9 nodes=7 ms=1000 value=1\n"
             "I: \tYour bots total execution time was %s\n",
             round ? "" : "can run an additional 40ms\n", execution);
    scratch_write(name, text, 0644);
}

static void test_budget_follows_the_logs(void **unused) {
    (void)unused;
    enum { PLAIN = BUDGET_LIMIT_MS - BUDGET_MARGIN_MS - 1 };
    char folder[512];
    for (int round = 0; round <= 10; round++) {
        snprintf(folder, sizeof folder, "%s/budget/%d/A", scratch, round);
        assert_true(folder_create(folder));
    }
    assert_int_equal(budget_calibrate("A"), BUDGET_UNKNOWN_MS);
    assert_int_equal(budget_calibrate(folder), BUDGET_UNKNOWN_MS);
    write_log(0, "00:00:03");
    assert_int_equal(budget_calibrate(folder), BUDGET_UNKNOWN_MS); /* too long ago */
    write_log(2, "00:00:01.0100000");
    write_log(9, "00:00:01.0300000");
    assert_int_equal(budget_calibrate(folder), PLAIN + 40 - 30);
    write_log(9, "00:00:00.9980000"); /* clocks are not that exact */
    assert_int_equal(budget_calibrate(folder), PLAIN + 40 - 10);
    scratch_write("budget/0/A/log.txt", "can run an additional 610ms", 0644);
    assert_int_equal(budget_calibrate(folder), PLAIN + 60 - 10);
    write_log(9, "00:01:01.0300000");
    assert_int_equal(budget_calibrate(folder), BUDGET_LEAST_MS);
    write_log(9, "0:0:1e300");
    assert_int_equal(budget_calibrate(folder), BUDGET_LEAST_MS);
    scratch_write("budget/9/A/log.txt", "Your bots total execution time was 00:00:02\n", 0644);
    assert_int_equal(budget_calibrate(folder), PLAIN + 60 - 10); /* it did not come to an answer */
}

static void test_bot_files(void **unused) {
    (void)unused;
    BotFile bot;
    char error[512], folder[512];
    snprintf(folder, sizeof folder, "%s", scratch);
    assert_true(botfile_read(".", &bot, error, sizeof error));
    assert_string_equal(bot.nickname, "Blastbeam");
    scratch_write("bot.json",
                  "\xef\xbb\xbf{\"nickname\":\"B1\",\"BOTTYPE\":\"Java\","
                  "\"ProjectLocation\":\".\",\"RunFile\":\"x.jar\"}",
                  0644);
    assert_true(botfile_read(folder, &bot, error, sizeof error));
    assert_string_equal(bot.type, "Java");
    const char *const bad[][2] = {
        {"{\"NickName\":\"a b\",\"BotType\":\"Java\",\"ProjectLocation\":\".\",\"RunFile\":\"x\"}",
         "NickName"},
        {"{\"NickName\":\"a\",\"BotType\":\"Java\",\"RunFile\":\"x\"}", "ProjectLocation"},
        {"{\"NickName\":\"a\",\"BotType\":\"Java\",\"ProjectLocation\":\".\"}", "RunFile"},
        {"[1,2", "JSON"}};
    for (int i = 0; i < 4; i++) {
        scratch_write("bot.json", bad[i][0], 0644);
        assert_false(botfile_read(folder, &bot, error, sizeof error));
        assert_non_null(strstr(error, bad[i][1]));
    }
}

/* The program itself on the samples: in time, and always a digit. */
static void test_bot_program(void **unused) {
    (void)unused;
    static const char *const samples[] = {"2p-early", "2p-late", "4p-middle"};
    const char *programs = getenv("BLASTBEAM_BIN");
    for (int i = 0; i < 3; i++) {
        static ProcessResult result;
        char program[512], folder[512], source[512], target[640];
        size_t size;
        snprintf(folder, sizeof folder, "%s/with blank %d", scratch, i);
        assert_true(folder_create(folder));
        snprintf(source, sizeof source, "sample-state/%s/map.txt", samples[i]);
        snprintf(target, sizeof target, "%s/map.txt", folder);
        char *map = file_read(source, 1 << 20, &size);
        assert_non_null(map);
        assert_true(file_replace(target, map, size));
        free(map);
        snprintf(program, sizeof program, "%s/blastbeam", programs ? programs : "bin");
        char *const arguments[] = {program, "A", folder, "--budget-ms", "200", NULL};
        process_run(arguments, ".", 4000, NULL, &result);
        assert_int_equal(result.status, 0);
        assert_true(strncmp(result.output, "move=", 5) == 0);
        snprintf(target, sizeof target, "%s/move.txt", folder);
        char *move = file_read(target, 10, &size);
        assert_non_null(move);
        assert_int_equal(size, 1);
        assert_true(move[0] >= '1' && move[0] <= '6');
        free(move);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processes),
        cmocka_unit_test(test_match_leaves_a_true_folder),
        cmocka_unit_test(test_verifying_goes_on_after_damage),
        cmocka_unit_test(test_powerups_are_known_before_they_show),
        cmocka_unit_test(test_folders_without_rounds),
        cmocka_unit_test(test_large_seed_folders_are_left_out),
        cmocka_unit_test(test_existing_folder_is_left_alone),
        cmocka_unit_test(test_bot_gets_key_and_folder),
        cmocka_unit_test(test_late_and_silent_bots),
        cmocka_unit_test(test_move_file),
        cmocka_unit_test(test_round_paths),
        cmocka_unit_test(test_logs),
        cmocka_unit_test(test_memory_over_a_match),
        cmocka_unit_test(test_last_commands_are_seen),
        cmocka_unit_test(test_memory_knows_gaps_and_other_matches),
        cmocka_unit_test(test_rebuilding_looks_under_bombs),
        cmocka_unit_test(test_damaged_memory_is_refused),
        cmocka_unit_test(test_budget_follows_the_logs),
        cmocka_unit_test(test_bot_files),
        cmocka_unit_test(test_bot_program),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
