/* Whatever fails, and wherever: the bot never crashes, never leaves half a move, and never hangs.
 * Each kind of failure is put at the first call that it can befall, then at the second, and so on
 * until the bot ends before it comes to pass. Of the thousands of allocations while JSON is read
 * all are tried when BLASTBEAM_FAULTS is set (make test-faults). */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/commands.h"
#include "faults/faults.h"
#include "platform/platform.h"
#include "protocol/snapshot.h"
#include "search/agent.h"
#include "support/bot.h"
#include "test.h"

/* A search that ends by itself after some milliseconds, with logs and earlier rounds read. */
static const char quick[] = "--agent beam:width=8,depth=8,verify=1 --threads 1";
static const char both[] = "--agent beam:width=100,depth=8,verify=1 --threads 2";
static const char shortest[] = "--agent beam:width=8,verify=1 --threads 1 --budget-ms 1";

enum { FOREVER = 1000000 };

typedef struct Fault {
    const char *kind;
    const char *options;
    int status;    /* an exit status that this failure may bring, beside 0 to 2 */
    int signal;    /* a signal that may end the process */
    bool litters;  /* temporary files may be left behind */
    bool repeats;  /* also with all calls failing from the place on */
    bool harmless; /* the bot has to go on as if nothing had happened */
    int spared;    /* from this place on less and less are tried; 0: all are */
} Fault;

static BotFolder folder;
static char program[BOT_PATH];
static unsigned useful; /* bit of every move that is not refused in the sample */

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
    if (!fault->litters && bot_folder_count(&folder, ".tmp") > 0)
        fail_msg("%s: a temporary file is left behind", where);
}

/* Returns whether the failure came to pass. */
static bool strike(const Fault *fault, int place, int count) {
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
    while (strike(fault, place, count))
        place += fault->spared && place > fault->spared ? place / fault->spared : 1;
    assert_true(place > 1);
    return place - 1;
}

static void try_fault(const Fault *fault) {
    int places = strike_everywhere(fault, 1);
    if (fault->repeats)
        strike_everywhere(fault, FOREVER);
    print_message("%s: %s%d places\n", fault->kind, fault->spared ? "up to " : "", places);
}

TEST(test_memory) {
    bool all = getenv("BLASTBEAM_FAULTS") != NULL;
    try_fault(
        &(Fault){.kind = "memory", .options = quick, .spared = all ? 100000 : 12, .repeats = true});
}

TEST(test_files) {
    static const char *const kinds[] = {"open", "read", "write", "close", "rename"};
    for (int i = 0; i < 5; i++)
        try_fault(&(Fault){.kind = kinds[i], .options = quick, .repeats = true});
}

/* Calls that the system may cut short at any time. */
TEST(test_interruptions) {
    static const char *const kinds[] = {"interrupt", "short"};
    for (int i = 0; i < 2; i++)
        try_fault(&(Fault){.kind = kinds[i], .options = quick, .repeats = true, .harmless = true});
}

TEST(test_threads) {
    try_fault(&(Fault){.kind = "thread", .options = both, .repeats = true});
}

TEST(test_clocks) {
    static const char *const kinds[] = {"forward", "backward"};
    for (int i = 0; i < 2; i++) {
        Fault fault = {.kind = kinds[i],
                       .options = "--budget-ms 20 --threads 1",
                       .signal = SIGALRM,
                       .litters = true};
        for (int place = 1; place < 3000; place += place < 6 ? 1 : place)
            strike(&fault, place, FOREVER);
    }
}

TEST(test_crashes) {
    try_fault(&(Fault){.kind = "crash", .options = quick, .status = FAULT_CRASH, .litters = true});
}

TEST(test_signals) {
    try_fault(
        &(Fault){.kind = "signal", .options = quick, .status = 128 + SIGTERM, .signal = SIGTERM});
}

TEST(test_hanging_disk) {
    try_fault(&(Fault){.kind = "hang", .options = shortest, .signal = SIGALRM, .litters = true});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),        cmocka_unit_test(test_files),
        cmocka_unit_test(test_interruptions), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_clocks),        cmocka_unit_test(test_crashes),
        cmocka_unit_test(test_signals),       cmocka_unit_test(test_hanging_disk),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
