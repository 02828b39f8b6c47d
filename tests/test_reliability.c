/* tests/reliability.sh: the figures of a section replace the old ones in the page. */
#include <string.h>

#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

static const char page[] = "# Page\n"
                           "\n"
                           "by hand\n"
                           "<!-- figures: load -->\n"
                           "old load\n"
                           "<!-- end -->\n"
                           "more by hand\n"
                           "<!-- figures: other -->\n"
                           "old other\n"
                           "<!-- end -->\n"
                           "the end\n";

/* Measure a section of a new copy of the page by `command`. */
static void measure(const char *section, const char *command) {
    scratch_write("page.md", page, 0644);
    run("tests/reliability.sh $scratch/page.md $scratch/measured %s '%s'", section, command);
}

static void assert_page(const char *expected) {
    const Run *now = run("cat $scratch/page.md");
    if (!strstr(now->out, expected))
        fail_msg("expected \"%s\" in:\n%s", expected, now->out);
}

TEST(test_only_the_figures_of_the_section_change) {
    measure("load", "echo load busy=16 cores=2 moves=7 p50_ms=5 p99_ms=6 max_ms=9 late=0 "
                    "watchdog=0; echo load busy=storm-100ms cores=1 moves=8 p50_ms=1 max_ms=2");
    assert_run(0, "", "");
    assert_page("# Page\n\nby hand\n<!-- figures: load -->\n\nCommit ");
    assert_page(" processors:\n\n| beside the bot |");
    assert_page("\n| 16 busy processes | 2 | 7 | 5 | 9 | 0 | 0 |\n"
                "| storm, 100 ms a move | 1 | 8 | 1 | 2 | 0 | 0 |\n\n<!-- end -->\nmore by hand\n"
                "<!-- figures: other -->\nold other\n<!-- end -->\nthe end\n");
}

TEST(test_a_section_without_a_format_shows_its_output) {
    measure("other", "echo a=1; echo b=2");
    assert_run(0, "", "");
    assert_page("\n\n    a=1\n    b=2\n\n<!-- end -->\nthe end\n");
    assert_page("old load");
}

TEST(test_the_page_stays_without_figures) {
    measure("load", "echo nothing");
    assert_run(1, "", "no figures");
    assert_page(page);
    measure("absent", "echo a=1");
    assert_run(1, "", "has no line \"<!-- figures: absent -->\"");
    assert_page(page);
}

TEST(test_figures_of_a_failed_measurement_are_written) {
    measure("other", "echo late=1; exit 3");
    assert_run(1, "", "exit status 3");
    assert_page("\n    late=1\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_the_figures_of_the_section_change),
        cmocka_unit_test(test_a_section_without_a_format_shows_its_output),
        cmocka_unit_test(test_the_page_stays_without_figures),
        cmocka_unit_test(test_figures_of_a_failed_measurement_are_written),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
