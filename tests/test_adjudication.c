/* Games that end when they are decided: bin/arena --adjudicate. */
#include "referee/judge.h"
#include "support/matches.h"
#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

enum { ROUND = 342, ROUNDS_LEFT = 100, LEAD = 100 * ROUNDS_LEFT / OPEN_CELLS };

/* An open board at a late round, where A leads by more than B can reach by visiting cells. */
static void set_decided(Game *game, State *state) {
    game_init(game, 2, 500);
    game_add_powerup(game, cell_at(10, 10), POWERUP_SUPER);
    game_add_powerup(game, cell_at(5, 10), POWERUP_RADIUS);
    state_init(state, game);
    state->powerups = 0;
    state->round = ROUND;
    state->touched_count[0] = state->touched_count[1] = 0;
    state->points[0] = 300 + LEAD + 1;
    state->points[1] = 300;
}

TEST(test_a_lead_beyond_coverage_decides) {
    Game game;
    State state;
    set_decided(&game, &state);
    assert_true(judge_is_decided(&game, &state));
    state.points[0]--;
    assert_false(judge_is_decided(&game, &state));
    state.touched_count[0] = state.touched_count[1] = OPEN_CELLS - 1;
    state.points[0] = state.points[1] + 1;
    assert_false(judge_is_decided(&game, &state));
    state.points[0]++;
    assert_true(judge_is_decided(&game, &state));
}

TEST(test_walls_bombs_and_the_super_powerup_decide_nothing) {
    Game game;
    State state;
    set_decided(&game, &state);
    state_add_wall(&state, cell_at(5, 10));
    assert_false(judge_is_decided(&game, &state));
    set_decided(&game, &state);
    state_add_bomb(&state, 1, cell_at(1, 5), 3, 1);
    assert_false(judge_is_decided(&game, &state));
    set_decided(&game, &state);
    state.powerups = 1;
    assert_false(judge_is_decided(&game, &state));
    state.powerups = 2;
    assert_true(judge_is_decided(&game, &state));
}

TEST(test_every_place_of_a_living_player_must_be_decided) {
    Game game;
    State state;
    game_init(&game, 3, 500);
    state_init(&state, &game);
    state.round = ROUND;
    state.points[0] = 900;
    state.points[1] = 500;
    state.points[2] = 500;
    assert_false(judge_is_decided(&game, &state));
    state.alive = 3;
    state.points[2] = 2000;
    assert_true(judge_is_decided(&game, &state));
}

#define PLAY "arena -a rusher -a lookahead --nodes 5 --games 6 "
#define PLACES "| grep -o '\"agent\":\"[a-z]*\",\"place\":[0-9]'"

TEST(test_files_say_which_games_were_ended) {
    run("cd $scratch && " PLAY "--json full.json && " PLAY "--adjudicate --json short.json && "
        "cat full.json " PLACES " >full && cat short.json " PLACES " >short && diff full short && "
        "grep -c adjudicated full.json short.json");
    assert_run(0, "adjudicated games=6 played=6 round=2", NULL);
    assert_run(0, "full.json:0\nshort.json:6\n", NULL);
    run("grep -c "
        "'\"rounds\":[23][0-9]*,.*--adjudicate\",\"commit\":\"[^\"]*\",\"adjudicated\":1,"
        "\"otherwise\":[0-9.]*,"
        "\"seats\":' $scratch/short.json");
    assert_run(0, "6\n", NULL);
    run("arena --merge $scratch/short.json");
    assert_run(0, "adjudicated games=6 played=6 round=2", NULL);
    run("arena --replay-game $scratch/short.json:3");
    assert_run(0, "same=yes\n", NULL);
}

TEST(test_a_tournament_goes_on_with_adjudication) {
    run("cd $scratch && " PLAY
        "--adjudicate --json all.json && head -2 all.json >some.json && " PLAY
        "--adjudicate --json some.json --resume && cmp all.json some.json");
    assert_run(0, "adjudicated games=6 played=6", "2 games taken from");
    run("cd $scratch && " PLAY "--json some.json --resume");
    assert_run(1, NULL, "is no game of this tournament");
}

TEST(test_matches_by_files_end_when_decided) {
    Match *match = new_match("rusher", "lookahead", 5);
    match->adjudicate = true;
    play_match(match);
    assert_true(match->result.adjudicated);
    assert_true(match->state.round < LAST_ROUND);
    assert_true(judge_is_decided(&match->game, &match->state));
    end_match(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_lead_beyond_coverage_decides),
        cmocka_unit_test(test_walls_bombs_and_the_super_powerup_decide_nothing),
        cmocka_unit_test(test_every_place_of_a_living_player_must_be_decided),
        cmocka_unit_test(test_files_say_which_games_were_ended),
        cmocka_unit_test(test_a_tournament_goes_on_with_adjudication),
        cmocka_unit_test(test_matches_by_files_end_when_decided),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
