/* The one-step look-ahead: every own command once, against what the opponents would do were they
 * chasers, valued as the planner values states (points won and promised). The safest command by
 * survival.h comes first, the value second. */
#ifndef BLASTBEAM_AGENTS_LOOKAHEAD_H
#define BLASTBEAM_AGENTS_LOOKAHEAD_H

#include "search/agent.h"

extern const AgentKind lookahead_agent;

#endif
