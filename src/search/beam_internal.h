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

typedef struct Chunk {
    int count;                        /* its candidates */
    float first_value[COMMAND_COUNT]; /* the best value by first command */
} Chunk;

/* What threads write gets a cache line of its own, so that readers of its neighbours do not wait.
 */
enum { CACHE_LINE = 64 };

/* Candidates are taken in blocks: one thread fills a block by value, all threads play it and check
 * whether the player survives, and one thread stores the survivors. */
enum { BLOCK = 256 };

/* An entry of the table of hashes. */
typedef struct Seen {
    uint64_t hash;
    uint32_t stamp; /* of the level that wrote it */
} Seen;

/* The candidates in search->order are sorted from the front, as far as they are looked at. Behind
 * those lie ranges whose keys ascend from range to range. */
enum { SORT_BITS = 8, SORT_BUCKETS = 1 << SORT_BITS, SORT_RANGES = SORT_BUCKETS * 32 / SORT_BITS };
typedef struct Sorting {
    size_t sorted;
    size_t end[SORT_RANGES]; /* of the ranges behind, the first one last */
    int ranges;
} Sorting;

struct BeamSearch {
    int width;
    State *states[2];   /* of this level and the next, and space for a block */
    uint32_t *place[2]; /* the index in `states` of each state of a level, best first */
    Origin *origin[PV_LENGTH + 1];
    Candidate *candidates;
    Chunk *chunks; /* of parents */
    Order *order, *spare;
    Sorting sorting;
    Seen *seen; /* open addressing: hashes of the current level */
    uint32_t stamp;
    size_t seen_size, seen_count; /* entries of the table; those of the current level */
    size_t seen_mask;             /* of the part that the current level uses */
};

/* Prefetch the lines of a state that all numbers of players use. */
static inline void beam_prefetch(const State *state) {
    for (size_t line = 0; line < offsetof(State, touched[2]); line += CACHE_LINE)
        __builtin_prefetch((const char *)state + line);
}

/* State `index` of the level at `depth`. */
static inline State *beam_state(const BeamSearch *search, int depth, uint32_t index) {
    return &search->states[depth & 1][search->place[depth & 1][index]];
}

/* A level of the search, and the next one while it is filled. */
typedef struct Level {
    BeamSearch *search;
    const BeamTask *task;
    int depth;
    int size;  /* parents */
    int width; /* of the next level at most */
    float discount;
    float best;                       /* value of the first state of the next level */
    float first_value[COMMAND_COUNT]; /* the best value of the children by first command */
    int pv_parent;                    /* index of the parent on task->pv; -1: none is */
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

/* Play the children of all parents into search->candidates, and store their keys in search->spare
 * at the same places. Returns false when time ran out. */
bool beam_expand(Level *level);

/* List the candidates of all chunks in search->order, and find level->first_value. Returns their
 * number. */
size_t beam_list(Level *level);

/* Fill the next level from the `count` candidates, the best first: first those in which the player
 * survives THREAT_TRIGGERS, then those in which it survives THREAT_FUSES. Behind the level's last
 * state, `place` has space for another one if the level is not full. Returns the size of the level,
 * or -1 when time ran out. */
int beam_select(Level *level, size_t count);

#endif
