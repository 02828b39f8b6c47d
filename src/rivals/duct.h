/* Decoupled UCT: each player has a tree over its own commands, and all trees share one simulation.
 *
 *   A's tree  ... choose up   \
 *   B's tree  ... choose bomb  > one round of all together > ... until all have left their trees,
 *   C's tree  ... choose left /                              then a limited playout
 *
 * At the end of a simulation each player has its own value, which updates its own tree. A node
 * stands for the commands of one player alone, so the state in it differs from visit to visit; a
 * command that is not legal this time is not chosen. When a player moved into a cell that another
 * player got, it stands still: the value is counted for the command that it chose, and its tree is
 * followed at COMMAND_NOTHING.
 *
 * A command that kills, or leaves no way to survive, is closed in the node although it was tried in
 * one state only. It is chosen again when no other command is legal.
 *
 * The value of a line is a mean of the ways in which the game can end, seen from the last state in
 * which the player survives, each weighted by 1 / (rounds until it comes): the last round of the
 * match, with the points won and expected, less a share of the best rival's; our own death, for
 * nodes behind that state only, because before it death could be avoided; and the death of
 * opponents that cannot survive from the root on. */
#ifndef BLASTBEAM_RIVALS_DUCT_H
#define BLASTBEAM_RIVALS_DUCT_H

#include "rivals/playout.h"
#include "rivals/tree.h"
#include "search/result.h"
#include "search/root_bias.h"

typedef struct DuctTask {
    Evaluation evaluation[MAX_PLAYERS]; /* of the living players */
    const State *root;
    int player;            /* whose line is wanted */
    unsigned first;        /* bits of its first commands to search */
    RootBias root_bias;    /* of lines by their first command */
    int depth;             /* rounds of a simulation at most, 1..LINE_LENGTH */
    int playout;           /* rounds of a playout at most, 0..LINE_LENGTH */
    float follow;          /* see PlayoutRule; the lines to follow are the players' best ones */
    float c, mix;          /* see UctRule */
    float rival_weight;    /* share of the best rival's points that count against a player */
    const Prediction *pvs; /* simulated first; NULL: none */
    SearchLimits limits;
    void (*report)(void *context,
                   Command first); /* called with a new leading command; may be NULL */
    void *context;
} DuctTask;

/* Search until a limit is hit. tree[p] is the tree of player p; all are cleared first. *lines gets
 * the best line of each player. The first command of the result is the one with the most visits,
 * the others are those of its best line. first_value holds mean values, widest the visits of the
 * root; complete is never set. */
void duct_search(Tree tree[MAX_PLAYERS], Line *line, const DuctTask *task, Random *random,
                 Prediction *lines, SearchResult *result);

#endif
