/* Output that cannot be written is an error of the program, with a message. */
#include <stdio.h>

#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

TEST(test_lost_output_is_an_error) {
    static const char *const commands[][2] = {
        {"arena", "-a random -a chaser --nodes 20 --games 2"},
        {"bench", "--no-search --seconds 0.01"},
        {"experiments", "--page $scratch/page.md"},
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lost_output_is_an_error)};
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
