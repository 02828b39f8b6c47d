/* Monte Carlo tree search for one player; the commands of all others are given.
 *
 *   descend by UCT -> new leaf -> limited playout -> value -> update all nodes on the path
 *
 * The value of a playout is that of its last state in which the player survives: the points won,
 * discounted, and how much the value of that state exceeds the value of the root. A child is
 * closed, and never visited again, when its command kills the player or leaves no way to survive,
 * and when it was searched to the horizon, where its value is exact. A node whose children are all
 * closed is closed, too. */
#ifndef BLASTBEAM_RIVALS_UCT_H
#define BLASTBEAM_RIVALS_UCT_H

#include "rivals/playout.h"
#include "rivals/tree.h"
#include "search/result.h"
#include "search/root_bias.h"

typedef struct UctTask {
    Evaluation evaluation;
    const State *root;
    const Prediction *prediction; /* of the others; our own column is not read */
    unsigned first;               /* bits of the first commands to search */
    RootBias root_bias;           /* of lines by their first command */
    int depth;                    /* rounds of a simulation at most, 1..LINE_LENGTH */
    int playout;                  /* rounds of a playout at most, 0..LINE_LENGTH */
    float follow;                 /* see PlayoutRule; the line to follow is the best so far */
    float c, mix, bias;           /* see UctRule */
    float decay;                  /* 0..1: factor of a value for each round down to the leaf */
    const Pv *pv;                 /* simulated first, as far as it is legal; NULL: none */
    SearchLimits limits;
    void (*report)(void *context,
                   Command first); /* called with a better first command; may be NULL */
    void *context;
} UctTask;

/* Search until a limit is hit or every first command is closed. The tree is cleared first. The
 * result is the line with the best value seen; first_value holds the best value of each first
 * command, widest the visits of the root; complete is never set. */
void uct_search(Tree *tree, Line *line, const UctTask *task, Random *random, SearchResult *result);

#endif
