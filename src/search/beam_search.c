#include "search/beam_search.h"

#include <math.h>
#include <stdlib.h>

#include "platform/platform.h"
#include "search/beam_internal.h"

/* Of the time left, what a paced search plans to use: prices rise and fall. */
#define PACED_SHARE 0.93

static void *aligned(size_t count, size_t size) {
    return memory_allocate_aligned(count * size);
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
        whole &= (planner->states[i] = aligned(wide + BLOCK, sizeof(State))) != NULL;
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
        memory_free_aligned(planner->states[i]);
    for (int i = 0; i <= PLAN_DEPTH; i++)
        memory_free_aligned(planner->origin[i]);
    memory_free_aligned(planner->candidates);
    free(planner->chunk_count);
    memory_free_aligned(planner->order);
    memory_free_aligned(planner->spare);
    free(planner->seen);
    free(planner->seen_level);
    free(planner);
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

/* The best value of each first command, among the children of the last level that had any. */
static void note_first_values(const Level *level, Plan *plan) {
    const Planner *planner = level->planner;
    uint8_t rounds = (uint8_t)(level->depth + 1);
    for (int chunk = 0; chunk * CHUNK < level->size; chunk++) {
        const Candidate *candidate = planner->candidates + chunk * CHUNK * CHILDREN;
        const Candidate *end = candidate + planner->chunk_count[chunk];
        for (; candidate < end; candidate++) {
            uint8_t first = candidate->first;
            if (plan->first_rounds[first] == rounds && candidate->value <= plan->first_value[first])
                continue;
            plan->first_rounds[first] = rounds;
            plan->first_value[first] = candidate->value;
        }
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

/* What was spent on a search so far, and on how many parents. */
typedef struct Pace {
    int64_t start;
    int parents;
} Pace;

/* How many parents the next level may have when it and those after it, `levels` in all, share what
 * is left of the budget, at the price of the parents so far. After the last one only the best
 * matters. */
static int paced_width(const PlanTask *task, const Plan *plan, const Pace *pace, int levels) {
    enum { ENOUGH_TO_TELL = 64 };
    double width = task->width, price = 1.0 / (double)pace->parents;
    if (levels == 0)
        return 1;
    if (!task->paced || pace->parents < ENOUGH_TO_TELL)
        return task->width;
    if (task->node_limit) {
        double left = (double)task->node_limit - (double)plan->nodes;
        width = fmin(width, left / (price * (double)plan->nodes * levels));
    }
    if (task->deadline) {
        int64_t now = clock_now();
        double left = PACED_SHARE * (double)(task->deadline - now);
        width = fmin(width, left / (price * (double)(now - pace->start) * levels));
    }
    return width > 1 ? (int)width : 1;
}

static void note_level(const Level *level, int taken, Plan *plan) {
    const Planner *planner = level->planner;
    trace(planner, level->depth + 1, 0, plan);
    note_first_values(level, plan);
    plan->value = level->best;
    plan->widest = taken > plan->widest ? taken : plan->widest;
}

static void search_levels(const PlanTask *task, Level *level, Plan *plan) {
    Pace pace = {.start = clock_now()};
    for (; level->depth < task->depth && level->size > 0; level->depth++) {
        level->size = affordable_parents(task, plan, level->size);
        if (level->size == 0 || !planner_expand(level))
            return;
        size_t count = planner_sort(level);
        plan->nodes += count;
        pace.parents += level->size;
        level->width = paced_width(task, plan, &pace, task->depth - level->depth - 1);
        int taken = planner_select(level, count);
        if (taken < 0)
            return;
        taken = planner_keep(level, taken);
        if (taken > 0)
            note_level(level, taken, plan);
        level->size = taken;
        level->discount *= task->evaluation.weights->discount;
    }
    plan->complete = true;
}

void planner_search(Planner *planner, const PlanTask *task, Plan *plan) {
    memset(plan, 0, sizeof *plan);
    for (int c = 0; c < COMMAND_COUNT; c++)
        plan->first_value[c] = -INFINITY;
    state_copy(&planner->states[0][0], task->root);
    planner->origin[0][0] = (Origin){0};
    Level level = {
        .planner = planner, .task = task, .size = 1, .kept = task->kept ? 0 : -1, .discount = 1};
    search_levels(task, &level, plan);
}
