/* Who can play: all kinds of agents, by name. */
#ifndef BLASTBEAM_AGENTS_REGISTRY_H
#define BLASTBEAM_AGENTS_REGISTRY_H

#include "search/agent.h"

/* The kind with this index, from 0 on; NULL behind the last. */
const AgentKind *agent_kind_at(int index);

/* Make the agent that `spec` names: NAME or NAME:SETTING,SETTING... The caller frees it with
 * agent_destroy. Returns NULL with a message in error[0..size-1] when there is no such agent or it
 * refuses a setting. */
Agent *agent_create(const char *spec, uint64_t seed, char *error, size_t size);

#endif
