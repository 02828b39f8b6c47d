/* The bot as a process: it is never late, never exceeds its memory, and writes nothing outside its
 * folder, whatever it finds there. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/time_manager.h"
#include "engine/mapgen.h"
#include "platform/file.h"
#include "platform/folder.h"
#include "platform/watchdog.h"
#include "protocol/snapshot.h"
#include "support/bot.h"
#include "test.h"

enum {
    BUDGET_MS = 100,
    SLACK_MS = 200, /* for the start of the process */
    TRIES = 50,     /* on a busy machine */
    MEMORY_LIMIT_KB = 256 << 10,
};

/* The sanitizers need memory of their own, and time. */
#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#elif defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

static BotFolder folder;
static char program[BOT_PATH], faulty[BOT_PATH];

GROUP_FUNCTION(make_folder) {
    const char *bin = getenv("BLASTBEAM_BIN"), *other = getenv("BLASTBEAM_FAULTY");
    snprintf(program, sizeof program, "%s/blastbeam", bin ? bin : "bin");
    snprintf(faulty, sizeof faulty, "%s", other ? other : "build/release/tests/faulty-blastbeam");
    bot_folder_make(&folder);
    return 0;
}

GROUP_FUNCTION(remove_folder) {
    bot_folder_remove(&folder);
    return 0;
}

GROUP_FUNCTION(clean_folder) {
    bot_folder_clean(&folder);
    bot_folder_take(&folder, "sample-state/2p-early");
    return 0;
}

/* Whether a run was in time. The process may have to wait for a processor, so a test fails only
 * when none of several runs is in time. Call it in a loop that goes on while it returns false. */
static bool was_in_time(const BotRun *run, int ms, int *tries) {
    int most = ms + SLACK_MS + 1000 * SANITIZED;
    if (run->ms <= most)
        return true;
    if (++*tries == TRIES)
        fail_msg("took %.0f ms, not %d, and as long in %d runs before", run->ms, most, TRIES - 1);
    bot_folder_clean(&folder);
    return false;
}

/* Run a program until it is in time. */
static void run_in_time(const char *path, const char *options, int ms, BotRun *run) {
    int tries = 0;
    do {
        bot_run(&folder, path, options, run);
        assert_in_range(run->move, 1, 6);
    } while (!was_in_time(run, ms, &tries));
}

/* The watchdog's thread ends it, unless the machine is so busy that
 * the system's timer is first. */
TEST(test_hanging_search_is_ended) {
    int barked = 0;
    for (int i = 0; i < 5 && !barked; i++) {
        BotRun run;
        bot_folder_clean(&folder);
        run_in_time(faulty, "--agent hang --budget-ms 100",
                    BUDGET_MS + TIME_GRACE_MS + WATCHDOG_LAST_MS, &run);
        assert_int_equal(bot_folder_count(&folder, "move.txt"), 1);
        if (!run.exited)
            continue;
        barked++;
        assert_int_equal(run.status, 0);
        assert_non_null(strstr(run.output, " agent=watchdog "));
        assert_int_equal(run.output[strlen(run.output) - 1], '\n');
    }
    assert_true(barked);
}

/* Without the watchdog's thread the system's timer ends the process. */
TEST(test_hanging_search_is_ended_without_threads) {
    BotRun run;
    setenv("BLASTBEAM_FAULT", "thread:1:1000000", 1);
    run_in_time(faulty, "--agent hang --budget-ms 100",
                BUDGET_MS + TIME_GRACE_MS + WATCHDOG_LAST_MS, &run);
    unsetenv("BLASTBEAM_FAULT");
    assert_false(run.exited);
    assert_int_equal(run.signal, SIGALRM);
}

TEST(test_calibrated_process_ends_in_time) {
    BotRun run;
    run_in_time(faulty, "--agent hang", TIME_DEFAULT_MS + TIME_GRACE_MS, &run);
    assert_true(run.ms > TIME_DEFAULT_MS);
}

