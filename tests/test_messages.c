/* What all programs say when something is wrong. */
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

TEST(test_refused_options_name_help) {
    static const char *const commands[][3] = {
        {"arena", "--colour", "arena: --colour is not understood; see arena --help\n"},
        {"arena", "--games", "arena: --games needs a value; see arena --help\n"},
        {"bench", "--colour=3", "bench: --colour=3 is not understood; see bench --help\n"},
        {"bench", "--seconds", "bench: --seconds needs a value; see bench --help\n"},
        {"blastbeam", "-xy", "blastbeam: -x is not understood; see blastbeam --help\n"},
        {"blastbeam", "--nodes", "blastbeam: --nodes needs a value; see blastbeam --help\n"},
        {"experiments", "--rows", "experiments: --rows needs a value; see experiments --help\n"},
        {"mapgen", "2 x", "not 'x'; see mapgen --help\n"},
        {"referee", "--pretty=3", "referee: --pretty=3 is not understood; see referee --help\n"},
        {"referee", "-c 5", "not \"5\"; see referee --help\n"},
        {"referee", "-b", "referee: -b needs a value; see referee --help\n"},
        {"replay", "ask --player", "replay ask: --player needs a value; see replay ask --help\n"},
        {"replay", "show -x", "replay show: -x is not understood; see replay show --help\n"},
        {"tune", "--colour", "tune: --colour is not understood; see tune --help\n"},
    };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        run("%s %s", commands[i][0], commands[i][1]);
        assert_run(2, "", commands[i][2]);
    }
}

TEST(test_wrong_folders_of_bots_are_named) {
    run("arena -a ../nosuch -a beam");
    assert_run(1, "", "arena: ../nosuch: no such folder\n");
    run("referee -b nosuch/ chaser");
    assert_run(1, "", "referee: nosuch/: no such folder\n");
    run("blastbeam A sample-state/2p-middle --nodes 100 --agent ./nosuch");
    assert_run(2, "", "blastbeam: ./nosuch: no such folder");
    run("blastbeam A sample-state/2p-middle --nodes 100 --agent ./sample-state");
    assert_run(2, "",
               "blastbeam: ./sample-state: only bin/referee and bin/arena play bots in folders");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lost_output_is_an_error),
        cmocka_unit_test(test_refused_options_name_help),
        cmocka_unit_test(test_wrong_folders_of_bots_are_named),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
