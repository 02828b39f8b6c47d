/* The beam agent: it filters the first commands (root_filter.h), predicts each opponent by a narrow
 * beam search, and then searches its own line by a beam search that is as wide as the limits allow.
 * The PV of the last round stays in the beam. docs/tuning.md has what its settings are worth. */
#ifndef BLASTBEAM_AGENTS_BEAM_H
#define BLASTBEAM_AGENTS_BEAM_H

#include "search/agent.h"

extern const AgentKind beam_agent;

#endif
