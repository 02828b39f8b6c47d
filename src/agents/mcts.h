/* The agents mcts and mcts-bias: first-move safety by exhaustive search, opponents predicted by the
 * same search (the others standing still, a tenth of the budget each), then a tree over the own
 * commands, UCT in it, and limited playouts. What plans are worth is counted in this game's points,
 * as for the beam and rhea, so that they compare as searches.
 *
 * mcts-bias adds progressive bias (h / (1 + n), h from what a command's next state is worth) and
 * decaying reward (a value is multiplied by decay^k, k the depth of the leaf).
 *
 * The authors' parameters are c=1, playouts of 15 moves, the move of the highest maximum
 * (Hypersonic), and bias=1, decay=0.8 (Pommerman). Here, at 5,000 nodes a move against rhea:
 * - playouts follow the best plan so far, each command with probability 0.9: 50 % of games won,
 *   30 % by random playouts (10 games);
 * - a horizon of 12 rounds for all, tree and playout together: with playouts of 12 rounds from
 * every leaf, 20 % (10 games); lines tried to that horizon are never simulated again: 75 % and not
 * 55 % (20 games);
 * - c=0.2 in standard deviations of the values, mix=0.2: 75 %, c=0.5, mix=0.5: 70 % (20 games);
 *   follow=0.8: 67 % (15);
 * - decay=0.98.
 *
 * Memory: a tree of 2^20 nodes, 24 MB, of which only what is used is ever touched, and 25 kB. */
#ifndef BLASTBEAM_AGENTS_MCTS_H
#define BLASTBEAM_AGENTS_MCTS_H

#include "search/agent.h"

extern const AgentKind mcts_agent, mcts_bias_agent;

#endif
