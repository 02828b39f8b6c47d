/* How the rusher plays whole games. */
#include "arena/tournament.h"
#include "test.h"

enum { GAMES = 20, SOON = 90 };

/* The seat that takes the super power-up, and the round after which it is gone. */
typedef struct Prize {
    int seat, round;
} Prize;

static void watch_prize(void *context, const Game *game, const State *state,
                        const RoundEvents *last) {
    (void)last;
    Prize *prize = context;
    for (int i = 0; i < game->powerup_count && prize->seat < 0; i++)
        for (int p = 0; p < state->players; p++)
            if (game->powerup_type[i] == POWERUP_SUPER && !(state->powerups >> i & 1) &&
                state->cell[p] == game->powerup_cell[i])
                *prize = (Prize){p, state->round};
}

TEST(test_rusher_takes_the_super_powerup_early) {
    int taken = 0;
    for (int seed = 1; seed <= GAMES; seed++) {
        Prize prize = {-1, 0};
        const GameObserver observer = {.on_round = watch_prize, .context = &prize};
        const GameSettings settings = {.players = 2, .threads = 1, .observer = &observer};
        int seat = seed & 1;
        GameSpec spec = {.number = seed, .seed = seed, .agents = {"chaser", "chaser"}};
        GameResult result;
        char error[256];
        spec.agents[seat] = "rusher";
        assert_true(game_play(&spec, &settings, &result, error, sizeof error));
        taken += prize.seat == seat && prize.round <= SOON;
    }
    assert_in_range(taken, GAMES - 2, GAMES);
}

static TournamentTally play(int games) {
    TournamentTally tally;
    char error[256];
    const Tournament tournament = {.agents = {"rusher", "chaser"},
                                   .agent_count = 2,
                                   .games = games,
                                   .seed = 1,
                                   .concurrency = 2,
                                   .settings = {.players = 2, .threads = 1, .judge_deaths = true}};
    assert_true(tournament_play(&tournament, &tally, error, sizeof error));
    return tally;
}

TEST(test_rusher_makes_no_unforced_errors) {
    TournamentTally tally = play(GAMES);
    assert_int_equal(tally.agents[0].unforced, 0);
}

TEST(test_rusher_does_not_kill_itself) {
    TournamentTally tally = play(2 * GAMES);
    assert_int_equal(tally.agents[0].own_alone, 0);
    assert_int_equal(tally.agents[0].refused, 0);
    assert_in_range(tally.agents[0].deaths, 0, GAMES / 4);
    assert_in_range(tally.pair[0][1].wins, 3 * GAMES / 2, 2 * GAMES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rusher_takes_the_super_powerup_early),
        cmocka_unit_test(test_rusher_makes_no_unforced_errors),
        cmocka_unit_test(test_rusher_does_not_kill_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
