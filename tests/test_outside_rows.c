/* Rows of the list of experiments with bots that are not in this repository. */
#include <stdio.h>
#include <string.h>

#include "experiments/trial.h"
#include "platform/file.h"
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

static const char options[] = "--list $scratch/list.txt --results $scratch --page $scratch/page.md "
                              "--readme $scratch/r";

static const char text[] =
    "section all All\n"
    "row own 4 own agents\nplay -a chaser -a random --nodes 5\nreadme\n"
    "row away 4 bots of others\nplay -a ours:--depth,3 -a theirs --clock wall\nreadme\n"
    "outside $scratch/bots.md\n"
    "row away-played 4 played bots\nplay -a chaser -a random --nodes 6\nreadme\n"
    "outside $scratch/bots.md\n";

/* Write the list, with $scratch replaced, and play 4 games of the row `name` as this commit. */
static void play_row(const char *name, const char *commit) {
    static ExperimentList list;
    static Trial trial;
    char path[SCRATCH_PATH], error[256];
    run("cat >$scratch/list.txt <<END\n%sEND", text);
    scratch_path("list.txt", path);
    if (!list_read(&list, path, error, sizeof error))
        fail_msg("%s", error);
    for (int i = 0; i < list.row_count; i++)
        if (strcmp(list.rows[i].name, name) == 0)
            trial_open(&trial, &list.rows[i], scratch);
    const TrialPlay play = {.commit = commit, .renew = true};
    if (!trial_play(&trial, 4, &play))
        fail_msg("%s", trial.why);
}

TEST(test_row_with_other_bots_is_listed_and_not_played) {
    scratch_write("r", "<!-- strength -->\n<!-- -->\n", 0644);
    play_row("own", "unused");
    run("rm $scratch/own.json && experiments %s", options);
    assert_run(0, "away                           0 of     4 games, played as ", "");
    assert_run(0, "/bots.md says\n", "");
    run("experiments %s --play", options);
    assert_run(0, "own: about ", "");
    run("cd $scratch && echo *.json");
    assert_run(0, "own.json\n", "");
}

/* All own rows are played: the page does not ask for more. */
TEST(test_page_names_where_the_bots_are) {
    play_row("own", "new");
    run("experiments %s --page-only", options);
    assert_true(scratch_says("page.md", "| bots of others | 0 of 4 (incomplete) |"));
    assert_true(scratch_says("page.md", "--games 4`; these bots: [bots.md](bots.md)\n"));
    assert_false(scratch_says("page.md", "**Rows:"));
}

TEST(test_readme_shows_only_rows_of_its_commit) {
    scratch_write("r", "<!-- strength -->\n<!-- -->\n", 0644);
    play_row("own", "new");
    play_row("away-played", "old");
    run("experiments %s --page-only", options);
    assert_true(scratch_says("r", "| `-a chaser -a random --nodes 5` | 4 |"));
    assert_false(scratch_says("r", "played bots"));
    play_row("away-played", "new");
    run("experiments %s --page-only", options);
    assert_true(scratch_says("r", "| [played bots]("));
    assert_true(scratch_says("r", "/bots.md): `bin/arena -a chaser -a random --nodes 6` | 4 |"));
    assert_false(scratch_says("r", "bots of others"));
}

#define WITH_PROGRAMS(test) cmocka_unit_test_setup_teardown(test, setup_programs, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_PROGRAMS(test_row_with_other_bots_is_listed_and_not_played),
        WITH_PROGRAMS(test_page_names_where_the_bots_are),
        WITH_PROGRAMS(test_readme_shows_only_rows_of_its_commit),
    };
    return cmocka_run_group_tests_name("outside rows", tests, NULL, NULL);
}
