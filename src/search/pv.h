/* The principal variation: what a player means to do, round by round; and the same of all players,
 * as a prediction. */
#ifndef BLASTBEAM_SEARCH_PV_H
#define BLASTBEAM_SEARCH_PV_H

#include <stdint.h>
#include <string.h>

#include "engine/state.h"

enum { PV_LENGTH = 40 };

/* A length of 0 means that nothing is planned. */
typedef struct Pv {
    int length;
    uint8_t command[PV_LENGTH];
} Pv;

/* The rest of `pv` after its first command; empty when there is none. */
static inline Pv pv_rest(const Pv *pv) {
    Pv rest = {0};
    if (pv->length > 1) {
        rest.length = pv->length - 1;
        memcpy(rest.command, pv->command + 1, (size_t)rest.length);
    }
    return rest;
}

/* The commands of all players, round by round from the root on; after `length` rounds nothing. */
typedef struct Prediction {
    int length;
    uint8_t command[PV_LENGTH][MAX_PLAYERS];
} Prediction;

/* Let `player` do what `pv` says, and nothing afterwards. */
static inline void prediction_set(Prediction *prediction, int player, const Pv *pv) {
    for (int d = 0; d < PV_LENGTH; d++)
        prediction->command[d][player] = d < pv->length ? pv->command[d] : COMMAND_NOTHING;
}

#endif
