/* What the root filter adds to and takes off the lines that begin with a command. */
#ifndef BLASTBEAM_SEARCH_ROOT_BIAS_H
#define BLASTBEAM_SEARCH_ROOT_BIAS_H

#include "engine/state.h"

/* In points, by first command; of the two one is always 0. */
typedef struct RootBias {
    float penalty[COMMAND_COUNT]; /* its danger */
    float bonus[COMMAND_COUNT];   /* its chance to kill */
} RootBias;

static inline void root_bias_set(RootBias *bias, Command command, float cost) {
    bias->penalty[command] = cost > 0 ? cost : 0;
    bias->bonus[command] = cost < 0 ? -cost : 0;
}

/* What is taken off the value of a line that begins with `command`. */
static inline float root_bias_cost(const RootBias *bias, int command) {
    return bias->penalty[command] - bias->bonus[command];
}

#endif
