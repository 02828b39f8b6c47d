/* The games of a tournament: pairings of agents on maps, with the seats rotated. */
#ifndef BLASTBEAM_STATS_PAIRINGS_H
#define BLASTBEAM_STATS_PAIRINGS_H

#include "engine/state.h"

/* One game: a map and the agent in each seat. */
typedef struct Pairing {
    int number;             /* of the game in the tournament, from 0 */
    int map;                /* number of the map, from 0 through all lineups; the games with rotated
                               seats have the same number */
    int seed;               /* of the map */
    int seats[MAX_PLAYERS]; /* index of the agent in each seat */
} Pairing;

/* The number of lineups: sets of `players` out of `agents` agents (fewer than 32); in a gauntlet
 * only those with the first agent. */
int schedule_lineups(int agents, int players, bool gauntlet);

/* List `games` games of every lineup, on the maps from `seed` on; each map is played once for each
 * rotation of the seats. With fewer agents than seats the last agent takes the other seats. When an
 * agent is appended to more agents than seats, the games of the others keep their numbers. Returns
 * an array for the caller to free, with *count pairings; NULL when memory is short. */
Pairing *schedule_games(int agents, int players, int games, int seed, int *count);

/* The same for the lineups of a gauntlet. */
Pairing *schedule_gauntlet(int agents, int players, int games, int seed, int *count);

/* True when a game belongs to part `shard` (1..shards) of the tournament. The maps are dealt to the
 * parts in turn, each with all rotations of its seats. */
bool schedule_in_shard(const Pairing *pairing, int shard, int shards);

#endif
