#include "search/beam_search.h"

#include <math.h>
#include <stdlib.h>

#include "platform/clock.h"
#include "platform/memory.h"
#include "search/beam_internal.h"

/* The share of the time left that a paced search plans with: the cost of a parent varies. */
#define PACED_SHARE 0.93

static void *aligned(size_t count, size_t size) {
    return memory_allocate_aligned(count * size);
}

BeamSearch *beam_search_create(int width) {
    BeamSearch *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    size_t wide = (size_t)width, children = wide * CHILDREN;
    search->width = width;
    search->seen_size = 64;
    while (search->seen_size < wide * 4)
        search->seen_size *= 2;
    bool whole = true;
    for (int i = 0; i < 2; i++)
        whole &= (search->states[i] = aligned(wide + BLOCK, sizeof(State))) != NULL &&
                 (search->place[i] = calloc(wide, sizeof(uint32_t))) != NULL;
    for (int i = 0; i <= PV_LENGTH; i++)
        whole &= (search->origin[i] = aligned(wide, sizeof(Origin))) != NULL;
    whole &= (search->candidates = aligned(children, sizeof(Candidate))) != NULL;
    whole &= (search->chunks = calloc(wide / CHUNK + 1, sizeof(Chunk))) != NULL;
    whole &= (search->order = aligned(children, sizeof(Order))) != NULL;
    whole &= (search->spare = aligned(children, sizeof(Order))) != NULL;
    whole &= (search->seen = calloc(search->seen_size, sizeof(Seen))) != NULL;
    if (!whole) {
        beam_search_destroy(search);
        return NULL;
    }
    return search;
}

void beam_search_destroy(BeamSearch *search) {
    if (!search)
        return;
    for (int i = 0; i < 2; i++) {
        memory_free_aligned(search->states[i]);
        free(search->place[i]);
    }
    for (int i = 0; i <= PV_LENGTH; i++)
        memory_free_aligned(search->origin[i]);
    memory_free_aligned(search->candidates);
    free(search->chunks);
    memory_free_aligned(search->order);
    memory_free_aligned(search->spare);
    free(search->seen);
    free(search);
}

/* Store the line of result->pv.length rounds that ends in the best state. */
static void trace(const BeamSearch *search, SearchResult *result) {
    uint32_t index = 0;
    for (int d = result->pv.length; d > 0; d--) {
        const Origin *origin = &search->origin[d][index];
        result->pv.command[d - 1] = origin->command;
        index = origin->parent;
    }
}

/* Note the best value of each first command among the children of this level. */
static void note_first_values(const Level *level, SearchResult *result) {
    for (int c = 0; c < COMMAND_COUNT; c++)
        if (level->first_value[c] > -INFINITY) {
            result->first_rounds[c] = (uint8_t)(level->depth + 1);
            result->first_value[c] = level->first_value[c];
        }
}

/* How many of `size` parents the limit of nodes allows to expand. */
static int affordable_parents(const BeamTask *task, const SearchResult *result, int size) {
    if (!task->limits.nodes)
        return size;
    if (result->nodes >= task->limits.nodes)
        return 0;
    uint64_t most = (task->limits.nodes - result->nodes + CHILDREN - 1) / CHILDREN;
    return most < (uint64_t)size ? (int)most : size;
}

/* The start of the search, and the parents expanded since. */
typedef struct Pace {
    int64_t start;
    int parents;
} Pace;

/* The width of the next level when the `levels` levels that are left share the rest of the limits,
 * and a parent costs what it did so far. After the last level only the best state matters. */
static int paced_width(const BeamTask *task, const SearchResult *result, const Pace *pace,
                       int levels) {
    enum { MIN_PARENTS = 64 };
    double width = task->width, cost = 1.0 / (double)pace->parents;
    if (levels == 0)
        return 1;
    if (!task->paced || pace->parents < MIN_PARENTS)
        return task->width;
    if (task->limits.nodes) {
        double left = (double)task->limits.nodes - (double)result->nodes;
        width = fmin(width, left / (cost * (double)result->nodes * levels));
    }
    if (task->limits.deadline) {
        int64_t now = clock_now();
        double left = PACED_SHARE * (double)(task->limits.deadline - now);
        width = fmin(width, left / (cost * (double)(now - pace->start) * levels));
    }
    return width > 1 ? (int)width : 1;
}

