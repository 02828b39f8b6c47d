/* What the parts of the planner share. */
#ifndef BLASTBEAM_SEARCH_BEAM_INTERNAL_H
#define BLASTBEAM_SEARCH_BEAM_INTERNAL_H

#include "safety/survival.h"
#include "search/beam_search.h"

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

/* Parents are expanded in chunks, by whatever thread is free. The candidates of a chunk begin at a
 * fixed place, so that the order of all candidates does not depend on the threads. */
enum { CHILDREN = COMMAND_COUNT, CHUNK = 4 };

/* What threads write begins a line of its own, or those who read beside it would wait. */
enum { CACHE_LINE = 64 };

/* Candidates are looked at in blocks: a block is chosen by what can be told without playing, played
 * and checked by all threads, and what endures is kept. */
enum { BLOCK = 256 };

struct BeamSearch {
    int width;
    State *states[2]; /* of this level and the next, with room for a block behind it */
    Origin *origin[PV_LENGTH + 1];
    Candidate *candidates;
    int *chunk_count; /* candidates of each chunk of parents */
    Order *order, *spare;
    uint64_t *seen;       /* open addressing; an entry is a hash of the level at hand */
    uint32_t *seen_level; /* the stamp of the level that wrote the entry */
    uint32_t stamp;
    size_t seen_size, seen_count; /* places of the table; those taken by the level at hand */
};

/* A level of the search and the filling of the next. */
typedef struct Level {
    BeamSearch *search;
    const BeamTask *task;
    int depth;
    int size;  /* parents */
    int width; /* of the next level, at most */
    float discount;
    float best;    /* value of the first state taken */
    int pv_parent; /* the parent on the line of task->kept; -1: the line was left */
} Level;

/* Play command `own` of the task's player, the others doing what the script says. */
void beam_play(const BeamTask *task, int depth, const State *parent, Command own, State *child);

/* Play a candidate of the level again. */
void beam_play_candidate(const Level *level, const Candidate *candidate, State *child);

/* Whether the player can survive in the state, by this outlook and as far as the task asks. */
bool beam_survives(const BeamTask *task, const State *state, ThreatModel threat);

static inline Origin beam_origin(const Candidate *candidate) {
    return (Origin){candidate->parent, candidate->won, candidate->command, candidate->first};
}

/* Play the children of all parents into planner->candidates. Returns false when time ran out. */
bool beam_expand(Level *level);

/* Sort the candidates of all chunks, best first, into planner->order. Returns how many. */
size_t beam_sort(Level *level);

/* Fill the next level from the first `count` sorted candidates: those that a hostile opponent
 * cannot kill by what is on the board, then, while there is room, the others. Returns how many were
 * taken, or -1 when time ran out. */
int beam_select(Level *level, size_t count);

/* See to it that the line of task->kept goes on in the next level, of which `taken` states are
 * there: where its state is not among them, it takes the place of the last. Returns how many there
 * are then. */
int beam_keep_pv(Level *level, int taken);

#endif
