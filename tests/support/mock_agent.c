#include "support/mock_agent.h"

#include <stdlib.h>
#include <string.h>

#include "engine/random.h"
#include "test.h"

typedef struct MockAgent {
    Agent agent;
    Cell stood[2]; /* in the rounds before, the last one first */
    Command last;
    Pv pv;
} MockAgent;

static int moves;

static Command mock_agent_move(Agent *agent, const Observation *observation,
                               const MoveRequest *request, SearchInfo *info) {
    (void)request;
    MockAgent *self = (MockAgent *)agent;
    const State *state = observation->state;
    Cell cell = state->cell[observation->player];
    assert_int_equal(trail_repeats(&observation->trail, cell),
                     state->round > 1 && cell == self->stood[1]);
    assert_int_equal(observation->last_command[observation->player], self->last);
    assert_memory_equal(&observation->pv, &self->pv, sizeof self->pv);
    Random random =
        random_seeded((uint64_t)state->round * MAX_PLAYERS + (uint64_t)observation->player);
    bool stand = random_below(&random, 4) == 0;
    Command step = (Command)(COMMAND_UP + random_below(&random, 4));
    self->last = stand ? COMMAND_TRIGGER : step;
    self->stood[1] = self->stood[0];
    self->stood[0] = cell;
    memset(&self->pv, 0, sizeof self->pv);
    self->pv.length = 1 + state->round % PV_LENGTH;
    self->pv.command[0] = (uint8_t)step;
    info->pv = self->pv;
    moves++;
    return self->last;
}

static void mock_agent_destroy(Agent *agent) {
    free(agent);
}

static const AgentKind mock_agent = {.name = "mock",
                                     .summary = "",
                                     .settings = "",
                                     .create = mock_agent_create,
                                     .move = mock_agent_move,
                                     .destroy = mock_agent_destroy};

Agent *mock_agent_create(const char *spec, uint64_t seed, char *error, size_t size) {
    (void)spec;
    (void)seed;
    MockAgent *self = calloc(1, sizeof *self);
    if (self)
        self->agent.kind = &mock_agent;
    else
        strncpy(error, "not enough memory", size);
    return self ? &self->agent : NULL;
}

int mock_agent_moves(void) {
    int since = moves;
    moves = 0;
    return since;
}
