/* Traps that two opponents close together, some rounds before their bombs explode.
 *
 * A plan of an opponent: it walks by a shortest way to a cell at most POCKET_STEPS away, plants a
 * bomb there, leaves the blast of it, and may trigger it in any round from then on. With an empty
 * bag it stays on that cell instead. Plans that their opponent cannot survive are left out.
 *
 *     round      0   1   2            3       4 ..         leaves + 1 ..
 *     opponent   walks to the cell    plants  leaves       its bomb may explode
 *     cell       each step is closed  closed  blocked by the bomb
 *
 * The plans of two opponents are a trap when no way of the player survives both, though it knows
 * them: opponents that see where it goes can do as much. The other opponents stand where they are,
 * and may trigger the bombs that they have. Bombs explode when their fuses end, too.
 */
#ifndef BLASTBEAM_SAFETY_POCKET_H
#define BLASTBEAM_SAFETY_POCKET_H

#include "engine/round.h"

enum {
    POCKET_STEPS = 4,
    POCKET_PLANS = 48, /* of an opponent at most */
    POCKET_TRIES = 800 /* see PocketDanger */
};

typedef struct PocketPlan {
    uint8_t opponent;
    bool plants;
    uint8_t steps;               /* to the cell; path[steps] is it */
    uint8_t ready;               /* the bomb may explode at the end of round `ready` or later */
    Cell path[POCKET_STEPS + 1]; /* path[i]: its cell before round i, in the first `steps` rounds */
} PocketPlan;

/* The plans of `opponent`, whose blast or cell is where the player can be within a few rounds.
 * Rounds are counted from state->round. Returns their number. */
int pocket_plans(const Engine *engine, const State *state, int player, int opponent,
                 PocketPlan plan[POCKET_PLANS]);

/* Whether some way of the player survives these plans of different opponents. The plans are
 * `head_start` rounds ahead of the player (0 or 1). */
bool pocket_survives(const Engine *engine, const State *state, int player, int head_start,
                     const PocketPlan *const plan[], int plans);

/* Traps among the pairs of plans. */
typedef struct PocketDanger {
    int pairs, traps;
    int tried; /* plays of plans and of pairs; one takes as long as two or three rounds */
} PocketDanger;

/* Count the traps of the living player. Pairs that leave it several cells in each round when their
 * plans are played one by one are taken for harmless; nearly all are. When the player does not
 * survive while all opponents stand, that counts as one pair and one trap. Pairs beyond
 * POCKET_TRIES are left out. When memory is short, there are no pairs. */
PocketDanger pocket_danger(const Engine *engine, const State *state, int player, int head_start);

#endif
