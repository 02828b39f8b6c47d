/* The beam agent: first-move safety by exhaustive search, opponents predicted, then a beam search
 * that widens until the budget is used, holding on to the plan of the last round (within one
 * process: an arena's; under the engine every move begins anew).
 *
 * Measured against rhea, 8,000 nodes a move to its 16,000: keeping the plan brings 0.5 % of the
 * points (214 games); with depth 30 for 24 and the weights as they are, together, 59.4 % for 58.3
 * %, and 96.5 % of the games for 93.1 % (259 games). */
#ifndef BLASTBEAM_AGENTS_BEAM_H
#define BLASTBEAM_AGENTS_BEAM_H

#include "agents/agent.h"

extern const AgentKind beam_agent;

#endif
