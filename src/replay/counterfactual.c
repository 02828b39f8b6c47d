#include "replay/counterfactual.h"

#include <stdlib.h>

#include "platform/platform.h"
#include "safety/survival.h"

enum { WIDTH = 1 << 15, TABLE = 4 * WIDTH, EMPTY = -1 };

/* How a state was reached. */
typedef struct Step {
    int parent; /* index in the level before */
    unsigned first;
    uint8_t command;
} Step;

typedef struct Search {
    const Engine *engine;
    const Game *game;
    const PlayedRounds *played;
    int player;
    bool crowded; /* a level had no room for all states */
    int count[2];
    State *level[2]; /* WIDTH states each: the level before and the one being filled */
    Step *steps;     /* WIDTH for each round */
    int *table;      /* index in the level being filled, by hash */
} Search;

static Step *step_at(const Search *search, int depth, int index) {
    return &search->steps[(size_t)depth * WIDTH + (size_t)index];
}

/* The place of a state with this hash in the table: its own, or an empty one. */
static int *find_place(const Search *search, const State *level, uint64_t hash) {
    for (uint64_t at = hash % TABLE;; at = (at + 1) % TABLE) {
        int *place = &search->table[at];
        if (*place == EMPTY || level[*place].hash == hash)
            return place;
    }
}

static int points(const Search *search, const State *state) {
    return state_points(search->game, state, search->player);
}

static void keep(Search *search, int depth, const State *state, Step step) {
    State *level = search->level[(depth + 1) & 1];
    int *count = &search->count[(depth + 1) & 1];
    int *place = find_place(search, level, state->hash);
    if (*place != EMPTY) {
        Step *known = step_at(search, depth, *place);
        step.first |= known->first;
        known->first = step.first;
        if (points(search, state) <= points(search, &level[*place]))
            return;
    } else if (*count == WIDTH) {
        search->crowded = true;
        return;
    } else {
        *place = (*count)++;
    }
    level[*place] = *state;
    *step_at(search, depth, *place) = step;
}

static void expand(Search *search, int depth, int index) {
    const State *state = &search->level[depth & 1][index];
    unsigned first = depth ? step_at(search, depth - 1, index)->first : 0;
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
            keep(search, depth, &next, (Step){index, depth ? first : 1u << own, own});
    }
}

static void expand_level(Search *search, int depth) {
    search->count[(depth + 1) & 1] = 0;
    memset(search->table, 0xff, TABLE * sizeof *search->table);
    for (int i = 0; i < search->count[depth & 1]; i++)
        expand(search, depth, i);
}

static void trace(const Search *search, int index, Counterfactual *counterfactual) {
    for (int depth = search->played->rounds - 1; depth >= 0; depth--) {
        const Step *step = step_at(search, depth, index);
        counterfactual->line[depth] = (Command)step->command;
        index = step->parent;
    }
}

static void judge(const Search *search, Counterfactual *counterfactual) {
    int last = search->played->rounds, best = EMPTY;
    for (int i = 0; i < search->count[last & 1]; i++) {
        const State *state = &search->level[last & 1][i];
        if (!survives(search->engine, state, search->player, THREAT_FUSES))
            continue;
        counterfactual->commands |= step_at(search, last - 1, i)->first;
        if (best == EMPTY || points(search, state) > counterfactual->points) {
            best = i;
            counterfactual->points = points(search, state);
        }
    }
    counterfactual->found = best != EMPTY;
    counterfactual->complete = !search->crowded;
    if (counterfactual->found)
        trace(search, best, counterfactual);
}

static bool allocate(Search *search) {
    for (int i = 0; i < 2; i++)
        search->level[i] = memory_allocate_aligned(WIDTH * sizeof(State));
    search->steps = calloc((size_t)search->played->rounds * WIDTH, sizeof(Step));
    search->table = malloc(TABLE * sizeof *search->table);
    return search->level[0] && search->level[1] && search->steps && search->table;
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
        judge(&search, counterfactual);
    }
    memory_free_aligned(search.level[0]);
    memory_free_aligned(search.level[1]);
    free(search.steps);
    free(search.table);
    return allocated;
}
