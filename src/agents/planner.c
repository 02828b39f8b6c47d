#include "agents/planner.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "agents/survival.h"
#include "platform/platform.h"
#include "platform/team.h"

/* Where a node came from. */
typedef struct Origin {
    uint32_t parent;
    float won; /* points won on the way, discounted */
    uint8_t command;
    uint8_t first;
} Origin;

/* A child that has been played but not stored. */
typedef struct Candidate {
    uint64_t hash;
    float value;
    float won;
    uint32_t parent;
    Cell cell;
    uint8_t command;
    uint8_t first;
} Candidate;

typedef struct Order {
    uint32_t key; /* ascending keys, descending values */
    uint32_t index;
} Order;

struct Planner {
    int width;
    State *states[2]; /* of this level and the next */
    Origin *origin[PLAN_DEPTH + 1];
    Candidate *candidates;
    int *chunk_count; /* candidates of each chunk of parents */
    Order *order, *spare;
    uint64_t *seen;       /* open addressing; an entry is a hash of the level at hand */
    uint32_t *seen_level; /* the stamp of the level that wrote the entry */
    uint32_t stamp;
    size_t seen_size;
};

/* Parents are expanded in chunks, by whatever thread is free. The candidates of a chunk begin at a
 * fixed place, so that the order of all candidates does not depend on the threads. */
enum { CHILDREN = COMMAND_COUNT, CHUNK = 32 };

/* A level being expanded. */
typedef struct Level {
    Planner *planner;
    const PlanTask *task;
    int depth, size;
    float discount;
    atomic_int next_chunk;
    atomic_bool late;
} Level;

static void *aligned(size_t count, size_t size) {
    size_t bytes = (count * size + 63) / 64 * 64;
    return aligned_alloc(64, bytes);
}

Planner *planner_create(int width) {
    Planner *planner = calloc(1, sizeof *planner);
    if (!planner)
        return NULL;
    size_t wide = (size_t)width, children = wide * CHILDREN;
    planner->width = width;
    planner->seen_size = 64;
    while (planner->seen_size < wide * 4)
        planner->seen_size *= 2;
    bool whole = true;
    for (int i = 0; i < 2; i++)
        whole &= (planner->states[i] = aligned(wide, sizeof(State))) != NULL;
    for (int i = 0; i <= PLAN_DEPTH; i++)
        whole &= (planner->origin[i] = aligned(wide, sizeof(Origin))) != NULL;
    whole &= (planner->candidates = aligned(children, sizeof(Candidate))) != NULL;
    whole &= (planner->chunk_count = calloc(wide / CHUNK + 1, sizeof(int))) != NULL;
    whole &= (planner->order = aligned(children, sizeof(Order))) != NULL;
    whole &= (planner->spare = aligned(children, sizeof(Order))) != NULL;
    whole &= (planner->seen = calloc(planner->seen_size, sizeof(uint64_t))) != NULL;
    whole &= (planner->seen_level = calloc(planner->seen_size, sizeof(uint32_t))) != NULL;
    if (!whole) {
        planner_destroy(planner);
        return NULL;
    }
    return planner;
}

void planner_destroy(Planner *planner) {
    if (!planner)
        return;
    for (int i = 0; i < 2; i++)
        free(planner->states[i]);
    for (int i = 0; i <= PLAN_DEPTH; i++)
        free(planner->origin[i]);
    free(planner->candidates);
    free(planner->chunk_count);
    free(planner->order);
    free(planner->spare);
    free(planner->seen);
    free(planner->seen_level);
    free(planner);
}

static void script_commands(const PlanTask *task, int depth, Command own,
                            uint8_t command[MAX_PLAYERS]) {
    memset(command, 0, MAX_PLAYERS);
    if (task->script && depth < task->script->length)
        memcpy(command, task->script->command[depth], MAX_PLAYERS);
    command[task->evaluation.player] = (uint8_t)own;
}

static void play_child(const PlanTask *task, int depth, const State *parent, Command own,
                       State *child) {
    uint8_t command[MAX_PLAYERS];
    RoundEvents events;
    script_commands(task, depth, own, command);
    state_copy(child, parent);
    task->evaluation.engine->play(task->evaluation.game, child, command, &RANKS_IN_ORDER, &events);
}

/* Play all children of one node. Returns how many candidates were written. */
static int expand(const PlanTask *task, int depth, float discount, const State *parent,
                  uint32_t index, const Origin *origin, Candidate *out) {
    const Evaluation *evaluation = &task->evaluation;
    int player = evaluation->player, count = 0;
    unsigned legal = state_legal(parent, player);
    if (depth == 0)
        legal &= task->first;
    for (unsigned rest = legal; rest; rest &= rest - 1) {
        Command own = (Command)__builtin_ctz(rest);
        State child;
        play_child(task, depth, parent, own, &child);
        if (!state_is_alive(&child, player))
            continue;
        float won = origin->won + discount * points_won(evaluation, parent, &child);
        if (depth == 0)
            won -= task->handicap[own];
        out[count++] = (Candidate){
            .hash = child.hash,
            .won = won,
            .value = won + discount * evaluate(evaluation, &child),
            .parent = index,
            .cell = child.cell[player],
            .command = (uint8_t)own,
            .first = depth == 0 ? (uint8_t)own : origin->first,
        };
    }
    return count;
}

