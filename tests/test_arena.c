/* Games and tournaments in one process: repeatable, and with the seats rotated. */
#include <stdlib.h>

#include "arena/tournament.h"
#include "support/mock_agent.h"
#include "test.h"

static Tournament small_tournament(int games, int concurrency) {
    return (Tournament){.agents = {"beam:width=20,depth=8", "chaser"},
                        .agent_count = 2,
                        .games = games,
                        .seed = 3,
                        .concurrency = concurrency,
                        .settings = {.players = 2, .nodes = 400, .threads = 1}};
}

TEST(test_games_are_repeatable) {
    TournamentTally tally[2];
    char error[256];
    for (int i = 0; i < 2; i++) {
        Tournament tournament = small_tournament(6, i + 1);
        assert_true(tournament_play(&tournament, &tally[i], error, sizeof error));
    }
    assert_int_equal(tally[0].played, 6);
    assert_memory_equal(&tally[0].pair, &tally[1].pair, sizeof tally[0].pair);
    for (int a = 0; a < 2; a++) {
        assert_int_equal(tally[0].agents[a].moves, tally[1].agents[a].moves);
        assert_true(tally[0].agents[a].nodes == tally[1].agents[a].nodes);
        assert_int_equal(tally[0].agents[a].refused, 0);
    }
    assert_int_equal(score_games(&tally[0].pair[0][1]), 6);
    assert_int_equal(tally[0].pair[0][1].wins, tally[0].pair[1][0].losses);
}

TEST(test_agents_see_the_last_commands) {
    const GameSettings settings = {.players = 3, .threads = 1, .create = mock_agent_create};
    const GameSpec spec = {.seed = 2, .agents = {"chaser", "chaser", "chaser"}};
    GameResult result;
    char error[256];
    mock_agent_moves();
    assert_true(game_play(&spec, &settings, &result, error, sizeof error));
    assert_int_equal(mock_agent_moves(), 3 * result.rounds);
}

/* The first agent leads by 50 and by -10 on one map, and by 30 on the other, where it dies in the
 * second game. */
TEST(test_games_of_a_map_belong_together) {
    static const int points[][2] = {{250, 200}, {190, 200}, {130, 100}, {10, 100}};
    int count;
    GameResult games[4] = {0};
    TournamentTally tally = {0};
    Pairing *pairings = schedule_games(2, 2, 4, 1, &count);
    assert_non_null(pairings);
    for (int i = 0; i < 4; i++) {
        games[i].played = true;
        for (int p = 0; p < 2; p++) {
            int agent = pairings[i].seats[p];
            games[i].seats[p] = (SeatResult){.points = points[i][agent],
                                             .died = i == 3 && agent == 0 ? 40 : -1,
                                             .place = (i % 2 == 1) == (agent == 0) ? 2 : 1};
        }
    }
    tally_games(pairings, games, count, 2, &tally);
    const Score *score = &tally.pair[0][1];
    assert_int_equal(score->points.maps, 2);
    assert_float_equal(sample_mean(&score->points), 0.5, 0);
    assert_float_equal(sample_variance(&score->points, 0.5), 0, 0);
    assert_int_equal(score->lead.count, 3);
    assert_float_equal(sample_mean(&score->lead), (50 - 10 + 30) / 3.0, 1e-9);
    assert_float_equal(sample_mean(&tally.agents[0].first_share), 0.5, 0);
    free(pairings);
}

TEST(test_seats_rotate) {
    TournamentTally tally;
    char error[256];
    Tournament tournament = {.agents = {"chaser", "random"},
                             .agent_count = 2,
                             .games = 8,
                             .concurrency = 2,
                             .settings = {.players = 4}};
    assert_true(tournament_play(&tournament, &tally, error, sizeof error));
    assert_int_equal(tally.agents[0].games, 8);
    assert_int_equal(tally.agents[1].games, 24);
    assert_int_equal(tally.agents[0].places[0], 8);
    tournament.agents[1] = "nobody";
    assert_false(tournament_play(&tournament, &tally, error, sizeof error));
    assert_non_null(strstr(error, "nobody"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_repeatable),
        cmocka_unit_test(test_agents_see_the_last_commands),
        cmocka_unit_test(test_games_of_a_map_belong_together),
        cmocka_unit_test(test_seats_rotate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
