#include <math.h>
#include <stdatomic.h>

#include "platform/clock.h"
#include "search/beam_internal.h"

/* Candidates of a block that a thread plays at a time. */
enum { SHARE = 4 };

/* Candidates that are sorted and loaded at a time: in sorted order they lie anywhere in memory.
 * About half of them are duplicates, so a block needs two times its size. */
enum { BATCH = 64, AHEAD = 2 * BLOCK };

/* States on one cell that are allowed however narrow the level is. */
enum { LOCAL_MIN = 3 };

size_t beam_list(Level *level) {
    BeamSearch *search = level->search;
    size_t count = 0;
    for (int c = 0; c < COMMAND_COUNT; c++)
        level->first_value[c] = -INFINITY;
    for (int i = 0; i * CHUNK < level->size; i++) {
        const Chunk *chunk = &search->chunks[i];
        const Order *keys = search->spare + i * CHUNK * CHILDREN;
        for (int k = 0; k < chunk->count; k++)
            search->order[count++] = keys[k];
        for (int c = 0; c < COMMAND_COUNT; c++)
            if (chunk->first_value[c] > level->first_value[c])
                level->first_value[c] = chunk->first_value[c];
    }
    search->sorting.sorted = 0;
    search->sorting.end[0] = count;
    search->sorting.ranges = 1;
    return count;
}

/* A stable sort by insertion. */
static void sort_few(Order *order, size_t count) {
    for (size_t i = 1; i < count; i++) {
        Order moved = order[i];
        size_t at = i;
        for (; at > 0 && order[at - 1].key > moved.key; at--)
            order[at] = order[at - 1];
        order[at] = moved;
    }
}

/* The least key, and how many of the low bits differ from key to key. */
static uint32_t least_key(const Order *order, size_t count, int *bits) {
    uint32_t least = UINT32_MAX, most = 0;
    for (size_t i = 0; i < count; i++) {
        least = order[i].key < least ? order[i].key : least;
        most = order[i].key > most ? order[i].key : most;
    }
    *bits = most > least ? 32 - __builtin_clz(most - least) : 0;
    return least;
}

/* Divide a range, by SORT_BITS bits of the keys from the highest on that differs, into ranges of
 * ascending keys. It is stable: equal keys stay in the order of their index. */
static void divide_range(BeamSearch *search, size_t from, size_t end, uint32_t least, int shift) {
    Sorting *sorting = &search->sorting;
    Order *order = search->order, *spare = search->spare;
    uint32_t place[SORT_BUCKETS] = {0}, next = (uint32_t)from;
    for (size_t i = from; i < end; i++)
        place[(order[i].key - least) >> shift]++;
    for (int b = 0; b < SORT_BUCKETS; b++) {
        uint32_t size = place[b];
        place[b] = next;
        next += size;
    }
    memcpy(spare + from, order + from, (end - from) * sizeof *order);
    for (size_t i = from; i < end; i++)
        order[place[(spare[i].key - least) >> shift]++] = spare[i];
    for (int b = SORT_BUCKETS - 1; b >= 0; b--)
        if (place[b] > (b ? place[b - 1] : from))
            sorting->end[sorting->ranges++] = place[b];
}

/* Sort the next candidates: by radix, the highest bits first, because most of them are never looked
 * at. */
static void sort_more(BeamSearch *search) {
    enum { FEW = 24 };
    Sorting *sorting = &search->sorting;
    size_t from = sorting->sorted, end = sorting->end[sorting->ranges - 1];
    int bits = 0;
    sorting->ranges--;
    if (end - from <= FEW) {
        sort_few(search->order + from, end - from);
        sorting->sorted = end;
        return;
    }
    uint32_t least = least_key(search->order + from, end - from, &bits);
    if (bits > 0)
        divide_range(search, from, end, least, bits > SORT_BITS ? bits - SORT_BITS : 0);
    else
        sorting->sorted = end;
}

/* Sort the candidates up to `end`. */
static void sort_until(BeamSearch *search, size_t end) {
    while (search->sorting.sorted < end)
        sort_more(search);
}

/* Use a part of the table of hashes that stays in the cache and that `count` hashes cannot fill. */
static void empty_seen(BeamSearch *search, size_t count) {
    size_t size = 64;
    while (size < search->seen_size && size < count * 2)
        size *= 2;
    search->seen_mask = size - 1;
    search->seen_count = 0;
    search->stamp++;
}

/* Whether a state with this hash is in the level; adds it when not. When few states survive, a
 * level looks at more of them than the table is made for. Above three quarters of it they all count
 * as new, because the probe must find a free entry. */
static bool is_duplicate(BeamSearch *search, uint64_t hash) {
    size_t mask = search->seen_mask;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        Seen *seen = &search->seen[at];
        if (seen->stamp != search->stamp) {
            if (search->seen_count * 4 >= (mask + 1) * 3)
                return false;
            *seen = (Seen){hash, search->stamp};
            search->seen_count++;
            return false;
        }
        if (seen->hash == hash)
            return true;
    }
}

/* The next level while it is filled. */
typedef struct Selection {
    Level *level;
    ThreatModel threat;
    int taken;
    int local;          /* states on one cell at most; 0: no limit */
    const Order *order; /* `candidates` of them */
    size_t candidates;
    size_t at, ready; /* the next one; those before `ready` are sorted and loaded */
    size_t risky;     /* candidates for the second pass, in search->spare */
    uint16_t crowd[CELL_COUNT];
    int count;                          /* of the block */
    uint32_t block[BLOCK], slot[BLOCK]; /* candidates, and the indices of their states */
    uint32_t free_slot[BLOCK], unused;  /* indices of states that were not taken; the first index
                                           that was never used */
    int free_slots;
    _Alignas(CACHE_LINE) bool survives[BLOCK];
    _Alignas(CACHE_LINE) atomic_int next_share;
} Selection;