static uint32_t descending_key(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 ? bits : ~(bits | 1u << 31);
}

/* List the candidates of all chunks with their keys. Returns how many there are. */
static size_t list_candidates(Planner *planner, int size) {
    size_t count = 0;
    for (int chunk = 0; chunk * CHUNK < size; chunk++) {
        uint32_t first = (uint32_t)(chunk * CHUNK * CHILDREN);
        for (uint32_t i = first; i < first + (uint32_t)planner->chunk_count[chunk]; i++)
            planner->order[count++] = (Order){descending_key(planner->candidates[i].value), i};
    }
    return count;
}

/* Sort by key, equal keys in the order of their index: radix sort, 11 bits a pass. */
static void sort_candidates(Planner *planner, size_t count) {
    enum { BITS = 11, BUCKETS = 1 << BITS };
    for (int shift = 0; shift < 32; shift += BITS) {
        uint32_t place[BUCKETS] = {0}, sum = 0;
        for (size_t i = 0; i < count; i++)
            place[planner->order[i].key >> shift & (BUCKETS - 1)]++;
        for (int b = 0; b < BUCKETS; b++) {
            uint32_t size = place[b];
            place[b] = sum;
            sum += size;
        }
        for (size_t i = 0; i < count; i++)
            planner->spare[place[planner->order[i].key >> shift & (BUCKETS - 1)]++] =
                planner->order[i];
        Order *sorted = planner->spare;
        planner->spare = planner->order;
        planner->order = sorted;
    }
}

/* Whether a state with this hash is in the level already; puts it in when not. */
static bool is_duplicate(Planner *planner, uint64_t hash) {
    size_t mask = planner->seen_size - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        if (planner->seen_level[at] != planner->stamp) {
            planner->seen_level[at] = planner->stamp;
            planner->seen[at] = hash;
            return false;
        }
        if (planner->seen[at] == hash)
            return true;
    }
}

/* The next level while it is being filled. */
typedef struct Selection {
    Planner *planner;
    const PlanTask *task;
    int depth, taken;
    float best;   /* value of the first node taken */
    size_t risky; /* candidates put aside, in planner->spare */
    uint16_t crowd[CELL_COUNT];
} Selection;

static bool is_crowded(const Selection *selection, const Candidate *candidate) {
    int local = selection->task->local;
    return local && selection->crowd[candidate->cell] >= local;
}

/* Play a candidate again and store it, unless the player cannot survive there. With a hostile
 * outlook, one that only calm opponents let live is put aside. */
static void select_candidate(Selection *selection, uint32_t index, Outlook outlook) {
    Planner *planner = selection->planner;
    const PlanTask *task = selection->task;
    const Engine *engine = task->evaluation.engine;
    const Candidate *candidate = &planner->candidates[index];
    const State *parents = planner->states[selection->depth & 1];
    State *state = &planner->states[~selection->depth & 1][selection->taken];
    play_child(task, selection->depth, &parents[candidate->parent], candidate->command, state);
    int player = task->evaluation.player;
    bool endures = !task->survivable_only || survivable(engine, state, player, outlook);
    if (endures && task->wary && outlook == OUTLOOK_HOSTILE)
        endures = survivable_when_bombed(engine, state, player);
    if (!endures) {
        if (outlook == OUTLOOK_HOSTILE)
            planner->spare[selection->risky++].index = index;
        return;
    }
    if (selection->taken == 0)
        selection->best = candidate->value;
    selection->crowd[candidate->cell]++;
    planner->origin[selection->depth + 1][selection->taken++] =
        (Origin){candidate->parent, candidate->won, candidate->command, candidate->first};
}

/* Take the candidate unless it is crowded out or a duplicate. */
static void consider_candidate(Selection *selection, uint32_t index) {
    const PlanTask *task = selection->task;
    const Candidate *candidate = &selection->planner->candidates[index];
    if (is_crowded(selection, candidate) ||
        (task->unique && is_duplicate(selection->planner, candidate->hash)))
        return;
    select_candidate(selection, index, OUTLOOK_HOSTILE);
}

static bool is_late(const PlanTask *task, size_t i) {
    enum { BETWEEN_CLOCKS = 64 };
    return i % BETWEEN_CLOCKS == 0 && task->deadline && clock_now() >= task->deadline;
}

/* Fill the next level from the sorted candidates: those that a hostile opponent cannot kill by what
 * is on the board, then, while there is room, the others. Returns false when time ran out. */
