#include "search/beam_internal.h"

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

int beam_keep_pv(Level *level, int taken) {
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
