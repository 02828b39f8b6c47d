/* The beam agent: first-move safety by exhaustive search, opponents predicted, then a beam search
 * that widens until the budget is used. */
#ifndef BLASTBEAM_AGENTS_BEAM_H
#define BLASTBEAM_AGENTS_BEAM_H

#include "agents/agent.h"

extern const AgentKind beam_agent;

#endif
