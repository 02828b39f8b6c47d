/* An agent that checks what it is given about earlier rounds. */
#ifndef BLASTBEAM_TESTS_SUPPORT_MOCK_AGENT_H
#define BLASTBEAM_TESTS_SUPPORT_MOCK_AGENT_H

#include "search/agent.h"

/* An agent that walks to and fro or waits. The test fails when its observation differs from the
 * truth: whether it stood here two rounds ago, its last command, and the line that it returned. */
Agent *mock_agent_create(const char *spec, uint64_t seed, char *error, size_t size);

/* The number of moves of all mock agents since the last call. */
int mock_agent_moves(void);

#endif
