#include "agents/random.h"

#include <stdlib.h>

#include "engine/random.h"

typedef struct RandomAgent {
    Agent agent;
    uint64_t seed;
} RandomAgent;

static Agent *random_create(const char *settings, uint64_t seed, char *error, size_t size) {
    if (settings[0]) {
        snprintf(error, size, "random takes no settings, but got \"%s\"", settings);
        return NULL;
    }
    RandomAgent *self = malloc(sizeof *self);
    if (!self) {
        snprintf(error, size, "not enough memory");
        return NULL;
    }
    *self = (RandomAgent){{&random_agent}, seed};
    return &self->agent;
}

static Command random_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                           SearchInfo *info) {
    (void)request;
    const RandomAgent *self = (const RandomAgent *)agent;
    const State *state = observation->state;
    Random random = random_seeded(self->seed ^ state->hash ^ (uint64_t)state->round << 8 ^
                                  (uint64_t)observation->player << 24);
    Command command = (Command)random_bit(&random, state_legal(state, observation->player));
    info->nodes = 1;
    return command;
}

static void random_destroy(Agent *agent) {
    free(agent);
}

const AgentKind random_agent = {
    .name = "random",
    .summary = "any command that is not refused",
    .settings = "",
    .create = random_create,
    .move = random_move,
    .destroy = random_destroy,
};
