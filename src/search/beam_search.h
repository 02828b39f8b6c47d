/* Beam search for one player; the commands of all others are given.
 *
 * A level holds the states after the same number of rounds, best first:
 *
 *   nodes of level d      every node x its legal commands        nodes of level d + 1
 *   +-------+             +----------------------------+         +-------+
 *   | State |  -- play -> | value, hash, parent,       |  sort   | State |  no duplicates, few on
 *   | ...   |             | command (24 bytes)         | ------> | ...   |  one cell, and the
 *   +-------+             +----------------------------+  take   +-------+  player survives
 *
 * Only the children that are taken are played again and stored. So memory holds the states of two
 * levels, and for all levels where each state came from.
 */
#ifndef BLASTBEAM_SEARCH_BEAM_SEARCH_H
#define BLASTBEAM_SEARCH_BEAM_SEARCH_H

#include "platform/thread_pool.h"
#include "safety/limits.h"
#include "search/evaluate.h"
#include "search/pv.h"
#include "search/result.h"
#include "search/root_bias.h"

enum { BEAM_WIDTH_MAX = 65536 };

typedef struct BeamTask {
    Evaluation evaluation;
    const State *root;
    const Prediction *prediction; /* of the others; our own column is not read; NULL: they wait */
    unsigned first;               /* bits of the first commands to search */
    RootBias root_bias;
    int width;   /* states of a level at most, 1..BEAM_WIDTH_MAX */
    bool paced;  /* narrow the levels so that the limits last down to `depth` */
    int local;   /* percent of the width for states with the player on one cell; 0: no limit */
    int depth;   /* rounds, 1..PV_LENGTH */
    bool unique; /* keep one of the states of a level that have the same hash */
    bool survives_only;     /* leave out states in which the player cannot survive */
    bool assume_bomb_reply; /* with survives_only: states come last in which a bomb that an opponent
                               plants at once would be fatal */
    int mobility_rounds;    /* the first rounds, in which mobility_cost is charged */
    const Pv *pv;        /* its states stay in the beam while the player survives in them, however
                            low their value is; NULL: none */
    ThreadPool *pool;    /* works on each level; NULL: the caller alone. The result is the same */
    SearchLimits limits; /* deadline and nodes */
} BeamTask;

typedef struct BeamSearch BeamSearch;

/* Memory for searches up to this width: 12 bytes a state and level, and about 1,500 bytes a state.
 * Returns NULL when memory is short. */
BeamSearch *beam_search_create(int width);

/* NULL is allowed. */
void beam_search_destroy(BeamSearch *search);

/* Search for the best line of task->evaluation.player. */
void beam_search_run(BeamSearch *search, const BeamTask *task, SearchResult *result);

#endif
