/* bin/replay on matches of every source, and on damaged ones. */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

TEST(test_misuse_is_explained) {
    static const char *const names[] = {"show", "verify", "ask", "blunders", "html"};
    run("replay --help");
    assert_run(0, "usage: replay show PATH", NULL);
    for (int i = 0; i < 5; i++) {
        char usage[64];
        run("replay --help");
        assert_run(0, names[i], NULL);
        run("replay %s --help", names[i]);
        snprintf(usage, sizeof usage, "usage: replay %s ", names[i]);
        assert_run(0, usage, NULL);
        run("replay %s", names[i]);
        snprintf(usage, sizeof usage, "replay %s: wants ", names[i]);
        assert_run(2, NULL, usage);
        run("replay %s x --nonsense", names[i]);
        assert_run(2, NULL, "--nonsense");
        run("replay %s /no/such/match%s", names[i],
            i == 2   ? " --round 1 --player A"
            : i == 4 ? " -o x"
                     : "");
        assert_run(i == 1 ? 2 : 1, i == 1 ? ": 0 mismatches" : NULL, "no such file");
    }
    run("replay");
    assert_run(2, NULL, "usage: replay show PATH");
    run("replay watch x");
    assert_run(2, NULL, "there is no command \"watch\"");
}

/* Every subcommand opens the match and reports no error. */
static void assert_opens(const char *path, int round) {
    run("replay show '%s' --round %d", path, round);
    assert_run(0, "##########", NULL);
    run("replay verify '%s'", path);
    assert_run(0, "verified 1 matches", NULL);
    run("replay ask '%s' --round %d --player a --nodes 500 --threads 1", path, round);
    assert_run(0, "\nmove=", NULL);
    assert_run(0, "\nplayed=", NULL);
    run("replay blunders '%s'", path);
    assert_run(0, "deaths=", NULL);
}

TEST(test_recordings_are_opened) {
    assert_opens("tests/data/2p-307.rec", 3);
    assert_opens("tests/data/3p-8.rec", 20);
    assert_opens("tests/data/4p-310.rec", 2);
}

TEST(test_folders_of_the_engine_are_opened) {
    glob_t found;
    if (glob("../shared/replays/*", 0, NULL, &found) != 0)
        SKIP_BECAUSE(NO_SHARED);
    for (size_t i = 0; i < found.gl_pathc; i++)
        assert_opens(found.gl_pathv[i], 7);
    globfree(&found);
}

TEST(test_folders_of_referee_and_arena_are_opened) {
    run("referee -b chaser random -s 3 --budget-ms 1 -l \"$scratch/referee\"");
    assert_run(0, "winner=", NULL);
    char path[SCRATCH_PATH];
    assert_opens(scratch_path("referee", path), 4);
    run("cd $scratch && arena -a chaser -a chaser --games 2 --nodes 10 --json games && "
        "arena --replay-game games:1 --save arena");
    assert_run(0, NULL, NULL);
    run("arena --replay-game $scratch/games:1 --save ''");
    assert_run(2, NULL, "--save needs a folder");
    run("replay show $scratch/arena");
    assert_run(1, NULL, "/arena: it holds a match in \"1\": give the path of that folder");
    run("replay verify $scratch/arena");
    assert_run(1, "/arena: it holds a match in \"1\": give the path of that folder", NULL);
    assert_opens(scratch_path("arena/1", path), 2);
}

TEST(test_rounds_are_shown_as_text) {
    run("replay show tests/data/2p-307.rec");
    assert_run(0,
               "round 0 of 5  map 307  a kill is worth 560\n"
               "##########################################\n"
               "##A     ++    ++          ++        ++++##\n",
               NULL);
    assert_run(0, "A A                      0 points\n  bag 1/1 radius 1  right\n", NULL);
    assert_run(0, "  can left right bomb\n", NULL);
    assert_run(0, "the end, after round 5", NULL);
    assert_run(0, ", dies\n", NULL);
    assert_null(strchr(run("replay show tests/data/2p-307.rec")->out, '\033'));
    run("replay show tests/data/2p-307.rec --round 77");
    assert_run(1, NULL, "round 77 is not there; there are rounds 0 to 6");
    run("replay show tests/data/2p-307.rec --round x");
    assert_run(2, NULL, "--round takes a whole number from 0 to 100000, not \"x\"");
    run("replay show tests/data/3p-8.rec");
    assert_run(0, "o3", NULL);
    assert_run(0, "****", NULL);
    assert_run(0, "  down in vain\n  can down trigger\n", NULL); /* another player stands there */
    run("replay show sample-state/4p-middle");
    assert_run(0, "D ", NULL);
}

