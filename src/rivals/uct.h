/* Monte Carlo tree search for one player, the commands of all others being given.
 *
 *   descend by UCT -> a new leaf, survivable or closed -> limited playout -> value -> all nodes on
 *   the way
 *
 * A playout's value is that of the last state of it that can be survived: points won, discounted,
 * and what that state promises beyond what the root did. Children are closed that kill their
 * player, cannot be survived, or have been tried to the end of the horizon, where everything is
 * certain; nothing goes there any more. So are nodes whose children are.
 */
#ifndef BLASTBEAM_RIVALS_UCT_H
#define BLASTBEAM_RIVALS_UCT_H

#include "rivals/playout.h"
#include "rivals/tree.h"

typedef struct UctTask {
    Evaluation evaluation;
    const State *root;
    const Prediction *prediction; /* the own player's column is not read */
    unsigned first;               /* bits of the first commands that may be tried */
    RootBias root_bias;           /* of lines by their first command */
    int depth;                    /* rounds of a simulation at most, 1..LINE_MOST */
    int playout;                  /* of them rounds behind the leaf at most, 0..LINE_MOST */
    float follow;                 /* see PlayoutRule; the line to follow is the best so far */
    float c, mix, bias;           /* see UctRule */
    float decay;                  /* of a value with each round down to the leaf, 0..1 */
    const Pv *pv;                 /* simulated first, as far as it is legal; NULL: none */
    SearchLimits limits;
    void (*report)(void *context, Command first); /* of a better plan; may be NULL */
    void *context;
} UctTask;

/* Search until a limit is hit, or every first command is closed. The tree is cleared first and
 * holds what was found afterwards. The plan is that of the best value seen; in *plan, first_value
 * holds the best value for each first command, widest the visits of the root, complete is never
 * set. */
void uct_search(Tree *tree, Line *line, const UctTask *task, Random *random, SearchResult *result);

#endif
