/* bin/replay ask: the bot searches a round of a match again and gives the same answer. */
#include <stdlib.h>
#include <string.h>

#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

/* The line with the decision, without the time. */
static char *decision(const char *out) {
    const char *line = strstr(out, "move=");
    assert_non_null(line);
    const char *time = strstr(line, " ms="), *value = strstr(line, " value=");
    assert_true(time && value && time < value);
    char *text = strndup(line, strcspn(line, "\n"));
    memmove(text + (time - line), text + (value - line), strlen(text + (value - line)) + 1);
    return text;
}

static void play_match(void) {
    run("referee -b chaser chaser chaser random -s 5 --budget-ms 1 -l \"$scratch/match\"");
    assert_run(0, "winner=", NULL);
}

/* From the last round to the first, so that no file of a later round is there to be read. */
static void assert_same_answer(const char *match, int round, char key, const char *how) {
    const Run *said = run("replay ask $scratch/%s --round %d --player %c --no-explain %s", match,
                          round, key, how);
    assert_run(0, "move=", NULL);
    char *asked = decision(said->out);
    said = run("cd $scratch/%s/%d && cp state.json map.txt %c/ && "
               "blastbeam %c $PWD/%c %s",
               match, round, key, key, key, how);
    assert_run(0, "move=", NULL);
    char *decided = decision(said->out);
    assert_string_equal(asked, decided);
    free(asked);
    free(decided);
}

TEST(test_answers_are_those_of_the_bot) {
    static const int rounds[] = {18, 17, 9, 1, 0};
    play_match();
    for (int i = 0; i < 5; i++) {
        assert_same_answer("match", rounds[i], 'A', "--nodes 3000 --threads 1");
        assert_same_answer("match", rounds[i], 'B',
                           "--agent beam:no-lb --nodes 2000 --threads 1 --map-knowledge seed");
    }
}

/* A and C push each other to and fro: the last command of C changes its move. */
TEST(test_own_last_commands_are_known) {
    if (!has_shared())
        SKIP_BECAUSE(NO_SHARED);
    run("mkdir $scratch/push && cd ../shared/replays/4p-seed11 && cp -r 229 230 $scratch/push && "
        "chmod -R u+w $scratch/push");
    assert_run(0, NULL, "");
    assert_same_answer("push", 230, 'C', "--nodes 500 --threads 1");
}

/* The number of decisions in the bot's logs that differ from the decisions now. */
static int count_differences(int rounds) {
    int different = 0;
    for (int round = 0; round < rounds; round++) {
        char *now = decision(run("replay ask $scratch/own --round %d --player A --no-explain "
                                 "--nodes 2000 --threads 1",
                                 round)
                                 ->out);
        char *then = decision(run("cat $scratch/own/%d/A/log.txt", round)->out);
        different += strcmp(now, then) != 0;
        free(now);
        free(then);
    }
    return different;
}

/* Each process hands its plan to the next one in a file, which is read here, too. */
TEST(test_own_plans_are_known) {
    enum { ROUNDS = 40 };
    run("mkdir $scratch/bot && cp $(command -v blastbeam) $scratch/bot/ && echo '"
        "{\"NickName\":\"own\",\"BotType\":\"CPlusPlus\",\"ProjectLocation\":\".\","
        "\"RunFile\":\"blastbeam\",\"RunArgs\":\"--nodes 2000 --threads 1\"}' "
        ">$scratch/bot/bot.json");
    assert_run(0, NULL, "");
    run("referee -b $scratch/bot chaser -s 6 --budget-ms 1 -l $scratch/own --no-sandbox");
    assert_run(0, "winner=", NULL);
    assert_int_equal(count_differences(ROUNDS), 0);
    run("rm $scratch/own/*/A/blastbeam.memory");
    assert_int_not_equal(count_differences(ROUNDS), 0);
}

TEST(test_explains_unless_it_is_switched_off) {
    run("replay ask tests/data/4p-310.rec --round 2 --player B --nodes 500 --threads 1");
    assert_run(0, "position now\n", "");
    assert_run(0, "\nexpected:", NULL);
    assert_run(0, "\nplayed=bomb\n", NULL);
    run("replay ask tests/data/4p-310.rec --round 2 --player B --nodes 500 --no-explain");
    assert_null(strstr(run("replay ask tests/data/4p-310.rec --round 2 --player B --nodes 500 "
                           "--no-explain")
                           ->out,
                       "position"));
    run("replay ask tests/data/4p-310.rec --round 2 --player B --budget-ms 30 --agent chaser");
    assert_run(0, "agent=chaser", NULL);
}

TEST(test_explains_commands_that_left_the_beam) {
    run("cp -r sample-state/2p-middle $scratch/ && "
        "blastbeam A $scratch/2p-middle --nodes 5000 --threads 1 --explain");
    assert_run(0, "agent=beam", "  crowded out after ");
}

TEST(test_wrong_arguments_are_refused) {
    static const struct {
        const char *arguments, *error;
        int status;
    } bad[] = {
        {"--round 2", "wants one PATH, --round N and --player KEY", 2},
        {"--player B", "wants one PATH, --round N and --player KEY", 2},
        {"--round 2 --player E", "there is no player \"E\"; there are A to D", 1},
        {"--round 2 --player AB", "there is no player \"AB\"", 1},
        {"--round 9 --player A", "round 9 is not there; there are rounds 0 to 7", 1},
        {"--round 5 --player B", "player B is dead in round 5", 1},
        {"--round -1 --player B", "--round takes a whole number", 2},
        {"--round 2 --player B --nodes 0", "--nodes takes a whole number", 2},
        {"--round 2 --player B --budget-ms soon", "--budget-ms takes a whole number", 2},
        {"--round 2 --player B --threads 99", "from 1 to 64, not \"99\"", 2},
        {"--round 2 --player B --map-knowledge all", "none, symmetry or seed, not \"all\"", 2},
        {"--round 2 --player B --agent nobody", "there is no agent \"nobody\"; there are: beam", 2},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        run("replay ask tests/data/4p-310.rec %s", bad[i].arguments);
        assert_run(bad[i].status, NULL, bad[i].error);
    }
    run("replay ask tests/data/2p-307.rec --round 6 --player A");
    assert_run(1, NULL, "the match is over before round 6");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_are_those_of_the_bot),
        cmocka_unit_test(test_own_last_commands_are_known),
        cmocka_unit_test(test_own_plans_are_known),
        cmocka_unit_test(test_explains_unless_it_is_switched_off),
        cmocka_unit_test(test_explains_commands_that_left_the_beam),
        cmocka_unit_test(test_wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
