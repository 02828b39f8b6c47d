#include "replay/counterfactual.h"

#include <stdlib.h>

#include "platform/memory.h"
#include "safety/survival.h"

enum { LEVEL_STATES = 1 << 15, TABLE_SLOTS = 4 * LEVEL_STATES, NONE = -1 };

/* How a state was reached. */
typedef struct Node {
    int parent;              /* index in the previous level */
    unsigned first_commands; /* bit 1 << command: commands of the first round that lead here */
    uint8_t command;
} Node;

typedef struct Search {
    const Engine *engine;
    const Game *game;
    const PlayedRounds *played;
    int player;
    bool truncated; /* a level was full and states were dropped */
    int count[2];
    State *level[2]; /* LEVEL_STATES states each: the previous level and the one being filled */
    Node *nodes;     /* LEVEL_STATES for each round */
    int *table;      /* hash table of the level being filled: index in the level, or NONE */
} Search;

static Node *node_at(const Search *search, int depth, int index) {
    return &search->nodes[(size_t)depth * LEVEL_STATES + (size_t)index];
}

/* The table's slot for a hash: the one that holds it, or an empty one. */
static int *find_slot(const Search *search, const State *level, uint64_t hash) {
    for (uint64_t i = hash % TABLE_SLOTS;; i = (i + 1) % TABLE_SLOTS) {
        int *slot = &search->table[i];
        if (*slot == NONE || level[*slot].hash == hash)
            return slot;
    }
}

static int player_points(const Search *search, const State *state) {
    return state_points(search->game, state, search->player);
}

static void insert(Search *search, int depth, const State *state, Node node) {
    State *level = search->level[(depth + 1) & 1];
    int *count = &search->count[(depth + 1) & 1];
    int *slot = find_slot(search, level, state->hash);
    if (*slot != NONE) {
        Node *known = node_at(search, depth, *slot);
        node.first_commands |= known->first_commands;
        known->first_commands = node.first_commands;
        if (player_points(search, state) <= player_points(search, &level[*slot]))
            return;
    } else if (*count == LEVEL_STATES) {
        search->truncated = true;
        return;
    } else {
        *slot = (*count)++;
    }
    level[*slot] = *state;
    *node_at(search, depth, *slot) = node;
}

static void expand(Search *search, int depth, int index) {
    const State *state = &search->level[depth & 1][index];
    unsigned first = depth ? node_at(search, depth - 1, index)->first_commands : 0;
    for (unsigned rest = state_legal(state, search->player); rest; rest &= rest - 1) {
        uint8_t command[MAX_PLAYERS], own = (uint8_t)__builtin_ctz(rest);
        Ranks ranks = search->played->ranks[depth];
        RoundEvents events;
        State next = *state;
        memcpy(command, search->played->command[depth], sizeof command);
        command[search->player] = own;
        ranks.rank[search->player] = UINT8_MAX;
        search->engine->play(search->game, &next, command, &ranks, &events);
        if (state_is_alive(&next, search->player))
            insert(search, depth, &next, (Node){index, depth ? first : 1u << own, own});
    }
}

static void expand_level(Search *search, int depth) {
    search->count[(depth + 1) & 1] = 0;
    memset(search->table, 0xff, TABLE_SLOTS * sizeof *search->table); /* NONE in every slot */
    for (int i = 0; i < search->count[depth & 1]; i++)
        expand(search, depth, i);
}

static void trace_line(const Search *search, int index, Counterfactual *counterfactual) {
    for (int depth = search->played->rounds - 1; depth >= 0; depth--) {
        const Node *node = node_at(search, depth, index);
        counterfactual->line[depth] = (Command)node->command;
        index = node->parent;
    }
}

static void evaluate_last_level(const Search *search, Counterfactual *counterfactual) {
    int last = search->played->rounds, best = NONE;
    for (int i = 0; i < search->count[last & 1]; i++) {
        const State *state = &search->level[last & 1][i];
        if (!survives(search->engine, state, search->player, THREAT_FUSES))
            continue;
        counterfactual->commands |= node_at(search, last - 1, i)->first_commands;
        if (best == NONE || player_points(search, state) > counterfactual->points) {
            best = i;
            counterfactual->points = player_points(search, state);
        }
    }
    counterfactual->found = best != NONE;
    counterfactual->complete = !search->truncated;
    if (counterfactual->found)
        trace_line(search, best, counterfactual);
}

static bool allocate(Search *search) {
    for (int i = 0; i < 2; i++)
        search->level[i] = memory_allocate_aligned(LEVEL_STATES * sizeof(State));
    search->nodes = calloc((size_t)search->played->rounds * LEVEL_STATES, sizeof(Node));
    search->table = malloc(TABLE_SLOTS * sizeof *search->table);
    return search->level[0] && search->level[1] && search->nodes && search->table;
}

bool counterfactual_search(const Engine *engine, const Game *game, const State *state,
                           const PlayedRounds *played, int player, Counterfactual *counterfactual) {
    Search search = {.engine = engine, .game = game, .played = played, .player = player};
    memset(counterfactual, 0, sizeof *counterfactual);
    bool allocated = allocate(&search);
    if (allocated) {
        search.level[0][0] = *state;
        search.count[0] = 1;
        for (int depth = 0; depth < played->rounds; depth++)
            expand_level(&search, depth);
        evaluate_last_level(&search, counterfactual);
    }
    memory_free_aligned(search.level[0]);
    memory_free_aligned(search.level[1]);
    free(search.nodes);
    free(search.table);
    return allocated;
}
