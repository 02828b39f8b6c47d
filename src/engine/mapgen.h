/* The maps of the 2016 engine. The number of players and a seed decide everything, also which
 * power-ups lie under walls. */
#ifndef BLASTBEAM_ENGINE_MAPGEN_H
#define BLASTBEAM_ENGINE_MAPGEN_H

#include "engine/state.h"

enum {
    MAP_SIZE_MAX = 41,
    MAP_PLAYERS_MAX = 12,
    MAP_QUADRANTS = 4,
    MAP_QUADRANT_SIZE = 9 /* columns and rows of a quadrant of 21x21 that can have power-ups */
};

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

/* True for the sizes of boards that the engine makes. */
static inline bool mapgen_is_size(int size) {
    return size == 21 || size == 31 || size == 41;
}

/* True for the destructible walls of a StartMap, with or without a power-up. */
static inline bool mapgen_is_wall(char cell) {
    return cell == '+' || cell == 'b' || cell == 'r';
}

typedef struct MapCell {
    int x, y;
} MapCell;

/* The cell that (x, y) of the first quadrant becomes in quadrant 0..3: itself, X mirrored, Y
 * mirrored, both mirrored. */
static inline MapCell mapgen_mirror(int size, int quadrant, int x, int y) {
    return (MapCell){quadrant & 1 ? size - 1 - x : x, quadrant & 2 ? size - 1 - y : y};
}

/* True when (x, y), from 0, is indestructible on a board of this size. */
bool mapgen_is_pillar(int size, int x, int y);

/* Generate the map of `seed` for 2..12 players. */
void mapgen_generate(StartMap *map, int players, int32_t seed);

/* Set `game` and `state` to the beginning of a match on `map`, with the hidden power-ups known.
 * Returns false when our engine cannot play it (more than 4 players, a size other than 21), or when
 * pillars or players are not where the generator puts them. */
bool mapgen_start(const StartMap *map, Game *game, State *state);

#endif
