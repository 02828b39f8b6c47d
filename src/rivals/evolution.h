/* Rolling horizon evolution of one player's plan, the commands of all others being given.
 *
 * An individual is a plan: one command a round. Each generation
 *
 *   mu parents -- roulette --> one-point crossover --> mutation --> lambda offspring
 *        ^                                                              |
 *        +------------------- the best mu of mu + lambda <--------------+
 *
 * A gene that is illegal when its turn comes, or kills the player in that round, is skipped: the
 * genes after it move up, and random ones fill the plan up at its end. So gene d of an individual
 * that has been played is the command of round d.
 *
 * Parameters and the treatment of genes follow the Hypersonic agent whose results against beam
 * search and MCTS are known; the value of a plan is that of the planner: points won, discounted,
 * plus what the last state promises.
 */
#ifndef BLASTBEAM_RIVALS_EVOLUTION_H
#define BLASTBEAM_RIVALS_EVOLUTION_H

#include "engine/random.h"
#include "search/beam_search.h"

enum { EVOLUTION_MOST = 200 /* parents, and offspring */ };

typedef struct EvolutionTask {
    Evaluation evaluation;
    const State *root;
    const Prediction *prediction; /* the own player's column is not read */
    unsigned first;               /* bits of the first commands that may be tried */
    RootBias root_bias;           /* of lines by their first command */
    int parents, offspring;       /* mu and lambda, 1..EVOLUTION_MOST */
    int length;                   /* genes, 1..PV_LENGTH */
    float mutation;               /* probability of each gene to be replaced, 0..1 */
    SearchLimits limits;
    void (*report)(void *context, Command first); /* of a better plan; may be NULL */
    void *context;
} EvolutionTask;

typedef struct Evolution Evolution;

/* An empty population. Returns NULL when memory is short. */
Evolution *evolution_create(void);

void evolution_destroy(Evolution *evolution);

/* Empty the population: the next search begins with random plans. */
void evolution_forget(Evolution *evolution);

/* Take the first round off all plans: the next search begins with them. */
void evolution_shift(Evolution *evolution, Random *random);

/* Evolve plans for task->evaluation.player until a limit is hit. In *plan, first_value holds the
 * best plan ever seen for each first command, widest the parents; complete is never set. */
void evolution_search(Evolution *evolution, const EvolutionTask *task, Random *random,
                      SearchResult *result);

#endif
