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
#include "search/agent.h"
#include "search/evaluate.h"

enum { PLAN_DEPTH = PV_LENGTH, PLAN_WIDTH = 16384 };

/* What every player will do, round by round from the root on; after `length` rounds nothing. */
typedef struct Script {
    int length;
    uint8_t command[PLAN_DEPTH][MAX_PLAYERS];
} Script;

typedef struct PlanTask {
    Evaluation evaluation;
    const State *root;
    const Script *script;          /* the own player's column is not read */
    unsigned first;                /* bits of the first commands that may be tried */
    float handicap[COMMAND_COUNT]; /* taken off the value of plans that begin so, or, where it is
                                      positive, wait at the root's cell first and do it then */
    int width;                     /* states a level, 1..PLAN_WIDTH */
    bool paced;  /* levels are narrower where the budget does not pay for `width` down to `depth` */
    int local;   /* percent of the width that may have the own player on one cell; 0: any number */
    int depth;   /* rounds, 1..PLAN_DEPTH */
    bool unique; /* states of a level with the same hash are kept once */
    bool assume_bomb_reply; /* put aside where an opponent's bomb, dropped now, could not be
                               survived */
    bool survivable_only;   /* states in which the player cannot live are left out */
    int room_rounds;        /* the first ones, in which room counts, see cost_of_room */
    const uint8_t *kept;    /* commands of a plan whose states stay in the beam however little they
                               promise, while they can be survived; NULL: none */
    int kept_length;
    Team *team; /* whose threads work on a level together; NULL: the caller alone. The result does
                   not depend on it */
    uint64_t node_limit; /* 0: none */
    int64_t deadline;    /* clock_now(); 0: none */
} PlanTask;

typedef struct Plan {
    int length; /* rounds planned; 0 when every first command dies at once */
    uint8_t command[PLAN_DEPTH];
    float value;                      /* points won and promised, discounted */
    float first_value[COMMAND_COUNT]; /* the best found for each first command; -INFINITY: none */
    uint8_t first_rounds[COMMAND_COUNT]; /* of a beam: rounds after which it was found, fewer than
                                            `length` where others crowded it out */
    uint64_t nodes;                      /* children played */
    int widest;                          /* states of the widest level */
    bool complete;                       /* the depth was reached before a limit was */
} Plan;

/* Let `player` do what it plans, and nothing afterwards. */
static inline void script_take(Script *script, int player, const Plan *plan) {
    for (int d = 0; d < PLAN_DEPTH; d++)
        script->command[d][player] = d < plan->length ? plan->command[d] : COMMAND_NOTHING;
}

typedef struct Planner Planner;

/* Returns NULL when memory is short. Takes 12 bytes a state and level, and
 * about 1,500 a state. */
Planner *planner_create(int width);

void planner_destroy(Planner *planner);

/* Find the best plan for task->evaluation.player. */
void planner_search(Planner *planner, const PlanTask *task, Plan *plan);

#endif