/* Nobody reads the standard output, and it is full. */
TEST(test_full_output_delays_no_move) {
    int ends[2];
    char junk[4096] = {0};
    BotRun run;
    assert_int_equal(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    while (write(ends[1], junk, sizeof junk) > 0)
        continue;
    assert_int_equal(fcntl(ends[1], F_SETFL, 0), 0);
    int tries = 0;
    do {
        bot_wait(&folder, bot_start(&folder, program, "--budget-ms 100", ends[1]), &run);
        assert_in_range(run.move, 1, 6);
    } while (!was_in_time(&run, BUDGET_MS + TIME_GRACE_MS + WATCHDOG_LAST_MS, &tries));
    close(ends[0]);
    close(ends[1]);
}

TEST(test_closed_output_loses_no_move) {
    int ends[2];
    BotRun run;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    close(ends[0]);
    bot_wait(&folder, bot_start(&folder, program, "--nodes 100", ends[1]), &run);
    close(ends[1]);
    assert_true(run.exited);
    assert_int_equal(run.status, 0);
    assert_in_range(run.move, 1, 6);
    assert_int_equal(bot_folder_count(&folder, "blastbeam.memory"), 1);
}

TEST(test_signals_lose_no_move) {
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    int tries = 0;
    for (int i = 0; i < 3;) {
        BotRun run;
        bot_folder_clean(&folder);
        pid_t process = bot_start(&folder, faulty, "--agent hang --nodes 1", -1);
        bot_await(&folder, "move.txt");
        assert_int_equal(kill(process, signals[i]), 0);
        bot_wait(&folder, process, &run);
        assert_true(run.exited);
        assert_int_equal(run.status, 128 + signals[i]);
        assert_in_range(run.move, 1, 6);
        assert_int_equal(bot_folder_count(&folder, ".tmp"), 0);
        i += was_in_time(&run, 0, &tries);
    }
}

TEST(test_ignored_signals_stay_ignored) {
    BotRun run;
    setenv("BLASTBEAM_NOHUP", "1", 1);
    pid_t process = bot_start(&folder, faulty, "--agent hang --budget-ms 100", -1);
    unsetenv("BLASTBEAM_NOHUP");
    bot_await(&folder, "move.txt");
    assert_int_equal(kill(process, SIGHUP), 0);
    bot_wait(&folder, process, &run);
    assert_int_not_equal(run.status, 128 + SIGHUP);
    assert_in_range(run.move, 1, 6);
}

/* A signal right after the start: the bot still has the time for a first move. */
TEST(test_early_signals_lose_no_move) {
    for (int us = 0; us < 4000; us += 200) {
        BotRun run;
        bot_folder_clean(&folder);
        pid_t process = bot_start(&folder, faulty, "--agent hang --nodes 1", -1);
        usleep((useconds_t)us);
        assert_int_equal(kill(process, SIGTERM), 0);
        bot_wait(&folder, process, &run);
        assert_true(run.move >= 1 || (run.move == -1 && !run.exited));
        assert_int_equal(bot_folder_count(&folder, ".tmp"), 0);
    }
}

TEST(test_pipes_are_not_read) {
    char path[BOT_PATH];
    BotRun run;
    bot_folder_unlink(&folder, "state.json");
    assert_int_equal(mkfifo(bot_path(&folder, "state.json", path), 0600), 0);
    bot_run(&folder, program, "--nodes 100", &run);
    bot_folder_unlink(&folder, "state.json");
    assert_int_equal(run.status, 0);
    assert_in_range(run.move, 1, 6);
    assert_null(strstr(run.output, "agent=none"));
}

/* Links and folders stand in the place of every file that the bot writes. */
TEST(test_links_are_not_followed) {
    static const char *const names[] = {"move.txt", "blastbeam.memory"};
    char outside[BOT_PATH], path[BOT_PATH];
    size_t size;
    BotRun run;
    snprintf(outside, sizeof outside, "%s/precious", folder.scratch);
    assert_true(file_replace(outside, "precious", 8));
    for (int i = 0; i < 2; i++)
        assert_int_equal(symlink(outside, bot_path(&folder, names[i], path)), 0);
    bot_run(&folder, program, "--nodes 100", &run);
    assert_int_equal(run.status, 0);
    assert_in_range(run.move, 1, 6);
    char *text = file_read(outside, 100, &size);
    assert_non_null(text);
    assert_string_equal(text, "precious");
    free(text);
    for (int i = 0; i < 2; i++) {
        struct stat status;
        assert_int_equal(lstat(bot_path(&folder, names[i], path), &status), 0);
        assert_true(S_ISREG(status.st_mode));
    }
}

/* The name of the temporary file can be guessed: a link stands there. */
TEST(test_temporary_links_are_not_followed) {
    char outside[BOT_PATH], name[64], path[BOT_PATH], move[BOT_PATH];
    struct stat status;
    snprintf(outside, sizeof outside, "%s/absent", folder.scratch);
    snprintf(name, sizeof name, "move.txt.%ld.tmp", (long)getpid());
    assert_int_equal(symlink(outside, bot_path(&folder, name, path)), 0);
    assert_true(file_replace(bot_path(&folder, "move.txt", move), "5", 1));
    assert_int_equal(lstat(outside, &status), -1);
    assert_int_equal(lstat(path, &status), -1);
    assert_int_equal(lstat(move, &status), 0);
    assert_true(S_ISREG(status.st_mode));
}

/* Folder names that lead to another folder when the round's number is read and written again. */
TEST(test_padded_round_is_no_other_folder) {
    BotFolder padded = folder;
    char path[BOT_PATH];
    BotRun run;
    snprintf(padded.player, sizeof padded.player, "%s/7/012/A", folder.scratch);
    assert_true(folder_create(padded.player));
    bot_folder_take(&padded, "sample-state/2p-early");
    bot_run(&padded, program, "--nodes 100", &run);
    assert_in_range(run.move, 1, 6);
    assert_int_equal(bot_folder_count(&folder, "blastbeam.memory"), 0);
    snprintf(path, sizeof path, "%s/7/012", folder.scratch);
    bot_folder_clean(&padded);
}

TEST(test_unwritable_folder_is_an_error) {
    char path[BOT_PATH];
    BotRun run;
    assert_int_equal(mkdir(bot_path(&folder, "move.txt", path), 0700), 0);
    bot_run(&folder, program, "--nodes 100", &run);
    assert_int_equal(rmdir(path), 0);
    assert_true(run.exited);
    assert_int_equal(run.status, 1);
    assert_int_equal(bot_folder_count(&folder, ".tmp"), 0);
}

/* No name of a player or a file is ever passed to a shell. */
TEST(test_names_are_never_run) {
    static Snapshot snapshot;
    BotFolder strange = folder;
    char message[256];
    size_t size;
    BotRun run;
    assert_true(snapshot_read_folder(folder.player, &snapshot, message, sizeof message));
    strcpy(snapshot.players[0].name, "$(touch x)`touch x`;touch x|../../../x\n%n%s%s");
    char *text = snapshot_write_json(&snapshot, &size);
    assert_non_null(text);
    snprintf(strange.player, sizeof strange.player, "%s/7/12/$(touch x) %%n", folder.scratch);
    assert_true(folder_create(strange.player));
    bot_folder_write(&strange, "state.json", text);
    free(text);
    bot_run(&strange, program, "--nodes 100 --explain", &run);
    assert_int_equal(run.status, 0);
    assert_in_range(run.move, 1, 6);
    assert_int_equal(access("x", F_OK), -1);
    assert_int_equal(bot_folder_count(&strange, "x"), 1); /* nothing but move.txt */
}

/* A board of 41x41 with 12 players, as the map generator makes it. */
static void take_large_board(void) {
    static StartMap map;
    static Snapshot snapshot;
    size_t size;
    mapgen_generate(&map, SNAPSHOT_PLAYERS, 1);
    memset(&snapshot, 0, sizeof snapshot);
    snapshot.width = snapshot.height = map.size;
    snapshot.bounty = map.bounty;
    snapshot.player_count = map.players;
    for (int y = 0; y < map.size; y++)
        for (int x = 0; x < map.size; x++) {
            SnapshotBlock *block = &snapshot.blocks[x + 1][y + 1];
            char drawn = map.row[y][x];
            block->bomb.owner = -1;
            block->entity = drawn == '#'                                   ? ENTITY_PILLAR
                            : drawn == '+' || drawn == 'b' || drawn == 'r' ? ENTITY_WALL
                                                                           : ENTITY_NONE;
            if (drawn < 'A' || drawn > 'L')
                continue;
            block->entity = ENTITY_PLAYER;
            block->player = drawn - 'A';
            snapshot.players[drawn - 'A'] = (SnapshotPlayer){
                .key = drawn, .name = "x", .bag = 1, .radius = 1, .x = x + 1, .y = y + 1};
        }
    char *text = snapshot_write_json(&snapshot, &size);
    assert_non_null(text);
    bot_folder_write(&folder, "state.json", text);
    free(text);
}

/* The search is limited by nodes. A search limited by time uses less memory on a busy machine, and
 * the watchdog may end it. This number of nodes fills nearly all levels. */
static void measure_memory(const char *board, int threads) {
    enum { NODES = SANITIZED ? 20000 : 2000000 };
    char options[64];
    BotRun run;
    snprintf(options, sizeof options, "--nodes %d --threads %d", NODES, threads);
    bot_run(&folder, program, options, &run);
    assert_int_equal(run.status, 0);
    assert_non_null(strstr(run.output, " agent=beam "));
    print_message("memory board=%s %s peak_kb=%ld\n", board, options, run.peak_kb);
    if (!SANITIZED)
        assert_true(run.peak_kb < MEMORY_LIMIT_KB);
}

TEST(test_memory_is_limited) {
    measure_memory("21x21", 2);
    measure_memory("21x21", 8);
    take_large_board();
    measure_memory("41x41", 2);
    measure_memory("41x41", 8);
}

/* The JSON that needs most memory for its size: many values of one byte. */
TEST(test_memory_is_limited_for_malicious_files) {
    enum { SIZE = (4 << 20) - 2 };
    BotRun run;
    char *text = malloc(SIZE + 1);
    assert_non_null(text);
    for (int i = 0; i < SIZE; i++)
        text[i] = i == 0 ? '[' : i == SIZE - 1 ? ']' : "1,"[(i + 1) % 2];
    text[SIZE] = 0;
    bot_folder_write(&folder, "state.json", text);
    free(text);
    bot_run(&folder, program, "--nodes 100", &run);
    print_message("memory board=malicious peak_kb=%ld\n", run.peak_kb);
    assert_int_equal(run.status, 0);
    assert_in_range(run.move, 1, 6);
    if (!SANITIZED)
        assert_true(run.peak_kb < MEMORY_LIMIT_KB);
}

#define ON_FOLDER(test) cmocka_unit_test_setup(test, clean_folder)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_FOLDER(test_hanging_search_is_ended),
        ON_FOLDER(test_hanging_search_is_ended_without_threads),
        ON_FOLDER(test_calibrated_process_ends_in_time),
        ON_FOLDER(test_full_output_delays_no_move),
        ON_FOLDER(test_closed_output_loses_no_move),
        ON_FOLDER(test_signals_lose_no_move),
        ON_FOLDER(test_ignored_signals_stay_ignored),
        ON_FOLDER(test_early_signals_lose_no_move),
        ON_FOLDER(test_pipes_are_not_read),
        ON_FOLDER(test_links_are_not_followed),
        ON_FOLDER(test_temporary_links_are_not_followed),
        ON_FOLDER(test_padded_round_is_no_other_folder),
        ON_FOLDER(test_unwritable_folder_is_an_error),
        ON_FOLDER(test_names_are_never_run),
        ON_FOLDER(test_memory_is_limited),
        ON_FOLDER(test_memory_is_limited_for_malicious_files),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
