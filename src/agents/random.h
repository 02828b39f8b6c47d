/* The agent that gives a random command, of those that are not refused. */
#ifndef BLASTBEAM_AGENTS_RANDOM_H
#define BLASTBEAM_AGENTS_RANDOM_H

#include "search/agent.h"

extern const AgentKind random_agent;

#endif
