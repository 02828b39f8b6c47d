/* Recorded matches of the real engine must follow the rules of ours. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "records/verify.h"
#include "support/scratch.h"
#include "test.h"

static void verify_all(const char *pattern, VerifyTotals *tally) {
    glob_t found;
    if (glob(pattern, 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++)
        verify_path(found.gl_pathv[i], stderr, tally);
    globfree(&found);
}

TEST(test_recordings_of_the_repository_verify) {
    VerifyTotals tally = {0};
    verify_all("tests/data/*.rec", &tally);
    assert_true(tally.matches >= 8 && tally.rounds > 500);
    assert_int_equal(tally.mismatches, 0);
}

TEST(test_all_recordings_verify) {
    VerifyTotals tally = {0};
    verify_all("../shared/recordings/*.rec", &tally);
    verify_all("../shared/replays/*", &tally);
    if (!tally.matches && !tally.mismatches)
        SKIP_BECAUSE(NO_SHARED);
    print_message("verified %d matches, %d rounds, %d skipped\n", tally.matches, tally.rounds,
                  tally.skipped);
    assert_int_equal(tally.mismatches, 0);
}

/* Change one thing in a recording; verification must notice it. */
static void assert_noticed(const char *from, const char *to) {
    char path[SCRATCH_PATH];
    size_t size;
    char *text = file_read("tests/data/2p-21.rec", 1 << 24, &size);
    assert_non_null(text);
    char *at = strstr(text, from);
    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
    assert_true(file_replace(scratch_path("changed.rec", path), text, size));
    free(text);
    VerifyTotals tally = {0};
    FILE *nowhere = fopen("/dev/null", "w");
    verify_recording(path, nowhere, &tally);
    fclose(nowhere);
    assert_int_equal(tally.mismatches, 1);
}

TEST(test_differences_are_noticed) {
    assert_noticed("points=1", "points=2");
    assert_noticed("touched=3", "touched=4");
    assert_noticed("bag=2", "bag=3");
    assert_noticed(":t3r", ":t4r");
    assert_noticed("\npowerups $", "\npowerups &");
}

TEST(test_missing_paths_are_no_mismatches) {
    VerifyTotals tally = {0};
    FILE *nowhere = fopen("/dev/null", "w");
    verify_path("/no/such/path", nowhere, &tally);
    verify_path("tests", nowhere, &tally);
    fclose(nowhere);
    assert_int_equal(tally.missing, 1);
    assert_int_equal(tally.mismatches, 1);
    assert_int_equal(tally.matches, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recordings_of_the_repository_verify),
        cmocka_unit_test(test_all_recordings_verify),
        cmocka_unit_test(test_differences_are_noticed),
        cmocka_unit_test(test_missing_paths_are_no_mismatches),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