static bool is_crowded(const Selection *selection, Cell cell) {
    return selection->local && selection->crowd[cell] >= selection->local;
}

static uint32_t get_slot(Selection *selection) {
    return selection->free_slots ? selection->free_slot[--selection->free_slots]
                                 : selection->unused++;
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
    const State *parent = beam_state(level->search, level->depth, candidate->parent);
    beam_play(level->task, level->depth, parent, candidate->command, child);
}

static const Candidate *block_candidate(const Selection *selection, int index) {
    return &selection->level->search->candidates[selection->block[index]];
}

static void play_candidate(Selection *selection, int index) {
    const Level *level = selection->level;
    State *state = &level->search->states[~level->depth & 1][selection->slot[index]];
    if (index + 1 < selection->count)
        beam_prefetch(
            beam_state(level->search, level->depth, block_candidate(selection, index + 1)->parent));
    beam_play_candidate(level, block_candidate(selection, index), state);
    selection->survives[index] = beam_survives(level->task, state, selection->threat);
}

/* Sort the next candidates up to `end`, load them, and prefetch their entries of the table of
 * hashes. The loads of a loop that does nothing else run at the same time. */
static void prepare_candidates(Selection *selection, size_t end) {
    BeamSearch *search = selection->level->search;
    size_t last = end < selection->candidates ? end : selection->candidates;
    if (selection->threat == THREAT_TRIGGERS)
        sort_until(search, last);
    for (; selection->ready < last; selection->ready++) {
        uint64_t hash = search->candidates[selection->order[selection->ready].index].hash;
        __builtin_prefetch(&search->seen[hash & search->seen_mask]);
    }
}

/* The thread that fills the blocks prepares the next one while the others play. */
static void play_shares(void *argument, int worker) {
    Selection *selection = argument;
    if (worker == 0 && selection->taken + selection->count < selection->level->width)
        prepare_candidates(selection, selection->at + AHEAD);
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

/* Take the state of a candidate of the block into the level. Returns false when its cell is
 * crowded. */
static bool take(Selection *selection, int index) {
    Level *level = selection->level;
    BeamSearch *search = level->search;
    const Candidate *candidate = block_candidate(selection, index);
    if (is_crowded(selection, candidate->cell))
        return false;
    if (selection->taken == 0)
        level->best = candidate->value;
    selection->crowd[candidate->cell]++;
    search->place[~level->depth & 1][selection->taken] = selection->slot[index];
    search->origin[level->depth + 1][selection->taken++] = beam_origin(candidate);
    return true;
}

static void take_block(Selection *selection) {
    for (int i = 0; i < selection->count; i++) {
        if (!selection->survives[i] && selection->threat == THREAT_TRIGGERS)
            selection->level->search->spare[selection->risky++].index = selection->block[i];
        if (!selection->survives[i] || !take(selection, i))
            selection->free_slot[selection->free_slots++] = selection->slot[i];
    }
}

/* Fill the block with the next candidates. */
static void fill_block(Selection *selection) {
    const Level *level = selection->level;
    BeamSearch *search = level->search;
    int space = level->width - selection->taken;
    bool unique = level->task->unique && selection->threat == THREAT_TRIGGERS;
    selection->count = 0;
    for (; selection->at < selection->candidates && selection->count < space &&
           selection->count < BLOCK;
         selection->at++) {
        if (selection->at >= selection->ready)
            prepare_candidates(selection, selection->at + BATCH);
        uint32_t index = selection->order[selection->at].index;
        const Candidate *candidate = &search->candidates[index];
        if (is_crowded(selection, candidate->cell) ||
            (unique && is_duplicate(search, candidate->hash)))
            continue;
        selection->slot[selection->count] = get_slot(selection);
        selection->block[selection->count++] = index;
    }
}

/* Take the candidates in which the player survives. Returns false when time ran out. */
static bool take_survivors(Selection *selection, const Order *order, size_t count,
                           ThreatModel threat) {
    const Level *level = selection->level;
    selection->threat = threat;
    selection->order = order;
    selection->candidates = count;
    selection->at = selection->ready = 0;
    while (selection->at < count && selection->taken < level->width) {
        if (level->task->limits.deadline && clock_now() >= level->task->limits.deadline)
            return false;
        fill_block(selection);
        play_block(selection);
        take_block(selection);
    }
    return true;
}

int beam_select(Level *level, size_t count) {
    const BeamTask *task = level->task;
    BeamSearch *search = level->search;
    int local = level->width * task->local / 100;
    Selection selection;
    selection.level = level;
    selection.local = task->local && local < LOCAL_MIN ? LOCAL_MIN : local;
    selection.taken = selection.free_slots = 0;
    selection.risky = selection.unused = 0;
    memset(selection.crowd, 0, sizeof selection.crowd);
    empty_seen(search, count);
    bool in_time = take_survivors(&selection, search->order, count, THREAT_TRIGGERS) &&
                   take_survivors(&selection, search->spare, selection.risky, THREAT_FUSES);
    if (selection.taken < level->width)
        search->place[~level->depth & 1][selection.taken] = get_slot(&selection);
    return in_time ? selection.taken : -1;
}
