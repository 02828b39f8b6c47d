/* The beam agent: first-move safety by exhaustive search, opponents predicted, then a beam search
 * that widens until the budget is used, holding on to the plan of the last round.
 *
 * Measured against rhea, 8,000 nodes a move to its 16,000: keeping the plan brings 0.5 % of the
 * points (214 games). Depth 40 against depth 30: at 40,000 nodes a move 57.0 % won and 26 points
 * ahead (220 games), at 10,000 51.5 % and 13 points (200), at 4,000 51.7 % and 4 points (400);
 * depth 22 loses 50 points at 40,000, depth 54 8 (100 and 120 games, errors 30 to 40 points).
 * Against itself, 5,000 nodes, the plan of the last round is worth 7 % of the games and 30 points
 * (160 games, errors 7 % and 25 points). */
#ifndef BLASTBEAM_AGENTS_BEAM_H
#define BLASTBEAM_AGENTS_BEAM_H

#include "search/agent.h"

extern const AgentKind beam_agent;

#endif
