/* The maps of the 2016 engine. The number of players and a seed decide everything, also which
 * power-ups lie under walls. */
#ifndef BLASTBEAM_ENGINE_MAPGEN_H
#define BLASTBEAM_ENGINE_MAPGEN_H

#include "engine/state.h"

enum { MAP_SIZE_MAX = 41, MAP_PLAYERS_MAX = 12 };

/* The board before the first round. A cell is '#' indestructible, '+' destructible, 'b' or 'r'
 * destructible with a bag or radius power-up under it, '$' the super power-up, 'A'.. a player, or
 * ' ' empty. */
typedef struct StartMap {
    int players; /* 2..12 */
    int32_t seed;
    int size;                                 /* 21, 31 or 41 */
    int bounty;                               /* points of a kill */
    char row[MAP_SIZE_MAX][MAP_SIZE_MAX + 1]; /* [y][x] from 0; each row ends in a 0 */
} StartMap;

/* Width and height of the board for 2..12 players. */
int mapgen_size(int players);

/* Whether (x, y), from 0, is indestructible on a board of this size. */
bool mapgen_is_pillar(int size, int x, int y);

/* Generate the map of `seed` for 2..12 players. */
void mapgen_generate(StartMap *map, int players, int32_t seed);

/* Set `game` and `state` to the beginning of a match on `map`, with the hidden power-ups known.
 * Returns false when our engine cannot play it (more than 4 players, a size other than 21), or when
 * pillars or players are not where the generator puts them. */
bool mapgen_start(const StartMap *map, Game *game, State *state);

#endif
