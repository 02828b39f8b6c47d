/* The rhea agent: it filters the first commands (root_filter.h), predicts each opponent by the same
 * search, and then searches its own line by rolling horizon evolution (rivals/evolution.h). Values
 * are in points of the game, as for the beam, so that the two can be compared as searches.
 *
 * The authors' parameters (Hypersonic) are population=50, offspring=50, length=17, mutation=0.5.
 * docs/tuning.md has why the defaults differ. */
#ifndef BLASTBEAM_AGENTS_RHEA_H
#define BLASTBEAM_AGENTS_RHEA_H

#include "search/agent.h"

extern const AgentKind rhea_agent;

#endif
