/* bin/blastbeam with odd command lines, with closed standard streams, and on a disk that hangs. */
#include <stdlib.h>

#include "bot/memory_file.h"
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

/* Without a guard, move.txt would be opened as standard output and hold the bot's line. */
TEST(test_closed_streams_do_not_reach_the_move_file) {
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

TEST(test_odd_arguments_are_refused) {
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

/* When the folder cannot be read, or has no such player, the reason is printed and a wait is
 * written. */
TEST(test_a_wait_is_written_when_nothing_can_be_read) {
    run("mkdir $scratch/empty && blastbeam A $scratch/empty; r=$?; cat $scratch/empty/move.txt; "
        "exit $r");
    assert_run(0, "\n0", "map.txt");
    run("cp -r sample-state/4p-middle $scratch/four && blastbeam E $scratch/four");
    assert_run(0, "move=nothing(0) agent=none", "there is no player");
}

/* Where few states can be survived, a level looks at more states than its hash table has entries.
 * The search must end all the same. */
TEST(test_a_full_hash_table_ends_no_search) {
    run("cp -r tests/data/crowded $scratch && "
        "timeout 20 blastbeam A $scratch/crowded --agent beam:width=16 --nodes 20000");
    assert_run(0, "agent=beam depth=40 ", "");
}

/* Power-ups are inferred from this round's board alone, and the memory file says that the rounds
 * before it are missing. */
TEST(test_a_hanging_disk_costs_only_the_earlier_rounds) {
    const char *faulty = getenv("BLASTBEAM_FAULTY");
    char next[SCRATCH_PATH];
    History history;
    run("mkdir -p $scratch/hung/100/A && cp sample-state/4p-middle/* $scratch/hung/100/A && "
        "BLASTBEAM_FAULT=logs:1:1000000 %s A $scratch/hung/100/A --agent beam:width=8 "
        "--budget-ms 400 --explain",
        faulty ? faulty : "build/release/tests/faulty-blastbeam");
    assert_run(0, " agent=beam ", "#             ++ +b #");
    assert_true(memory_file_load(&history, split_path(scratch_path("hung/101/A", next))));
    assert_int_equal(history.first, 100);
    assert_int_equal(history.seen, 1);
    assert_true(history.pv.length > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_streams_do_not_reach_the_move_file),
        cmocka_unit_test(test_odd_arguments_are_refused),
        cmocka_unit_test(test_a_wait_is_written_when_nothing_can_be_read),
        cmocka_unit_test(test_a_full_hash_table_ends_no_search),
        cmocka_unit_test(test_a_hanging_disk_costs_only_the_earlier_rounds),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