static bool select_nodes(Selection *selection, size_t count) {
    Planner *planner = selection->planner;
    const PlanTask *task = selection->task;
    planner->stamp++;
    for (size_t i = 0; i < count && selection->taken < task->width; i++) {
        if (is_late(task, i))
            return false;
        consider_candidate(selection, planner->order[i].index);
    }
    for (size_t i = 0; i < selection->risky && selection->taken < task->width; i++) {
        if (is_late(task, i))
            return false;
        if (!is_crowded(selection, &planner->candidates[planner->spare[i].index]))
            select_candidate(selection, planner->spare[i].index, OUTLOOK_CALM);
    }
    return true;
}

/* Write the plan that ends in node `index` of level `depth`. */
static void trace(const Planner *planner, int depth, uint32_t index, Plan *plan) {
    plan->length = depth;
    for (int d = depth; d > 0; d--) {
        const Origin *origin = &planner->origin[d][index];
        plan->command[d - 1] = origin->command;
        index = origin->parent;
    }
}

/* The best value of each first command, among the children of the last level searched. */
static void note_first_values(const Planner *planner, size_t count, Plan *plan) {
    for (int c = 0; c < COMMAND_COUNT; c++)
        plan->first_value[c] = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        const Candidate *candidate = &planner->candidates[planner->order[i].index];
        if (candidate->value > plan->first_value[candidate->first])
            plan->first_value[candidate->first] = candidate->value;
    }
}

static void expand_chunk(Level *level, int chunk) {
    Planner *planner = level->planner;
    int first = chunk * CHUNK, end = first + CHUNK < level->size ? first + CHUNK : level->size;
    Candidate *out = planner->candidates + first * CHILDREN;
    int count = 0;
    for (int i = first; i < end; i++)
        count += expand(level->task, level->depth, level->discount,
                        &planner->states[level->depth & 1][i], (uint32_t)i,
                        &planner->origin[level->depth][i], out + count);
    planner->chunk_count[chunk] = count;
}

static void expand_chunks(void *argument, int worker) {
    (void)worker;
    Level *level = argument;
    int64_t deadline = level->task->deadline;
    for (;;) {
        int chunk = atomic_fetch_add(&level->next_chunk, 1);
        if (chunk * CHUNK >= level->size)
            return;
        if (deadline && clock_now() >= deadline)
            atomic_store(&level->late, true);
        if (atomic_load(&level->late))
            return;
        expand_chunk(level, chunk);
    }
}

/* How many of `size` parents the limit of nodes allows. */
static int affordable_parents(const PlanTask *task, const Plan *plan, int size) {
    if (!task->node_limit)
        return size;
    if (plan->nodes >= task->node_limit)
        return 0;
    uint64_t most = (task->node_limit - plan->nodes + CHILDREN - 1) / CHILDREN;
    return most < (uint64_t)size ? (int)most : size;
}

/* Play the children of a whole level. Returns false when a limit was hit. */
static bool expand_level(const PlanTask *task, Team *team, Level *level, const Plan *plan) {
    level->size = affordable_parents(task, plan, level->size);
    if (level->size == 0)
        return false;
    atomic_store(&level->next_chunk, 0);
    if (team && level->size > 2 * CHUNK)
        team_run(team, expand_chunks, level);
    else
        expand_chunks(level, 0);
    return !atomic_load(&level->late);
}

static void note_level(const Planner *planner, const Selection *selection, size_t count,
                       Plan *plan) {
    trace(planner, selection->depth + 1, 0, plan);
    plan->value = selection->best;
    note_first_values(planner, count, plan);
    plan->widest = selection->taken > plan->widest ? selection->taken : plan->widest;
}

static void search_levels(Planner *planner, const PlanTask *task, Team *team, Plan *plan) {
    Level level = {.planner = planner, .task = task, .size = 1, .discount = 1};
    for (; level.depth < task->depth && level.size > 0; level.depth++) {
        if (!expand_level(task, team, &level, plan))
            return;
        size_t count = list_candidates(planner, level.size);
        plan->nodes += count;
        sort_candidates(planner, count);
        Selection selection = {.planner = planner, .task = task, .depth = level.depth};
        if (!select_nodes(&selection, count))
            return;
        if (selection.taken > 0)
            note_level(planner, &selection, count, plan);
        level.size = selection.taken;
        level.discount *= task->evaluation.weights->discount;
    }
    plan->complete = true;
}

void planner_search(Planner *planner, const PlanTask *task, Plan *plan) {
    memset(plan, 0, sizeof *plan);
    state_copy(&planner->states[0][0], task->root);
    planner->origin[0][0] = (Origin){0};
    Team *team = task->threads > 1 ? team_start(task->threads) : NULL;
    search_levels(planner, task, team, plan);
    team_stop(team);
}
