#include "search/agent.h"

#include <string.h>

#include "agents/beam.h"
#include "agents/chaser.h"
#include "agents/duct.h"
#include "agents/lookahead.h"
#include "agents/mcts.h"
#include "agents/random.h"
#include "agents/rhea.h"

const AgentKind *agent_kind_at(int index) {
    static const AgentKind *const kinds[] = {&beam_agent,      &rhea_agent,  &mcts_agent,
                                             &mcts_bias_agent, &duct_agent,  &lookahead_agent,
                                             &chaser_agent,    &random_agent};
    return index < (int)(sizeof kinds / sizeof kinds[0]) ? kinds[index] : NULL;
}

static void list_kinds(char *error, size_t size) {
    size_t end = strlen(error);
    for (int i = 0; agent_kind_at(i) && end < size; i++)
        end += (size_t)snprintf(error + end, size - end, " %s", agent_kind_at(i)->name);
}

Agent *agent_create(const char *spec, uint64_t seed, char *error, size_t size) {
    size_t length = strcspn(spec, ":");
    const char *settings = spec[length] ? spec + length + 1 : "";
    for (int i = 0; agent_kind_at(i); i++) {
        const AgentKind *kind = agent_kind_at(i);
        if (strlen(kind->name) == length && strncmp(kind->name, spec, length) == 0)
            return kind->create(settings, seed, error, size);
    }
    snprintf(error, size, "there is no agent \"%.*s\"; there are:", (int)length, spec);
    list_kinds(error, size);
    return NULL;
}

Command agent_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                   SearchInfo *info) {
    *info = (SearchInfo){0};
    return agent->kind->move(agent, observation, request, info);
}

void agent_destroy(Agent *agent) {
    if (agent)
        agent->kind->destroy(agent);
}

Command wait_command(const State *state, int player) {
    for (Command command = COMMAND_UP; command <= COMMAND_DOWN; command++) {
        Cell beside = cell_beside(state->cell[player], command);
        if (board_has(&state->blocked, beside) && !state_has_bomb(state, beside))
            return command;
    }
    if (!state->owned[player])
        return COMMAND_TRIGGER;
    return state_legal(state, player) >> COMMAND_BOMB & 1 ? COMMAND_NOTHING : COMMAND_BOMB;
}

bool is_refused(const State *state, int player, Command command) {
    if (state_legal(state, player) >> command & 1 || command == wait_command(state, player))
        return false;
    return !is_move(command) || state_has_bomb(state, cell_beside(state->cell[player], command));
}

unsigned occupied_moves(const State *state, int player) {
    unsigned occupied = 0;
    for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++)
        for (int p = 0; p < state->players; p++)
            if (state_is_alive(state, p) && state->cell[p] == cell_beside(state->cell[player], c))
                occupied |= 1u << c;
    return occupied;
}

void hide_powerups(const Game *game, const State *state, Game *seen_game, State *seen_state) {
    *seen_game = *game;
    *seen_state = *state;
    seen_game->powerup_count = 0;
    memset(seen_game->powerup_at, NO_POWERUP, sizeof seen_game->powerup_at);
    seen_state->powerups = 0;
    for (int i = 0; i < game->powerup_count; i++) {
        Cell cell = game->powerup_cell[i];
        if (!(state->powerups >> i & 1) || board_has(&state->walls, cell))
            continue;
        int index = game_add_powerup(seen_game, cell, game->powerup_type[i]);
        seen_state->powerups |= 1u << index;
    }
    state_rehash(seen_state);
}
