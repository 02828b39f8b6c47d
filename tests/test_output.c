/* What is printed and cannot be written must not be lost without a word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "program.h"
#include "scratch.h"

static void test_full_disk(void **unused) {
    (void)unused;
    static const char *const commands[][2] = {
        {"arena", "-a random -a chaser --nodes 20 --games 2"},
        {"bench", "--no-search --seconds 0.01"},
        {"experiments", "--results $scratch/none --page $scratch/page.md --estimate"},
        {"mapgen", "2 1"},
        {"referee", "-b random chaser -s 5 --budget-ms 1 -l $scratch/match"},
        {"replay", "verify tests/data/2p-307.rec"},
        {"replay", "show tests/data/2p-307.rec --round 3"},
        {"tune", "--weights bag2 --iterations 1 --nodes 20 --maps 1 -o $scratch/tune.log"},
    };
    for (int i = 0; i < (int)(sizeof commands / sizeof commands[0]); i++) {
        char message[64];
        snprintf(message, sizeof message, "%s: cannot write all to standard output",
                 commands[i][0]);
        run("%s %s >/dev/full", commands[i][0], commands[i][1]);
        assert_run(1, "", message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_full_disk)};
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