static void note_level(const Level *level, int taken, SearchResult *result) {
    result->pv.length = level->depth + 1;
    note_first_values(level, result);
    result->value = level->best;
    result->widest = taken > result->widest ? taken : result->widest;
}

/* The candidate that continues the PV. NULL at the end of the PV, when its parent is not in the
 * level, or when the command is not legal or deadly. */
static const Candidate *pv_candidate(const Level *level) {
    const BeamSearch *search = level->search;
    int chunk = level->pv_parent / CHUNK;
    if (level->pv_parent < 0 || level->pv_parent >= level->size ||
        level->depth >= level->task->pv->length)
        return NULL;
    const Candidate *candidate = search->candidates + chunk * CHUNK * CHILDREN;
    for (int i = 0; i < search->chunks[chunk].count; i++)
        if (candidate[i].parent == (uint32_t)level->pv_parent &&
            candidate[i].command == level->task->pv->command[level->depth])
            return &candidate[i];
    return NULL;
}

/* The index of the state of the next level with this hash, or -1. */
static int find_state(const Level *level, int count, uint64_t hash) {
    for (int i = 0; i < count; i++)
        if (beam_state(level->search, level->depth + 1, (uint32_t)i)->hash == hash)
            return i;
    return -1;
}

/* Make sure that the next level, which has `taken` states, holds the state of task->pv: it replaces
 * the last state when it is not there. Returns the size of the level. */
static int keep_pv(Level *level, int taken) {
    enum { MIN_WIDTH = 2 /* the best state stays, too */ };
    BeamSearch *search = level->search;
    State state;
    const Candidate *candidate = level->width >= MIN_WIDTH ? pv_candidate(level) : NULL;
    level->pv_parent = candidate ? find_state(level, taken, candidate->hash) : -1;
    if (!candidate || level->pv_parent >= 0)
        return taken;
    beam_play_candidate(level, candidate, &state);
    if (!beam_survives(level->task, &state, THREAT_FUSES))
        return taken;
    level->pv_parent = taken < level->width ? taken++ : level->width - 1;
    state_copy(beam_state(search, level->depth + 1, (uint32_t)level->pv_parent), &state);
    search->origin[level->depth + 1][level->pv_parent] = beam_origin(candidate);
    return taken;
}

static void search_levels(const BeamTask *task, Level *level, SearchResult *result) {
    Pace pace = {.start = clock_now()};
    for (; level->depth < task->depth && level->size > 0; level->depth++) {
        level->size = affordable_parents(task, result, level->size);
        if (level->size == 0 || !beam_expand(level))
            return;
        size_t count = beam_list(level);
        result->nodes += count;
        pace.parents += level->size;
        level->width = paced_width(task, result, &pace, task->depth - level->depth - 1);
        int taken = beam_select(level, count);
        if (taken < 0)
            return;
        taken = keep_pv(level, taken);
        if (taken > 0)
            note_level(level, taken, result);
        level->size = taken;
        level->discount *= task->evaluation.weights->discount;
    }
    result->complete = true;
}

void beam_search_run(BeamSearch *search, const BeamTask *task, SearchResult *result) {
    memset(result, 0, sizeof *result);
    for (int c = 0; c < COMMAND_COUNT; c++)
        result->first_value[c] = -INFINITY;
    search->place[0][0] = 0;
    state_copy(&search->states[0][0], task->root);
    search->origin[0][0] = (Origin){0};
    Level level = {
        .search = search, .task = task, .size = 1, .pv_parent = task->pv ? 0 : -1, .discount = 1};
    search_levels(task, &level, result);
    trace(search, result);
}
