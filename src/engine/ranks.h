/* Random ranks for contested cells. */
#ifndef BLASTBEAM_ENGINE_RANKS_H
#define BLASTBEAM_ENGINE_RANKS_H

#include "engine/random.h"
#include "engine/round.h"

/* Ranks in a random order. */
static inline Ranks ranks_roll(Random *random) {
    Ranks ranks = RANKS_IN_ORDER;
    for (uint32_t i = MAX_PLAYERS - 1; i > 0; i--) {
        uint32_t j = random_below(random, i + 1);
        uint8_t rank = ranks.rank[i];
        ranks.rank[i] = ranks.rank[j];
        ranks.rank[j] = rank;
    }
    return ranks;
}

#endif
