/* The chaser: what it does in drawn positions, and how it plays. */
#include "arena/tournament.h"
#include "support/agents.h"
#include "support/positions.h"
#include "test.h"

static Command ask_drawn(const char *spec, const char *drawn) {
    Game game;
    State state;
    read_position(drawn, &game, &state);
    Agent *agent = make_agent(spec, 1);
    Command command = ask_in_game(agent, &game, &state, 0, 0);
    agent_destroy(agent);
    return command;
}

TEST(test_chaser_flees) {
    /* The only way out of the bomb's row that is not past the bomb. */
    assert_int_equal(ask_drawn("chaser", "position a\nround=5 bounty=100\n"
                                         "###########\n"
                                         "#A 2      \n"
                                         "# # # # # \n"
                                         "A 2,2 bag=1 radius=1 points=0\n"
                                         "B 20,20 bag=1 radius=1 points=0\n"
                                         "bombs B@4,2:t2r2\nend\n"),
                     COMMAND_DOWN);
    /* There is time to fetch the power-up, but a chaser is a coward. */
    assert_int_equal(ask_drawn("chaser", "position b\nround=5 bounty=100\n"
                                         "###########\n"
                                         "#A !  9   \n"
                                         "# # # # # \n"
                                         "A 2,2 bag=1 radius=1 points=0\n"
                                         "B 20,20 bag=1 radius=1 points=0\n"
                                         "bombs B@7,2:t9r8\nend\n"),
                     COMMAND_DOWN);
}

TEST(test_chaser_collects) {
    assert_int_equal(ask_drawn("chaser", "position a\nround=5 bounty=100\n"
                                         "###########\n"
                                         "#A  !     \n"
                                         "A 2,2 bag=1 radius=1 points=0\n"
                                         "B 20,20 bag=1 radius=1 points=0\nend\n"),
                     COMMAND_RIGHT);
}

TEST(test_chaser_bombs_walls_it_can_leave) {
    assert_int_equal(ask_drawn("chaser", "position a\nround=5 bounty=100\n"
                                         "###########\n"
                                         "#A+       \n"
                                         "# # # # # \n"
                                         "#         \n"
                                         "A 2,2 bag=1 radius=1 points=0\n"
                                         "B 20,20 bag=1 radius=1 points=0\nend\n"),
                     COMMAND_BOMB);
    /* Two cells of room: no bomb. */
    assert_int_not_equal(ask_drawn("chaser", "position b\nround=5 bounty=100\n"
                                             "###########\n"
                                             "#A+       \n"
                                             "# # # # # \n"
                                             "#+        \n"
                                             "A 2,2 bag=1 radius=1 points=0\n"
                                             "B 20,20 bag=1 radius=1 points=0\nend\n"),
                         COMMAND_BOMB);
}

TEST(test_chaser_triggers_from_afar) {
    assert_int_equal(ask_drawn("chaser", "position a\nround=5 bounty=100\n"
                                         "###########\n"
                                         "#   7+    \n"
                                         "# # # # # \n"
                                         "#A        \n"
                                         "A 2,4 bag=2 radius=1 points=0\n"
                                         "B 20,20 bag=1 radius=1 points=0\n"
                                         "bombs A@5,2:t7r1\nend\n"),
                     COMMAND_TRIGGER);
}

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

/* Random soon kills itself, so that says little of the chaser; games between chasers are long. */
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
        cmocka_unit_test(test_chaser_flees),
        cmocka_unit_test(test_chaser_collects),
        cmocka_unit_test(test_chaser_bombs_walls_it_can_leave),
        cmocka_unit_test(test_chaser_triggers_from_afar),
        cmocka_unit_test(test_chaser_beats_random),
        cmocka_unit_test(test_chaser_is_not_suicidal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
