/* The agent that runs for the centre: the shortest way to the super power-up through walls, then
 * the nearest walls. */
#ifndef BLASTBEAM_AGENTS_RUSHER_H
#define BLASTBEAM_AGENTS_RUSHER_H

#include "search/agent.h"

extern const AgentKind rusher_agent;

#endif
