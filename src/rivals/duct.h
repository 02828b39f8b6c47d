/* Decoupled UCT: a tree for each player over its own commands, all of them in one simulation.
 *
 *   A's tree  ... choose up   \
 *   B's tree  ... choose bomb  > one round, of all together > ... until all have left their trees,
 *   C's tree  ... choose left /                                then a limited playout
 *
 * At its end every player has a value of its own, which goes up its own tree. A node stands for the
 * commands of one player alone, so that the state in it differs from visit to visit: what is not
 * legal this time is not chosen. A player that moved into a cell that another took stands still:
 * the chosen command is charged with what comes of it, and the tree is followed where it waits.
 *
 * A command that is seen to be deadly, or leaves no way to live, is closed in the node, though it
 * was tried in one state only; it is chosen again when nothing else is legal.
 *
 * The value of a line is the mean of the ways in which the game can end from the last state of it
 * in which the player can live on, each weighted by 1 / (rounds until it comes): the last round,
 * with the points won and promised, less a share of what the best rival has; the own death, for the
 * nodes behind that state alone, because before it could be avoided; the death of opponents that
 * cannot live on from the root. */
#ifndef BLASTBEAM_RIVALS_DUCT_H
#define BLASTBEAM_RIVALS_DUCT_H

#include "rivals/playout.h"
#include "rivals/tree.h"

typedef struct DuctTask {
    Evaluation evaluation[MAX_PLAYERS]; /* of the living players */
    const State *root;
    int player;            /* for whom a plan is wanted */
    unsigned first;        /* bits of its first commands that may be tried */
    RootBias root_bias;    /* of lines by their first command */
    int depth;             /* rounds of a simulation at most, 1..LINE_MOST */
    int playout;           /* of them rounds behind the trees at most, 0..LINE_MOST */
    float follow;          /* see PlayoutRule; the guides are the players' best plans */
    float c, mix;          /* see UctRule */
    float rival_weight;    /* share of the best rival's points that count against a player */
    const Prediction *pvs; /* commands of plans to simulate first; NULL: none */
    SearchLimits limits;
    void (*report)(void *context, Command first); /* of a command that leads now; may be NULL */
    void *context;
} DuctTask;

/* Search until a limit is hit. tree[p] are the trees of the players; they are cleared first. *lines
 * gets the players' best plans. In *plan, the first command is the one with the most visits, the
 * others are those of the best line seen with it; first_value are mean values, widest the visits of
 * the root, complete is never set. */
void duct_search(Tree tree[MAX_PLAYERS], Line *line, const DuctTask *task, Random *random,
                 Prediction *lines, SearchResult *result);

#endif
