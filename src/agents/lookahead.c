#include "agents/lookahead.h"

#include <stdlib.h>
#include <string.h>

#include "agents/chaser.h"
#include "engine/random.h"
#include "safety/survival.h"
#include "search/evaluate.h"
#include "search/settings.h"

typedef struct Lookahead {
    Agent agent;
    Agent *chaser; /* moves for every opponent */
    bool chase;
    uint64_t seed;
} Lookahead;

/* How safe a command is; the safest value is the highest. */
typedef enum Safety {
    SAFETY_DEAD,
    SAFETY_DOOMED,
    SAFETY_FUSES,     /* survives THREAT_FUSES */
    SAFETY_TRIGGERS,  /* survives THREAT_TRIGGERS */
    SAFETY_BOMB_REPLY /* survives even if an opponent plants at once */
} Safety;

typedef struct Outcome {
    Safety safety;
    float value;
} Outcome;

static Agent *lookahead_create(const char *settings, uint64_t seed, char *error, size_t size) {
    bool chase = true;
    const Setting table[] = {{"chase", SETTING_SWITCH, &chase, 0, 0},
                             {NULL, SETTING_SWITCH, NULL, 0, 0}};
    if (!settings_read(settings, table, error, size))
        return NULL;
    Lookahead *self = malloc(sizeof *self);
    Agent *chaser = chaser_agent.create("", seed, error, size);
    if (!self || !chaser) {
        snprintf(error, size, "not enough memory");
        agent_destroy(chaser);
        free(self);
        return NULL;
    }
    *self = (Lookahead){{&lookahead_agent}, chaser, chase, seed};
    return &self->agent;
}

static void lookahead_destroy(Agent *agent) {
    Lookahead *self = (Lookahead *)agent;
    agent_destroy(self->chaser);
    free(self);
}

/* Each opponent moves as the chaser would in its place. */
static void predict(const Lookahead *self, const Observation *observation,
                    const MoveRequest *request, uint8_t command[MAX_PLAYERS]) {
    memset(command, COMMAND_NOTHING, MAX_PLAYERS);
    for (int p = 0; p < observation->state->players && self->chase; p++) {
        if (p == observation->player || !state_is_alive(observation->state, p))
            continue;
        Observation other = *observation;
        SearchInfo unused;
        other.player = p;
        command[p] = (uint8_t)agent_move(self->chaser, &other, request, &unused);
    }
}

static Safety safety_of(const Engine *engine, const State *state, int player) {
    if (!state_is_alive(state, player))
        return SAFETY_DEAD;
    if (!survives(engine, state, player, THREAT_FUSES))
        return SAFETY_DOOMED;
    if (!survives(engine, state, player, THREAT_TRIGGERS))
        return SAFETY_FUSES;
    return survives_bomb_reply(engine, state, player) ? SAFETY_BOMB_REPLY : SAFETY_TRIGGERS;
}

static Outcome try_command(const Evaluation *evaluation, const State *state,
                           uint8_t command[MAX_PLAYERS]) {
    State next;
    RoundEvents events;
    state_copy(&next, state);
    evaluation->engine->play(evaluation->game, &next, command, &RANKS_IN_ORDER, &events);
    Outcome outcome = {safety_of(evaluation->engine, &next, evaluation->player), 0};
    if (outcome.safety > SAFETY_DEAD)
        outcome.value = points_won(evaluation, state, &next) +
                        evaluation->weights->discount * evaluate(evaluation, &next);
    return outcome;
}

static bool is_better(Outcome a, Outcome b) {
    return a.safety != b.safety ? a.safety > b.safety : a.value > b.value;
}

static void explain(FILE *out, Command command, Outcome outcome) {
    static const char *const words[] = {
        "dies",
        "is doomed",
        "lives, unless an opponent triggers",
        "lives, unless an opponent drops a bomb",
        "lives",
    };
    fprintf(out, "%-8s %8.2f  %s\n", command_name(command), (double)outcome.value,
            words[outcome.safety]);
}

/* A random order of the commands: of equally good ones the first is taken. Standing still comes
 * last, because it may count as "do nothing". */
static void shuffle(Random random, Command order[COMMAND_COUNT]) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        order[i] = (Command)((i + 1) % COMMAND_COUNT);
    for (uint32_t i = COMMAND_COUNT - 2; i > 0; i--) {
        uint32_t j = random_below(&random, i + 1);
        Command command = order[i];
        order[i] = order[j];
        order[j] = command;
    }
}

static Command lookahead_move(Agent *agent, const Observation *observation,
                              const MoveRequest *request, SearchInfo *info) {
    const Lookahead *self = (const Lookahead *)agent;
    const State *state = observation->state;
    uint8_t command[MAX_PLAYERS];
    Command order[COMMAND_COUNT], best = COMMAND_NOTHING;
    Outcome best_outcome = {SAFETY_DEAD, -1e9f};
    Evaluation evaluation;
    evaluation_init(&evaluation, engine(), observation->game, &rival_weights, state,
                    observation->player);
    predict(self, observation, request, command);
    shuffle(random_seeded(self->seed ^ state->hash ^ (uint64_t)state->round << 8), order);
    unsigned legal = state_legal(state, observation->player);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (!(legal >> order[i] & 1))
            continue;
        command[observation->player] = (uint8_t)order[i];
        Outcome outcome = try_command(&evaluation, state, command);
        info->nodes++;
        if (request->explain)
            explain(request->explain, order[i], outcome);
        if (is_better(outcome, best_outcome)) {
            best_outcome = outcome;
            best = order[i];
        }
    }
    info->depth = 1;
    info->width = (int)info->nodes;
    info->value = (double)best_outcome.value;
    return best;
}

const AgentKind lookahead_agent = {
    .name = "lookahead",
    .summary = "the best of one step ahead, of those that can be survived",
    .settings = "  [no-]chase     opponents move as a chaser would; else they stand still\n",
    .create = lookahead_create,
    .move = lookahead_move,
    .destroy = lookahead_destroy,
};
