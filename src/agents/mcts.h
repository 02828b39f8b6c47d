/* The agents mcts and mcts-bias: they filter the first commands (root_filter.h), predict each
 * opponent by the same search with a tenth of the limits, and then search their own line by UCT
 * with limited playouts (rivals/uct.h). Values are in points of the game, as for the beam, so that
 * the agents can be compared as searches.
 *
 * mcts-bias adds progressive bias, h / (1 + n) with h from the value of a command's next state, and
 * decaying reward: a value is multiplied by decay^k, k the depth of the leaf (Pommerman).
 *
 * The authors' parameters are c=1, playouts of 15 moves and the move with the highest maximum
 * (Hypersonic), and bias=1, decay=0.8 (Pommerman). docs/tuning.md has why the defaults differ.
 *
 * Memory: a tree of 2^20 nodes, 24 MB, of which only the used part is touched, and 25 kB. */
#ifndef BLASTBEAM_AGENTS_MCTS_H
#define BLASTBEAM_AGENTS_MCTS_H

#include "search/agent.h"

extern const AgentKind mcts_agent, mcts_bias_agent;

#endif
