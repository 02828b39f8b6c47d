/* Rolling horizon evolution of one player's plan; the commands of all others are given.
 *
 * An individual is a plan: one command a round. Each generation
 *
 *   mu parents -- roulette --> one-point crossover --> mutation --> lambda offspring
 *        ^                                                              |
 *        +------------------- the best mu of mu + lambda <--------------+
 *
 * A gene that is illegal in its round, or kills the player, is skipped: the genes behind it move
 * up, and random genes fill the end of the plan. So after a plan has been played, gene d is the
 * command of round d.
 *
 * Parameters and the treatment of genes follow the Hypersonic agent whose results against beam
 * search and MCTS are published. The value of a plan is the one that the beam search uses: points
 * won, discounted, and the value of the last state.
 */
#ifndef BLASTBEAM_RIVALS_EVOLUTION_H
#define BLASTBEAM_RIVALS_EVOLUTION_H

#include "engine/random.h"
#include "search/beam_search.h"

enum { EVOLUTION_MAX = 200 /* parents, and offspring */ };

typedef struct EvolutionTask {
    Evaluation evaluation;
    const State *root;
    const Prediction *prediction; /* of the others; our own column is not read */
    unsigned first;               /* bits of the first commands to search */
    RootBias root_bias;           /* of lines by their first command */
    int parents, offspring;       /* mu and lambda, 1..EVOLUTION_MAX */
    int length;                   /* genes, 1..PV_LENGTH */
    float mutation;               /* 0..1: probability that a gene is replaced */
    SearchLimits limits;
    void (*report)(void *context,
                   Command first); /* called with a better first command; may be NULL */
    void *context;
} EvolutionTask;

typedef struct Evolution Evolution;

/* Make an empty population. Returns NULL when memory is short. */
Evolution *evolution_create(void);

void evolution_destroy(Evolution *evolution);

/* Empty the population, so that the next search begins with random plans. */
void evolution_clear(Evolution *evolution);

/* Remove the first round of all plans, with which the next search begins. */
void evolution_shift(Evolution *evolution, Random *random);

/* Evolve plans for task->evaluation.player until a limit is hit. In the result, first_value holds
 * the best value seen for each first command, widest the number of parents; complete is never set.
 */
void evolution_search(Evolution *evolution, const EvolutionTask *task, Random *random,
                      SearchResult *result);

#endif
