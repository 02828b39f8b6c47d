#include <stdatomic.h>

#include "platform/clock.h"
#include "search/beam_internal.h"

/* Candidates of a block that a thread plays at a time. */
enum { SHARE = 4 };

/* Candidates to prefetch: in sorted order they lie anywhere in memory. */
enum { AHEAD = 12 };

/* States on one cell that are allowed however narrow the level is. */
enum { LOCAL_MIN = 3 };

static uint32_t descending_key(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 ? bits : ~(bits | 1u << 31);
}

/* List the candidates of all chunks with keys from 0 on. Returns the largest key. */
static uint32_t list_candidates(BeamSearch *search, int size, size_t *count) {
    uint32_t least = UINT32_MAX, most = 0;
    *count = 0;
    for (int chunk = 0; chunk * CHUNK < size; chunk++) {
        uint32_t first = (uint32_t)(chunk * CHUNK * CHILDREN);
        for (uint32_t i = first; i < first + (uint32_t)search->chunk_count[chunk]; i++) {
            uint32_t key = descending_key(search->candidates[i].value);
            least = key < least ? key : least;
            most = key > most ? key : most;
            search->order[(*count)++] = (Order){key, i};
        }
    }
    for (size_t i = 0; i < *count; i++)
        search->order[i].key -= least;
    return *count ? most - least : 0;
}

/* Radix sort by key, 8 bits a pass. It is stable: equal keys stay in the order of their index. */
static void sort_candidates(BeamSearch *search, size_t count, uint32_t largest) {
    enum { BITS = 8, BUCKETS = 1 << BITS };
    for (int shift = 0; shift < 32 && largest >> shift; shift += BITS) {
        uint32_t place[BUCKETS] = {0}, sum = 0;
        for (size_t i = 0; i < count; i++)
            place[search->order[i].key >> shift & (BUCKETS - 1)]++;
        for (int b = 0; b < BUCKETS; b++) {
            uint32_t size = place[b];
            place[b] = sum;
            sum += size;
        }
        for (size_t i = 0; i < count; i++)
            search->spare[place[search->order[i].key >> shift & (BUCKETS - 1)]++] =
                search->order[i];
        Order *sorted = search->spare;
        search->spare = search->order;
        search->order = sorted;
    }
}

size_t beam_sort(Level *level) {
    size_t count;
    uint32_t largest = list_candidates(level->search, level->size, &count);
    sort_candidates(level->search, count, largest);
    return count;
}

/* Whether a state with this hash is in the level; adds it when not. When few states survive, a
 * level looks at more of them than the table is made for. Above three quarters of it they all count
 * as new, because the probe must find a free entry. */
static bool is_duplicate(BeamSearch *search, uint64_t hash) {
    size_t mask = search->seen_size - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        if (search->seen_level[at] != search->stamp) {
            if (search->seen_count * 4 >= search->seen_size * 3)
                return false;
            search->seen_level[at] = search->stamp;
            search->seen[at] = hash;
            search->seen_count++;
            return false;
        }
        if (search->seen[at] == hash)
            return true;
    }
}

/* The next level while it is filled. */
typedef struct Selection {
    Level *level;
    ThreatModel threat;
    int taken;
    int local;    /* states on one cell at most; 0: no limit */
    size_t risky; /* candidates for the second pass, in search->spare */
    uint16_t crowd[CELL_COUNT];
    int base, count; /* the block's states lie from `base` on, behind those taken already */
    uint32_t block[BLOCK];
    _Alignas(CACHE_LINE) bool survives[BLOCK];
    _Alignas(CACHE_LINE) atomic_int next_share;
} Selection;

static bool is_crowded(const Selection *selection, Cell cell) {
    return selection->local && selection->crowd[cell] >= selection->local;
}

static State *next_state(const Selection *selection, int index) {
    const Level *level = selection->level;
    return &level->search->states[~level->depth & 1][index];
}

bool beam_survives(const BeamTask *task, const State *state, ThreatModel threat) {
    const Engine *engine = task->evaluation.engine;
    int player = task->evaluation.player;
    if (!task->survives_only)
        return true;
    if (task->assume_bomb_reply && threat == THREAT_TRIGGERS)
        return survives_bomb_reply(engine, state, player);
    return survives(engine, state, player, threat);
}