/* A name can contain control characters of a terminal. */
TEST(test_control_characters_are_not_printed) {
    run("mkdir -p $scratch/malicious/0 && "
        "sed 's/\"Name\":\"[^\"]*\"/\"Name\":\"a\\\\u001b[31mb\"/' "
        "sample-state/2p-middle/state.json "
        ">$scratch/malicious/0/state.json && sed -i "
        "'s/\"CurrentRound\":[0-9]*/\"CurrentRound\":0/' "
        "$scratch/malicious/0/state.json; replay show $scratch/malicious");
    assert_run(0, "a?[31mb", NULL);
    assert_run(0, NULL, "the position after the last round is missing");
}

/* The expected output of a command for a match; NULL: anything. */
typedef struct Expected {
    const char *command, *options;
    int status;
    const char *out, *error;
} Expected;

static void assert_replay(const char *match, const Expected *expected, int count) {
    for (int i = 0; i < count; i++) {
        run("replay %s $scratch/%s %s", expected[i].command, match, expected[i].options);
        assert_run(expected[i].status, expected[i].out, expected[i].error);
    }
}

TEST(test_truncated_recording_is_shown_as_far_as_it_goes) {
    run("head -n 200 tests/data/2p-21.rec >$scratch/cut.rec");
    static const Expected expected[] = {
        {"show", "--round 12", 0, "round 12 of ", "/cut.rec: line 201: the file ends too early"},
        {"ask", "--round 12 --player A --nodes 100", 0, "move=", "/cut.rec: line 201: "},
        {"blunders", "", 0, "deaths=0", "/cut.rec: line 201: "},
        {"verify", "", 1, "/cut.rec:201: the file ends too early", ""},
        {"show", "--round 22", 0, "cut off after round 21", NULL},
        {"ask", "--round 22 --player A", 1, NULL, "the match is cut off before round 22"},
    };
    assert_replay("cut.rec", expected, 6);
}

TEST(test_recording_without_rounds_shows_the_start) {
    run("head -n 22 tests/data/2p-21.rec >$scratch/none.rec");
    static const Expected expected[] = {
        {"show", "", 0, "cut off before round 0  map 21 ", "/none.rec: line 23: "},
        {"ask", "--round 0 --player A", 1, NULL, "the match is cut off before round 0"},
        {"blunders", "", 0, "deaths=0", "/none.rec: line 23: "},
        {"html", "-o $scratch/none.html", 0, ": 0 rounds, ", "/none.rec: line 23: "},
    };
    assert_replay("none.rec", expected, 4);
}

TEST(test_damaged_folders_are_shown_as_far_as_they_go) {
    if (!has_shared())
        SKIP_BECAUSE(NO_SHARED);
    run("mkdir $scratch/gap && ln -s $PWD/../shared/replays/2p-seed1/* $scratch/gap && "
        "rm $scratch/gap/5 $scratch/gap/7 && mkdir $scratch/gap/7 && "
        "head -c 1000 ../shared/replays/2p-seed1/7/state.json >$scratch/gap/7/state.json");
    assert_run(0, NULL, "");
    run("replay verify $scratch/gap");
    assert_run(1, "round 5: ", NULL);
    assert_run(1, "round 7: ", NULL);
    assert_run(1, "verified 1 matches, 103 rounds: 2 mismatches", NULL);
    static const Expected expected[] = {
        {"show", "--round 7", 1, NULL, "round 7 is not there; there are rounds 0 to "},
        {"show", "--round 8", 0, "round 8 of ", "round 5: "},
        {"ask", "--round 8 --player B --nodes 100", 0, "move=", "round 7: "},
        {"blunders", "", 0, "deaths=1 avoidable=1 unforced=1", "round 5: "},
    };
    assert_replay("gap", expected, 4);

    run("mkdir $scratch/cut && cd $scratch/gap && cp -P ? [1-4]? $scratch/cut 2>&1; cp -r 7 "
        "$scratch/cut");
    run("replay blunders $scratch/cut");
    assert_run(0, "deaths=0", "the position after the last round is missing");
    run("replay show $scratch/cut --round 60");
    assert_run(1, NULL, "there are rounds 0 to 49");
}

