/* How the chaser plays whole games. Its single moves are in tests/data/tactics.txt. */
#include "arena/tournament.h"
#include "test.h"

TEST(test_chaser_beats_random) {
    TournamentTally tally;
    char error[256];
    const Tournament tournament = {.agents = {"chaser", "random"},
                                   .agent_count = 2,
                                   .games = 200,
                                   .seed = 1,
                                   .concurrency = 2,
                                   .settings = {.players = 2, .threads = 1}};
    assert_true(tournament_play(&tournament, &tally, error, sizeof error));
    assert_true(tally.pair[0][1].wins >= 195);
}

/* The agent random soon kills itself, so games against it say little; games between chasers are
 * long. */
TEST(test_chaser_is_not_suicidal) {
    TournamentTally tally;
    char error[256];
    const Tournament tournament = {.agents = {"chaser", "chaser"},
                                   .agent_count = 2,
                                   .games = 60,
                                   .seed = 1,
                                   .concurrency = 2,
                                   .settings = {.players = 2, .threads = 1}};
    assert_true(tournament_play(&tournament, &tally, error, sizeof error));
    assert_true(tally.agents[0].moves > 60 * 100);
    for (int a = 0; a < 2; a++) {
        assert_int_equal(tally.agents[a].own_alone, 0);
        assert_int_equal(tally.agents[a].refused, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chaser_beats_random),
        cmocka_unit_test(test_chaser_is_not_suicidal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
