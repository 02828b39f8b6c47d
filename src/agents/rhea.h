/* The rhea agent: first-move safety by exhaustive search, opponents predicted, then rolling horizon
 * evolution. Parameters are those of the Hypersonic agent (population 50, offspring 50, 17 moves,
 * mutation 0.5); what plans are worth is counted in this game's points, as for the beam, so that
 * the two compare as searches. */
#ifndef BLASTBEAM_AGENTS_RHEA_H
#define BLASTBEAM_AGENTS_RHEA_H

#include "agents/agent.h"

extern const AgentKind rhea_agent;

#endif
