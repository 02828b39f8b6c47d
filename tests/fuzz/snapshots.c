#include <stdlib.h>
#include <string.h>

#include "agents/registry.h"
#include "engine/commands.h"
#include "fuzz/snapshots.h"

#include "bot/map_knowledge.h"
#include "fuzz/fuzz.h"
#include "search/agent.h"

enum { NODES = 60 };

static void check_command(const State *state, int player, Command command) {
    CHECK(command >= COMMAND_NOTHING && command <= COMMAND_TRIGGER);
    if (state_legal(state, player) >> command & 1 || command == wait_command(state, player))
        return;
    CHECK(command >= COMMAND_UP && command <= COMMAND_DOWN);
    CHECK(!state_has_bomb(state, cell_beside(state->cell[player], command)));
}

static Agent *agent_of_kind(int index) {
    char spec[64], error[256];
    const char *name = agent_kind_at(index)->name;
    snprintf(spec, sizeof spec, "%s%s", name, strcmp(name, "beam") == 0 ? ":width=16" : "");
    Agent *agent = agent_create(spec, 1, error, sizeof error);
    CHECK(agent);
    return agent;
}

/* One agent of each kind in the registry, made at the first call. */
static Agent **all_agents(void) {
    static Agent **agents;
    int count = 0;
    if (agents)
        return agents;
    while (agent_kind_at(count))
        count++;
    agents = calloc((size_t)count, sizeof *agents);
    CHECK(agents);
    for (int i = 0; i < count; i++)
        agents[i] = agent_of_kind(i);
    return agents;
}

void ask_agents(const Game *game, const State *state, int player) {
    Agent **agents = all_agents();
    for (int i = 0; agent_kind_at(i); i++) {
        Observation observation = {.game = game, .state = state, .player = player};
        MoveRequest request = {.limits = {.nodes = NODES, .threads = 1}};
        SearchInfo info;
        check_command(state, player, agent_move(agents[i], &observation, &request, &info));
    }
}

void try_players(const Snapshot *snapshot) {
    Game game;
    State state;
    char error[256] = "";
    int player;
    for (char key = 'A'; key <= 'M'; key++) {
        if (!snapshot_to_state(snapshot, key, &game, &state, &player, error, sizeof error)) {
            CHECK(error[0]);
            continue;
        }
        if (snapshot_is_standard(snapshot)) {
            SeenPowerups seen;
            memset(&seen, 0x55, sizeof seen); /* every other cell */
            map_knowledge_infer(KNOWLEDGE_SYMMETRY, snapshot->seed, &seen, &game, &state);
        }
        if (state_is_alive(&state, player))
            ask_agents(&game, &state, player);
    }
}
