/* An agent that checks what it is told of the rounds before. */
#ifndef BLASTBEAM_TESTS_SUPPORT_MOCK_AGENT_H
#define BLASTBEAM_TESTS_SUPPORT_MOCK_AGENT_H

#include "search/agent.h"

/* An agent that walks to and fro or stands. The test fails when its position says anything but
 * where it stood two rounds before, what it did in the last round and what it said it would do. */
Agent *mock_agent_create(const char *spec, uint64_t seed, char *error, size_t size);

/* How many moves all witnesses made since the last call. */
int mock_agent_moves(void);

#endif