void beam_play_candidate(const Level *level, const Candidate *candidate, State *child) {
    const State *parent = &level->search->states[level->depth & 1][candidate->parent];
    beam_play(level->task, level->depth, parent, candidate->command, child);
}

static void play_candidate(Selection *selection, int index) {
    const Level *level = selection->level;
    State *state = next_state(selection, selection->base + index);
    beam_play_candidate(level, &level->search->candidates[selection->block[index]], state);
    selection->survives[index] = beam_survives(level->task, state, selection->threat);
}

static void play_shares(void *argument, int worker) {
    (void)worker;
    Selection *selection = argument;
    for (;;) {
        int first = SHARE * atomic_fetch_add(&selection->next_share, 1);
        if (first >= selection->count)
            return;
        for (int i = first; i < first + SHARE && i < selection->count; i++)
            play_candidate(selection, i);
    }
}

static void play_block(Selection *selection) {
    atomic_store(&selection->next_share, 0);
    ThreadPool *pool = selection->level->task->pool;
    thread_pool_run(selection->count > 2 * SHARE ? pool : NULL, play_shares, selection);
}

/* Store the state of a candidate of the block. */
static void take(Selection *selection, int index) {
    Level *level = selection->level;
    BeamSearch *search = level->search;
    const Candidate *candidate = &search->candidates[selection->block[index]];
    if (is_crowded(selection, candidate->cell))
        return;
    if (selection->base + index != selection->taken)
        state_copy(next_state(selection, selection->taken),
                   next_state(selection, selection->base + index));
    if (selection->taken == 0)
        level->best = candidate->value;
    selection->crowd[candidate->cell]++;
    search->origin[level->depth + 1][selection->taken++] = beam_origin(candidate);
}

static void take_block(Selection *selection) {
    for (int i = 0; i < selection->count; i++)
        if (selection->survives[i])
            take(selection, i);
        else if (selection->threat == THREAT_TRIGGERS)
            selection->level->search->spare[selection->risky++].index = selection->block[i];
}

/* Fill the block with candidates from `*at` on. */
static void fill_block(Selection *selection, const Order *order, size_t count, size_t *at) {
    const Level *level = selection->level;
    int space = level->width - selection->taken;
    bool unique = level->task->unique && selection->threat == THREAT_TRIGGERS;
    selection->base = selection->taken;
    selection->count = 0;
    for (; *at < count && selection->count < space && selection->count < BLOCK; ++*at) {
        const Candidate *candidates = level->search->candidates;
        const Candidate *candidate = &candidates[order[*at].index];
        if (*at + AHEAD < count)
            __builtin_prefetch(&candidates[order[*at + AHEAD].index]);
        if (!is_crowded(selection, candidate->cell) &&
            !(unique && is_duplicate(level->search, candidate->hash)))
            selection->block[selection->count++] = order[*at].index;
    }
}

/* Take the candidates in which the player survives. Returns false when time ran out. */
static bool take_survivors(Selection *selection, const Order *order, size_t count,
                           ThreatModel threat) {
    const Level *level = selection->level;
    selection->threat = threat;
    for (size_t at = 0; at < count && selection->taken < level->width;) {
        if (level->task->limits.deadline && clock_now() >= level->task->limits.deadline)
            return false;
        fill_block(selection, order, count, &at);
        play_block(selection);
        take_block(selection);
    }
    return true;
}

int beam_select(Level *level, size_t count) {
    const BeamTask *task = level->task;
    BeamSearch *search = level->search;
    int local = level->width * task->local / 100;
    Selection selection = {.level = level,
                           .local = task->local && local < LOCAL_MIN ? LOCAL_MIN : local};
    search->stamp++;
    search->seen_count = 0;
    bool in_time = take_survivors(&selection, search->order, count, THREAT_TRIGGERS) &&
                   take_survivors(&selection, search->spare, selection.risky, THREAT_FUSES);
    return in_time ? selection.taken : -1;
}
