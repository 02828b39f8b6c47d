/* bin/bench: the lines that it prints, and the options that it refuses. */
#include <stdio.h>

#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

TEST(test_bench_prints_its_measurements) {
    run("bench --seconds 0.01 --engine portable --threads 2");
    assert_run(0, "bench engine=portable positions=", "");
    for (int players = 2; players <= 4; players++) {
        char line[64];
        snprintf(line, sizeof line, "engine players=%d naive=", players);
        assert_run(0, line, "");
    }
    assert_run(0, "threads=2 nodes=300000 ratio=", "");
    assert_run(0, "search agent=beam nodes_per_s=", "");
    assert_run(0, "signature=", "");
}

/* With its later parts switched off the search does what it did before they came. */
TEST(test_the_search_without_its_later_parts_is_the_earlier_one) {
    run("bench --seconds 0.01 --agent "
        "beam:width=60,verify=2,trade_share=0,wall_share=0,no-leave_loops,"
        "pocket=0,no-prize_ways,predict=40");
    assert_run(0, "signature=1314677\n", "");
}

TEST(test_wrong_options_are_refused) {
    static const Refusal cases[] = {
        {"--seconds 0", "--seconds takes a number above 0, at most 3600, not \"0\""},
        {"--seconds 2s", "not \"2s\""},
        {"--seconds nan", "not \"nan\""},
        {"--engine quantum", "no engine \"quantum\""},
        {"--threads 1", "--threads takes a number from 2 to 64, not \"1\""},
        {"--agent queen", "queen"},
        {"3", "takes only options, not \"3\""},
    };
    assert_refusals("bench", cases, sizeof cases / sizeof cases[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bench_prints_its_measurements),
        cmocka_unit_test(test_the_search_without_its_later_parts_is_the_earlier_one),
        cmocka_unit_test(test_wrong_options_are_refused),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
