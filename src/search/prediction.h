/* What the players are expected to do. */
#ifndef BLASTBEAM_SEARCH_PREDICTION_H
#define BLASTBEAM_SEARCH_PREDICTION_H

#include "engine/state.h"
#include "search/pv.h"

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
