/* What the parts of the beam search share. */
#ifndef BLASTBEAM_SEARCH_BEAM_INTERNAL_H
#define BLASTBEAM_SEARCH_BEAM_INTERNAL_H

#include "safety/survival.h"
#include "search/beam_search.h"

/* Where a node came from. */
typedef struct Origin {
    uint32_t parent;
    float won; /* points won up to here, discounted */
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

/* Threads expand the parents in chunks. The candidates of a chunk begin at a fixed place, so that
 * their order does not depend on the threads. */
enum { CHILDREN = COMMAND_COUNT, CHUNK = 4 };

/* What threads write gets a cache line of its own, so that readers of its neighbours do not wait.
 */
enum { CACHE_LINE = 64 };

/* Candidates are taken in blocks: one thread fills a block by value, all threads play it and check
 * whether the player survives, and one thread stores the survivors. */
enum { BLOCK = 256 };

struct BeamSearch {
    int width;
    State *states[2]; /* of this level and the next, and space for a block */
    Origin *origin[PV_LENGTH + 1];
    Candidate *candidates;
    int *chunk_count; /* candidates of each chunk of parents */
    Order *order, *spare;
    uint64_t *seen;       /* open addressing: hashes of the current level */
    uint32_t *seen_level; /* for each entry, the stamp of the level that wrote it */
    uint32_t stamp;
    size_t seen_size, seen_count; /* entries of the table; those of the current level */
};

/* A level of the search, and the next one while it is filled. */
typedef struct Level {
    BeamSearch *search;
    const BeamTask *task;
    int depth;
    int size;  /* parents */
    int width; /* of the next level at most */
    float discount;
    float best;    /* value of the first state of the next level */
    int pv_parent; /* index of the parent on task->pv; -1: none is */
} Level;

/* Play `own` for the task's player and the predicted commands for the others. */
void beam_play(const BeamTask *task, int depth, const State *parent, Command own, State *child);

/* Play a candidate of this level again. */
void beam_play_candidate(const Level *level, const Candidate *candidate, State *child);

/* Whether the player survives in the state, as far as the task asks (survives_only,
 * assume_bomb_reply). */
bool beam_survives(const BeamTask *task, const State *state, ThreatModel threat);

static inline Origin beam_origin(const Candidate *candidate) {
    return (Origin){candidate->parent, candidate->won, candidate->command, candidate->first};
}

/* Play the children of all parents into search->candidates. Returns false when time ran out. */
bool beam_expand(Level *level);

/* Sort the candidates of all chunks, best first, into search->order. Returns their number. */
size_t beam_sort(Level *level);

/* Fill the next level from the first `count` sorted candidates: first those in which the player
 * survives THREAT_TRIGGERS, then those in which it survives THREAT_FUSES. Returns the size of the
 * level, or -1 when time ran out. */
int beam_select(Level *level, size_t count);

/* Make sure that the next level, which has `taken` states, holds the state of task->pv: it replaces
 * the last state when it is not there. Returns the size of the level. */
int beam_keep_pv(Level *level, int taken);

#endif
