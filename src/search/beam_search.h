/* Beam search for one player, the commands of all others being given.
 *
 * A level holds the states after the same number of rounds, best first:
 *
 *   nodes of level d      every node x its legal commands        nodes of level d + 1
 *   +-------+             +----------------------------+         +-------+
 *   | State |  -- play -> | value, hash, parent,       |  sort   | State |  not a duplicate, not
 *   | ...   |             | command (24 bytes)         | ------> | ...   |  crowded out on its
 *   +-------+             +----------------------------+  take   +-------+  cell, survivable
 *
 * Only the chosen children are played a second time and stored, so memory is two levels of states
 * and the short ancestry of all levels.
 */
#ifndef BLASTBEAM_SEARCH_BEAM_SEARCH_H
#define BLASTBEAM_SEARCH_BEAM_SEARCH_H

#include "platform/thread_pool.h"
#include "safety/limits.h"
#include "search/evaluate.h"
#include "search/prediction.h"
#include "search/result.h"
#include "search/root_bias.h"

enum { BEAM_WIDTH_MAX = 16384 };

typedef struct BeamTask {
    Evaluation evaluation;
    const State *root;
    const Prediction *prediction; /* the own player's column is not read */
    unsigned first;               /* bits of the first commands that may be tried */
    RootBias root_bias;           /* of lines by their first command */
    int width;                    /* states a level, 1..BEAM_WIDTH_MAX */
    bool paced;  /* levels are narrower where the budget does not pay for `width` down to `depth` */
    int local;   /* percent of the width that may have the own player on one cell; 0: any number */
    int depth;   /* rounds, 1..PV_LENGTH */
    bool unique; /* states of a level with the same hash are kept once */
    bool assume_bomb_reply; /* put aside where an opponent's bomb, dropped now, could not be
                               survived */
    bool survives_only;     /* states in which the player cannot live are left out */
    int mobility_rounds;    /* the first ones, in which room counts, see mobility_cost */
    const Pv *pv;     /* its states stay in the beam however little they promise, while the player
     survives in them; NULL: none */
    ThreadPool *pool; /* whose threads work on a level together; NULL: the caller alone. The result
                   does not depend on it */
    SearchLimits limits;
} BeamTask;

typedef struct BeamSearch BeamSearch;

/* Returns NULL when memory is short. Takes 12 bytes a state and level, and
 * about 1,500 a state. */
BeamSearch *beam_search_create(int width);

void beam_search_destroy(BeamSearch *search);

/* Find the best plan for task->evaluation.player. */
void beam_search_run(BeamSearch *search, const BeamTask *task, SearchResult *result);

#endif
