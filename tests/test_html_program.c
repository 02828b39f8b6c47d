/* bin/replay html writes the page of a match into a file. */
#include <string.h>
#include <sys/stat.h>

#include "support/page.h"
#include "support/program.h"
#include "test.h"

/* Write the page of a match into a file of the scratch folder. */
static const Run *make_page(const char *match, const char *page) {
    return run("replay html '%s' -o $scratch/%s", match, page);
}

TEST(test_program_writes_the_page) {
    const Run *said = make_page("tests/data/2p-307.rec", "page.html");
    assert_run(0, "6 rounds", NULL);
    assert_null(strstr(said->error, "replay"));
    assert_true(scratch_says("page.html", "tests/data/2p-307.rec"));
    make_page("no/such/match", "page.html");
    assert_run(1, NULL, "no such file");
    assert_true(scratch_says("page.html", "tests/data/2p-307.rec"));
    run("replay html tests/data/2p-307.rec -o no/such/folder/page.html");
    assert_run(1, NULL, "cannot write no/such/folder/page.html: No such file");
    make_page("tests/data/2p-307.rec", "");
    assert_run(1, NULL, NULL);
    run("replay html x");
    assert_run(2, NULL, "-o FILE");
}

/* The page is written to another file and renamed: a reader of the old page keeps it whole. */
TEST(test_page_replaces_the_old_one_at_once) {
    char page[SCRATCH_PATH];
    struct stat before, after;
    run("mkdir $scratch/folder && echo old >$scratch/folder/page.html && "
        "ln $scratch/folder/page.html $scratch/other");
    assert_run(0, NULL, "");
    assert_int_equal(stat(scratch_path("folder/page.html", page), &before), 0);
    make_page("tests/data/2p-307.rec", "folder/page.html");
    assert_run(0, NULL, NULL);
    assert_int_equal(stat(page, &after), 0);
    assert_true(before.st_ino != after.st_ino);
    assert_string_equal(run("cat $scratch/other")->out, "old\n");
    assert_string_equal(run("ls -A $scratch/folder")->out, "page.html\n");
}

TEST(test_damaged_matches_are_shown_as_far_as_they_go) {
    char path[SCRATCH_PATH];
    make_logged_match("gap", "", path);
    run("mkdir $scratch/gap/58 && "
        "head -c 5000 sample-state/2p-middle/state.json >$scratch/gap/58/state.json");
    assert_run(0, NULL, "");
    make_page(path, "damaged.html");
    assert_run(0, NULL, "round 58");
    assert_true(scratch_says("damaged.html", "\"damaged\":true"));
    assert_true(scratch_says("damaged.html", "round 58"));
    run("head -n 200 tests/data/2p-21.rec >$scratch/cut.rec");
    make_page(scratch_path("cut.rec", path), "damaged.html");
    assert_run(0, NULL, "cut.rec");
    assert_true(scratch_says("damaged.html", "\"damaged\":true,\"warning_count\":1"));
    run("head -c 300 tests/data/2p-21.rec >$scratch/cut.rec");
    make_page(path, "damaged.html");
    assert_run(1, NULL, NULL);
    make_logged_match("broken", "", path);
    run("rm $scratch/broken/60/map.txt && echo '{}' >$scratch/broken/60/state.json");
    make_page(path, "damaged.html");
    assert_run(1, NULL, "state.json");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_program_writes_the_page),
        cmocka_unit_test(test_page_replaces_the_old_one_at_once),
        cmocka_unit_test(test_damaged_matches_are_shown_as_far_as_they_go),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
