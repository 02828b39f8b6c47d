#include "search/beam_internal.h"

/* The candidate with which the kept line goes on; NULL where it ends: at its end, where its parent
 * was dropped, or where the player cannot go on so. */
static const Candidate *kept_candidate(const Level *level) {
    const Planner *planner = level->planner;
    int chunk = level->kept / CHUNK;
    if (level->kept < 0 || level->kept >= level->size || level->depth >= level->task->kept_length)
        return NULL;
    const Candidate *candidate = planner->candidates + chunk * CHUNK * CHILDREN;
    for (int i = 0; i < planner->chunk_count[chunk]; i++)
        if (candidate[i].parent == (uint32_t)level->kept &&
            candidate[i].command == level->task->kept[level->depth])
            return &candidate[i];
    return NULL;
}

static int find_state(const State *states, int count, uint64_t hash) {
    for (int i = 0; i < count; i++)
        if (states[i].hash == hash)
            return i;
    return -1;
}

int planner_keep(Level *level, int taken) {
    enum { LEAST = 2 /* the best one stays */ };
    Planner *planner = level->planner;
    State *states = planner->states[~level->depth & 1], state;
    const Candidate *candidate = level->width >= LEAST ? kept_candidate(level) : NULL;
    level->kept = candidate ? find_state(states, taken, candidate->hash) : -1;
    if (!candidate || level->kept >= 0)
        return taken;
    planner_play_candidate(level, candidate, &state);
    if (!planner_endures(level->task, &state, THREAT_FUSES))
        return taken;
    level->kept = taken < level->width ? taken++ : level->width - 1;
    state_copy(&states[level->kept], &state);
    planner->origin[level->depth + 1][level->kept] = planner_origin(candidate);
    return taken;
}
