/* Which games a tournament consists of. */
#ifndef BLASTBEAM_ARENA_SCHEDULE_H
#define BLASTBEAM_ARENA_SCHEDULE_H

#include "engine/state.h"

/* Who sits where on which map. */
typedef struct Fixture {
    int number;             /* counts the games of a tournament from 0 */
    int seed;               /* of the map */
    int seats[MAX_PLAYERS]; /* agents by index */
} Fixture;

/* Every lineup of `players` out of `agents` agents (fewer than 32) plays `games` games, on the maps
 * from `seed` on, each map with the seats rotated. With fewer agents than seats the last one takes
 * those that are left. One more agent at the end of many leaves the games before as they were.
 * Returns malloced fixtures and their number; NULL when memory is short. */
Fixture *schedule_games(int agents, int players, int games, int seed, int *count);

#endif
