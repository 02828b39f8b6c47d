#include "witness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/random.h"

typedef struct Witness {
    Agent agent;
    Cell stood[2]; /* in the rounds before, the last one first */
    Command last;
    Intent intent;
} Witness;

static int moves;

static Command witness_move(Agent *agent, const Position *position, const Budget *budget,
                            Thought *thought) {
    (void)budget;
    Witness *self = (Witness *)agent;
    const State *state = position->state;
    Cell cell = state->cell[position->player];
    assert_int_equal(position->back_again, state->round > 1 && cell == self->stood[1]);
    assert_int_equal(position->last_command[position->player], self->last);
    assert_memory_equal(&position->intent, &self->intent, sizeof self->intent);
    Random random =
        random_seeded((uint64_t)state->round * MAX_PLAYERS + (uint64_t)position->player);
    bool stand = random_below(&random, 4) == 0;
    Command step = (Command)(COMMAND_UP + random_below(&random, 4));
    self->last = stand ? COMMAND_TRIGGER : step;
    self->stood[1] = self->stood[0];
    self->stood[0] = cell;
    memset(&self->intent, 0, sizeof self->intent);
    self->intent.length = 1 + state->round % INTENT_LENGTH;
    self->intent.command[0] = (uint8_t)step;
    thought->intent = self->intent;
    moves++;
    return self->last;
}

static void witness_destroy(Agent *agent) {
    free(agent);
}

static const AgentKind witness = {"witness", "", "", witness_create, witness_move, witness_destroy};

Agent *witness_create(const char *spec, uint64_t seed, char *error, size_t size) {
    (void)spec;
    (void)seed;
    Witness *self = calloc(1, sizeof *self);
    if (self)
        self->agent.kind = &witness;
    else
        strncpy(error, "not enough memory", size);
    return self ? &self->agent : NULL;
}

int witness_moves(void) {
    int since = moves;
    moves = 0;
    return since;
}
