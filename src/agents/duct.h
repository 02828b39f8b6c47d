/* The agent duct: it filters the first commands (root_filter.h) and then searches by decoupled UCT,
 * a tree for each player (rivals/duct.h). The opponents choose by their own trees, so that nobody
 * is predicted.
 *
 * Memory: four trees of 2^18 nodes, 6 MB each, of which only the used part is touched, and 25 kB.
 */
#ifndef BLASTBEAM_AGENTS_DUCT_H
#define BLASTBEAM_AGENTS_DUCT_H

#include "search/agent.h"

extern const AgentKind duct_agent;

#endif