/* The first difference from the rules: the round, the rule, what is there and what should be. */
TEST(test_differences_are_named) {
    run("sed '0,/points=1 /s//points=7 /' tests/data/2p-307.rec >$scratch/changed.rec; "
        "replay verify $scratch/changed.rec tests/data/2p-320.rec");
    assert_run(1, "/changed.rec: round 2: points: player A: points is 7, by the rules 1; the rest",
               "");
    assert_run(1, "verified 2 matches, 26 rounds: 1 mismatches\n", "");
    if (!has_shared())
        SKIP_BECAUSE(NO_SHARED);
    run("mkdir $scratch/changed && cd $scratch/changed && "
        "ln -s $OLDPWD/../shared/replays/2p-seed1/[0-9] . && rm 8 && mkdir 8 && "
        "sed '0,/\"BombBag\":1/s//\"BombBag\":2/' $OLDPWD/../shared/replays/2p-seed1/8/state.json "
        ">8/state.json && replay verify .");
    assert_run(1, ".: round 7: power-ups: the bag of player A is 2, by the rules 1\n", "");
    assert_run(1, ".: incomplete: round 9 is not checked", "");
    assert_run(1, "verified 1 matches, 9 rounds: ", "");
}

/* The files of the death and of the round after it are missing: the round of death is unknown. */
TEST(test_death_in_a_gap_has_no_round) {
    if (!has_shared())
        SKIP_BECAUSE(NO_SHARED);
    run("mkdir $scratch/death && ln -s $PWD/../shared/replays/4p-seed11/* $scratch/death && "
        "rm $scratch/death/36 && replay blunders $scratch/death");
    assert_run(0, "round 35: B died in this round or in the missing rounds after it: not analysed",
               NULL);
    assert_run(0, "deaths=3 avoidable=2", NULL);
}

TEST(test_twelve_players_are_shown) {
    if (!has_shared())
        SKIP_BECAUSE(NO_SHARED);
    run("replay show ../shared/recordings/12p-1.rec --round 40");
    assert_run(0, "\nL L ", NULL);
    run("replay verify ../shared/recordings/12p-1.rec");
    assert_run(0, "skipped: 12 players on a board of 41", NULL);
    run("replay blunders ../shared/recordings/12p-1.rec");
    assert_run(1, NULL, "12 players on a board of 41");
    run("replay ask ../shared/recordings/12p-1.rec --round 40 --player H --nodes 500");
    assert_run(0, "12 players on a board of 41: the bot sees 21x21", NULL);
    run("replay ask ../shared/recordings/12p-1.rec --round 40 --player I --nodes 500");
    assert_run(1, NULL, "player I is dead in round 40");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_misuse_is_explained),
        cmocka_unit_test(test_recordings_are_opened),
        cmocka_unit_test(test_folders_of_the_engine_are_opened),
        cmocka_unit_test(test_folders_of_referee_and_arena_are_opened),
        cmocka_unit_test(test_rounds_are_shown_as_text),
        cmocka_unit_test(test_control_characters_are_not_printed),
        cmocka_unit_test(test_truncated_recording_is_shown_as_far_as_it_goes),
        cmocka_unit_test(test_recording_without_rounds_shows_the_start),
        cmocka_unit_test(test_damaged_folders_are_shown_as_far_as_they_go),
        cmocka_unit_test(test_differences_are_named),
        cmocka_unit_test(test_death_in_a_gap_has_no_round),
        cmocka_unit_test(test_twelve_players_are_shown),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
