/* The rhea agent: first-move safety by exhaustive search, opponents predicted, then rolling horizon
 * evolution. What plans are worth is counted in this game's points, as for the beam, so that the
 * two compare as searches.
 *
 * The authors' parameters (Hypersonic) are population=50, offspring=50, length=17, mutation=0.5.
 * Here fewer changes and shorter plans do better, at 5,000 nodes a move, in duels of one change:
 * mutation 0.2 beats 0.5 by 58 of 60; 0.1 beats 0.2 by 28 of 40; 0.05 about equals 0.1 (60 %, 60
 * games, with length 12); length 12 beats 17 by 26 of 40 (15,000 nodes, population 20); population
 * 10 beats 50 by 38 of 60, and 100 loses to it by 2 of 60. */
#ifndef BLASTBEAM_AGENTS_RHEA_H
#define BLASTBEAM_AGENTS_RHEA_H

#include "search/agent.h"

extern const AgentKind rhea_agent;

#endif
