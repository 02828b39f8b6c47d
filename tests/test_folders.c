/* The list of the matches in a folder. */
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "platform/folder.h"
#include "support/matches.h"
#include "test.h"
#include "web/folders.h"

static const int64_t second = 1000000000;

/* True when the list has this text. */
static bool lists(Folders *folders, const char *what) {
    Blob *list = folders_list(folders);
    assert_non_null(list);
    bool found = strstr(list->bytes, what) != NULL;
    blob_release(list);
    return found;
}

/* Fail the test when the list does not come to have the text, or to lose it. */
static void wait_for(Folders *folders, const char *what, bool wanted) {
    int64_t deadline = clock_now() + 60 * second;
    while (lists(folders, what) != wanted) {
        assert_true(clock_now() < deadline);
        clock_sleep_ms(10);
    }
}

static void play(int seed, const char *parent) {
    char path[SCRATCH_PATH];
    Match *match = new_match("chaser", "random", seed);
    match->parent = scratch_path(parent, path);
    assert_true(folder_create(path));
    play_match(match);
    end_match(match);
}

TEST(test_matches_are_listed_wherever_they_are) {
    play(7, "here");
    play(8, "a/b/c");
    play(9, "a/b/c/d");
    play(10, ".hidden");
    Folders *folders = folders_open(scratch);
    wait_for(folders, "\"name\":\"here/7\",", true);
    wait_for(folders, "\"name\":\"a/b/c/8\",", true);
    assert_true(lists(folders, "\"seed\":7,\"ended\":true,\"date\":"));
    assert_true(lists(folders, "{\"key\":\"A\",\"points\":"));
    assert_true(lists(folders, "\"winner\":0"));
    assert_false(lists(folders, "/9\""));
    assert_false(lists(folders, "hidden"));
    folders_close(folders);
}

TEST(test_deleted_matches_leave_the_list) {
    play(7, "here");
    play(8, "here");
    Folders *folders = folders_open(scratch);
    wait_for(folders, "\"name\":\"here/7\",", true);
    wait_for(folders, "\"name\":\"here/8\",", true);
    assert_int_equal(system("rm -r $scratch/here/7"), 0);
    wait_for(folders, "\"name\":\"here/7\",", false);
    assert_true(lists(folders, "\"name\":\"here/8\","));
    play(7, "here");
    wait_for(folders, "\"name\":\"here/7\",", true);
    folders_close(folders);
}

#define WITH_SCRATCH(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_SCRATCH(test_matches_are_listed_wherever_they_are),
        WITH_SCRATCH(test_deleted_matches_leave_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
