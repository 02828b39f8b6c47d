/* Which games a tournament consists of. */
#ifndef BLASTBEAM_STATS_PAIRINGS_H
#define BLASTBEAM_STATS_PAIRINGS_H

#include "engine/state.h"

/* Who sits where on which map. */
typedef struct Pairing {
    int number;             /* counts the games of a tournament from 0 */
    int map;                /* counts the maps of all lineups from 0; those of all its seats */
    int seed;               /* of the map */
    int seats[MAX_PLAYERS]; /* agents by index */
} Pairing;

/* The lineups of `players` out of `agents` agents (fewer than 32): all, or in a gauntlet those with
 * the first agent. */
int schedule_lineups(int agents, int players, bool gauntlet);

/* Every lineup plays `games` games, on the maps from `seed` on, each map with the seats rotated.
 * With fewer agents than seats the last one takes those that are left. One more agent at the end of
 * many leaves the games before as they were. Returns malloced fixtures and their number; NULL when
 * memory is short. */
Pairing *schedule_games(int agents, int players, int games, int seed, int *count);

/* The same for the lineups of a gauntlet. */
Pairing *schedule_gauntlet(int agents, int players, int games, int seed, int *count);

/* Whether a game belongs to part `shard` (1..shards) of the tournament: parts take whole maps, all
 * seats of each, in turn. */
bool schedule_in_shard(const Pairing *pairing, int shard, int shards);

#endif
