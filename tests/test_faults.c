/* Whatever call of the system fails: the bot never crashes, never leaves half a move, and never
 * hangs. Each kind of failure is placed at the first call that can fail, then at the second, and so
 * on until the bot ends before the failure happens. Reading JSON makes thousands of allocations;
 * all of them are tried when BLASTBEAM_FAULTS is set (make test-faults). */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/commands.h"
#include "faults/faults.h"
#include "protocol/snapshot.h"
#include "search/agent.h"
#include "support/bot.h"
#include "test.h"

/* A search that ends by itself after some milliseconds; logs and earlier rounds are read, too. */
static const char quick[] = "--agent beam:width=8,depth=8,verify=1 --threads 1";
static const char both[] = "--agent beam:width=100,depth=8,verify=1 --threads 2";
static const char shortest[] = "--agent beam:width=8,verify=1 --threads 1 --budget-ms 1";

enum { FOREVER = 1000000 };

typedef struct Fault {
    const char *kind;
    const char *options;
    int status;        /* an exit status that this failure may cause, beside 0 to 2 */
    int signal;        /* a signal that may end the process */
    bool leaves_files; /* temporary files may be left behind */
    bool repeats;      /* all calls from the place on fail, too */
    bool harmless;     /* the bot has to go on as if nothing had failed */
    int thinned;       /* from this place on, fewer and fewer places are tried; 0: all are */
} Fault;

static BotFolder folder;
static char program[BOT_PATH];
static unsigned useful; /* the moves that are not refused in the sample, as bits */

static void find_useful_moves(void) {
    static Snapshot snapshot;
    Game game;
    State state;
    int player;
    char message[256];
    assert_true(snapshot_read_folder(folder.player, &snapshot, message, sizeof message));
    assert_true(snapshot_to_state(&snapshot, 'A', &game, &state, &player, message, sizeof message));
    useful = 1u << COMMAND_NOTHING;
    for (Command c = COMMAND_UP; c < COMMAND_COUNT; c++)
        useful |= (unsigned)!is_refused(&state, player, c) << c;
}

GROUP_FUNCTION(make_folder) {
    const char *bin = getenv("BLASTBEAM_FAULTY");
    snprintf(program, sizeof program, "%s", bin ? bin : "build/release/tests/faulty-blastbeam");
    bot_folder_make(&folder);
    find_useful_moves();
    return 0;
}

GROUP_FUNCTION(remove_folder) {
    bot_folder_remove(&folder);
    return 0;
}

static void check(const Fault *fault, const BotRun *run, const char *where) {
    bool known = run->exited ? run->status <= 2 || run->status == fault->status
                             : run->signal == fault->signal;
    if (!known)
        fail_msg("%s: status %d, signal %d", where, run->status, run->signal);
    if (run->move == -2 || (run->move >= 0 && !(useful >> run->move & 1)))
        fail_msg("%s: move %d", where, run->move);
    if (run->status == 0 && run->move < 0)
        fail_msg("%s: no move, and nothing is said of it", where);
    if (fault->harmless && (run->status != 0 || bot_folder_count(&folder, "blastbeam.memory") != 1))
        fail_msg("%s: status %d", where, run->status);
    if (!fault->leaves_files && bot_folder_count(&folder, ".tmp") > 0)
        fail_msg("%s: a temporary file is left behind", where);
}

/* Returns true when the failure happened. */
static bool run_with_fault(const Fault *fault, int place, int count) {
    char mark[BOT_PATH], wanted[64], where[96];
    BotRun run;
    snprintf(mark, sizeof mark, "%s/mark", folder.scratch);
    snprintf(wanted, sizeof wanted, "%s:%d:%d", fault->kind, place, count);
    unlink(mark);
    bot_folder_clean(&folder);
    setenv("BLASTBEAM_FAULT_MARK", mark, 1);
    setenv("BLASTBEAM_FAULT", wanted, 1);
    bot_run(&folder, program, fault->options, &run);
    unsetenv("BLASTBEAM_FAULT");
    snprintf(where, sizeof where, "%s", wanted);
    check(fault, &run, where);
    return access(mark, F_OK) == 0;
}

static int strike_everywhere(const Fault *fault, int count) {
    int place = 1;
    while (run_with_fault(fault, place, count))
        place += fault->thinned && place > fault->thinned ? place / fault->thinned : 1;
    assert_true(place > 1);
    return place - 1;
}

static void try_fault(const Fault *fault) {
    int places = strike_everywhere(fault, 1);
    if (fault->repeats)
        strike_everywhere(fault, FOREVER);
    print_message("%s: %s%d places\n", fault->kind, fault->thinned ? "up to " : "", places);
}

TEST(test_failing_allocations_do_no_harm) {
    bool all = getenv("BLASTBEAM_FAULTS") != NULL;
    try_fault(&(Fault){
        .kind = "memory", .options = quick, .thinned = all ? 100000 : 12, .repeats = true});
}

TEST(test_failing_files_do_no_harm) {
    static const char *const kinds[] = {"open", "read", "write", "close", "rename"};
    for (int i = 0; i < 5; i++)
        try_fault(&(Fault){.kind = kinds[i], .options = quick, .repeats = true});
}

/* The system may interrupt or shorten these calls at any time. */
TEST(test_interrupted_calls_do_no_harm) {
    static const char *const kinds[] = {"interrupt", "short"};
    for (int i = 0; i < 2; i++)
        try_fault(&(Fault){.kind = kinds[i], .options = quick, .repeats = true, .harmless = true});
}

TEST(test_missing_threads_do_no_harm) {
    try_fault(&(Fault){.kind = "thread", .options = both, .repeats = true});
}

TEST(test_jumping_clocks_do_no_harm) {
    static const char *const kinds[] = {"forward", "backward"};
    for (int i = 0; i < 2; i++) {
        Fault fault = {.kind = kinds[i],
                       .options = "--budget-ms 20 --threads 1",
                       .signal = SIGALRM,
                       .leaves_files = true};
        for (int place = 1; place < 3000; place += place < 6 ? 1 : place)
            run_with_fault(&fault, place, FOREVER);
    }
}

TEST(test_a_crash_leaves_no_half_move) {
    try_fault(
        &(Fault){.kind = "crash", .options = quick, .status = FAULT_CRASH, .leaves_files = true});
}

TEST(test_a_signal_leaves_no_half_move) {
    try_fault(
        &(Fault){.kind = "signal", .options = quick, .status = 128 + SIGTERM, .signal = SIGTERM});
}

TEST(test_a_hanging_disk_ends_in_time) {
    try_fault(
        &(Fault){.kind = "hang", .options = shortest, .signal = SIGALRM, .leaves_files = true});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failing_allocations_do_no_harm),
        cmocka_unit_test(test_failing_files_do_no_harm),
        cmocka_unit_test(test_interrupted_calls_do_no_harm),
        cmocka_unit_test(test_missing_threads_do_no_harm),
        cmocka_unit_test(test_jumping_clocks_do_no_harm),
        cmocka_unit_test(test_a_crash_leaves_no_half_move),
        cmocka_unit_test(test_a_signal_leaves_no_half_move),
        cmocka_unit_test(test_a_hanging_disk_ends_in_time),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
