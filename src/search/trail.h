/* The cells on which a player stood in the last rounds. */
#ifndef BLASTBEAM_SEARCH_TRAIL_H
#define BLASTBEAM_SEARCH_TRAIL_H

#include <string.h>

#include "engine/board.h"

enum { TRAIL_ROUNDS = 12 };

/* cell[0]: one round ago; NO_CELL where unknown. */
typedef struct Trail {
    Cell cell[TRAIL_ROUNDS];
} Trail;

/* Add the cell of the round that ends. */
static inline void trail_add(Trail *trail, Cell cell) {
    memmove(trail->cell + 1, trail->cell, sizeof trail->cell - sizeof trail->cell[0]);
    trail->cell[0] = cell;
}

/* In how many of the rounds the player stood on `cell`. */
static inline int trail_visits(const Trail *trail, Cell cell) {
    int visits = 0;
    for (int i = 0; i < TRAIL_ROUNDS; i++)
        visits += trail->cell[i] == cell;
    return visits;
}

/* The number of different cells in the trail. */
static inline int trail_distinct(const Trail *trail) {
    int distinct = 0;
    for (int i = 0; i < TRAIL_ROUNDS; i++) {
        bool is_new = true;
        for (int j = 0; j < i; j++)
            is_new &= trail->cell[j] != trail->cell[i];
        distinct += is_new;
    }
    return distinct;
}

/* True when the player stood on `cell` two rounds ago. */
static inline bool trail_repeats(const Trail *trail, Cell cell) {
    return trail->cell[1] == cell;
}

#endif
