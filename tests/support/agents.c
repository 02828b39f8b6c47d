#include "support/agents.h"

#include "agents/registry.h"
#include "arena/game.h"
#include "test.h"

Agent *make_agent(const char *spec, uint64_t seed) {
    char error[512];
    Agent *agent = agent_create(spec, seed, error, sizeof error);
    if (!agent)
        fail_msg("%s", error);
    return agent;
}

Command ask(Agent *agent, const Game *game, const State *state, int player, uint64_t nodes,
            SearchInfo *info) {
    const Observation observation = {.game = game, .state = state, .player = player};
    const MoveRequest request = {.limits = {.nodes = nodes, .threads = 1}};
    return agent_move(agent, &observation, &request, info);
}

Command ask_in_game(Agent *agent, const Game *game, const State *state, int player,
                    uint64_t nodes) {
    Game seen_game;
    State seen_state;
    SearchInfo info;
    state_hide_powerups(game, state, &seen_game, &seen_state);
    return ask(agent, &seen_game, &seen_state, player, nodes, &info);
}

Command ask_new(const char *spec, const Game *game, const State *state, int player, uint64_t nodes,
                SearchInfo *info) {
    Agent *agent = make_agent(spec, 5);
    Command command = ask(agent, game, state, player, nodes, info);
    agent_destroy(agent);
    return command;
}

/* Play `spec` in seat `seat` of a match against rivals that are all alike. */
static void play_match(const char *spec, const char *rival, int seat, int seed,
                       const GameSettings *settings, GameResult *result) {
    GameSpec match = {.number = seat, .seed = seed};
    char error[256];
    for (int p = 0; p < settings->players && p < MAX_PLAYERS; p++)
        match.agents[p] = p == seat ? spec : rival;
    assert_true(game_play(&match, settings, result, error, sizeof error));
}

int games_won(const char *spec, const char *rival, int games, int players, uint64_t nodes) {
    const GameSettings settings = {.players = players, .nodes = nodes, .threads = 1};
    int won = 0;
    for (int game = 0; game < games; game++) {
        GameResult result;
        play_match(spec, rival, game % players, 1 + game / players, &settings, &result);
        won += result.seats[game % players].place == 1;
        for (int p = 0; p < players; p++)
            assert_int_equal(result.seats[p].refused, 0);
    }
    return won;
}

bool same_games(const char *spec, const char *other, const char *rival, int games, uint64_t nodes) {
    const GameSettings settings = {.players = 2, .nodes = nodes, .threads = 1};
    for (int game = 0; game < games; game++) {
        GameResult first, second;
        play_match(spec, rival, game % 2, 1 + game, &settings, &first);
        play_match(other, rival, game % 2, 1 + game, &settings, &second);
        if (first.rounds != second.rounds)
            return false;
        for (int p = 0; p < 2; p++)
            if (first.seats[p].points != second.seats[p].points)
                return false;
    }
    return true;
}
