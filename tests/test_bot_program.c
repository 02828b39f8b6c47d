/* The bot on odd command lines and with standard streams that are not there. */
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

/* Else move.txt would be taken for standard output, and hold the bot's line. */
TEST(test_closed_streams) {
    static const char *const streams[] = {">&-", "<&- >&-", "--explain 2>&-",
                                          "--explain <&- >&- 2>&-"};
    run("cp -r sample-state/4p-middle $scratch/closed");
    assert_run(0, NULL, "");
    for (int i = 0; i < 4; i++) {
        run("blastbeam A $scratch/closed --nodes 500 %s; wc -c <$scratch/closed/move.txt",
            streams[i]);
        assert_run(0, "1\n", NULL);
    }
}

TEST(test_odd_arguments) {
    static const Refusal bad[] = {
        {"", "wants KEY and FOLDER, has only \"\""},
        {"A", "wants KEY and FOLDER, has only \"A\""},
        {"A $scratch more", "wants nothing behind KEY and FOLDER, not \"more\""},
        {"AB $scratch", "wants as KEY the letter of a player, A to L, not \"AB\""},
        {"A ''", "wants a FOLDER, not \"\""},
        {"a $scratch", "not \"a\""},
        {"'' $scratch", "not \"\""},
        {"Z $scratch", "not \"Z\""},
    };
    assert_refusals("blastbeam", bad, sizeof bad / sizeof bad[0]);
    run("ls $scratch | grep -c move");
    assert_run(1, "0\n", NULL);
}

/* The position is not to be found, or has no such player: the reason is said, a wait written. */
TEST(test_nothing_to_play) {
    run("mkdir $scratch/empty && blastbeam A $scratch/empty; r=$?; cat $scratch/empty/move.txt; "
        "exit $r");
    assert_run(0, "\n0", "map.txt");
    run("cp -r sample-state/4p-middle $scratch/four && blastbeam E $scratch/four");
    assert_run(0, "move=nothing(0) agent=none", "there is no player");
}

/* Where little can be survived a level looks at more states than its table of hashes is made for:
 * the search must end all the same. */
TEST(test_more_states_than_hashes) {
    run("cp -r tests/data/crowded $scratch && "
        "timeout 20 blastbeam A $scratch/crowded --agent beam:width=16 --nodes 20000");
    assert_run(0, "agent=beam depth=40 ", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_streams),
        cmocka_unit_test(test_odd_arguments),
        cmocka_unit_test(test_nothing_to_play),
        cmocka_unit_test(test_more_states_than_hashes),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
