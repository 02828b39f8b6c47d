#include "agents.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena/game.h"

Agent *make_agent(const char *spec, uint64_t seed) {
    char error[512];
    Agent *agent = agent_create(spec, seed, error, sizeof error);
    if (!agent)
        fail_msg("%s", error);
    return agent;
}

Command ask(Agent *agent, const Game *game, const State *state, int player, uint64_t nodes,
            Thought *thought) {
    const Position position = {game, state, player, {0}};
    const Budget budget = {.nodes = nodes, .threads = 1};
    return agent_move(agent, &position, &budget, thought);
}

Command ask_in_game(Agent *agent, const Game *game, const State *state, int player,
                    uint64_t nodes) {
    Game seen_game;
    State seen_state;
    Thought thought;
    hide_powerups(game, state, &seen_game, &seen_state);
    return ask(agent, &seen_game, &seen_state, player, nodes, &thought);
}

Command ask_new(const char *spec, const Game *game, const State *state, int player, uint64_t nodes,
                Thought *thought) {
    Agent *agent = make_agent(spec, 5);
    Command command = ask(agent, game, state, player, nodes, thought);
    agent_destroy(agent);
    return command;
}

int games_won(const char *spec, const char *rival, int games, int players, uint64_t nodes) {
    const GameSettings settings = {.players = players, .nodes = nodes, .threads = 1};
    int won = 0;
    for (int game = 0; game < games; game++) {
        GameSpec match = {.number = game, .seed = 1 + game / players};
        GameResult result;
        char error[256];
        for (int p = 0; p < players && p < MAX_PLAYERS; p++)
            match.agents[p] = p == game % players ? spec : rival;
        assert_true(game_play(&match, &settings, &result, error, sizeof error));
        won += result.seats[game % players].place == 1;
        for (int p = 0; p < players; p++)
            assert_int_equal(result.seats[p].refused, 0);
    }
    return won;
}
