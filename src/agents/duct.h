/* The agent trees: first-move safety by exhaustive search, then a tree for each player, all in one
 * simulation (joint.h). Nobody is predicted beforehand: the opponents choose by their own trees.
 *
 * The author's search knows no heuristics but the value of an unfinished game. What was tried here,
 * at 5,000 nodes a move against rhea, games won: 1 of 8 without closing deadly commands (c=1,
 * depth=12), 4 of 8 with that, c=2 and depth=9; 3 of 10 with c=3, depth=8, and 3 of 10 with
 * envy=0.2; 5 of 10 when the best line is taken instead of the most visits.
 *
 * Memory: four trees of 2^18 nodes, 6 MB each, of which only what is used is ever touched, and
 * 25 kB. */
#ifndef BLASTBEAM_AGENTS_DUCT_H
#define BLASTBEAM_AGENTS_DUCT_H

#include "search/agent.h"

extern const AgentKind duct_agent;

#endif
