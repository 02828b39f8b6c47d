/* One step of look-ahead: every command is played once, against opponents that move as the chaser
 * would. The safest command wins (survival.h); of equally safe ones, the one with the highest
 * value. */
#ifndef BLASTBEAM_AGENTS_LOOKAHEAD_H
#define BLASTBEAM_AGENTS_LOOKAHEAD_H

#include "search/agent.h"

extern const AgentKind lookahead_agent;

#endif
