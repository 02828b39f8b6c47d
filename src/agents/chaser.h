/* The agent that plays as the challenge's reference bot does: flee, else collect, else bomb walls,
 * else hunt, always by shortest paths. */
#ifndef BLASTBEAM_AGENTS_CHASER_H
#define BLASTBEAM_AGENTS_CHASER_H

#include "search/agent.h"

extern const AgentKind chaser_agent;

#endif
