/* The way to the super power-up, through walls.
 *
 * Each cell has a way: the one of the fewest rounds, where a step is one round, a wall in the way
 * PRIZE_WALL_ROUNDS more (to plant, flee and come back), and a wall that a bomb on the board
 * destroys PRIZE_DOOMED_ROUNDS more. Bombs and players are not in the way.
 *
 * The ways are those of one state. In a later state, a way is shorter by its walls that are gone or
 * doomed, so planting a bomb beside the way brings the power-up nearer at once.
 */
#ifndef BLASTBEAM_SEARCH_PRIZE_H
#define BLASTBEAM_SEARCH_PRIZE_H

#include "engine/round.h"

enum { PRIZE_WALL_ROUNDS = 6, PRIZE_DOOMED_ROUNDS = 2, PRIZE_NO_WAY = 9999 };

typedef struct PrizeWays {
    Cell cell;                   /* of the super power-up; NO_CELL when it is gone */
    uint16_t rounds[CELL_COUNT]; /* of the way from each cell; PRIZE_NO_WAY: none */
    uint8_t steps[CELL_COUNT];   /* the steps among these rounds */
    Board walls[CELL_COUNT];     /* the walls in the way, those of the cell itself left out */
} PrizeWays;

/* The index of the super power-up in `game`; NO_POWERUP when it is gone in `state`. */
uint8_t prize_find(const Game *game, const State *state);

/* Find the ways of `state`. `ways` is aligned like a Board. */
void prize_ways_init(PrizeWays *ways, const Engine *engine, const Game *game, const State *state);

/* The rounds of the way from `cell`, which has one, in a later state: `walls` are those on its
 * board, `standing` those of them that no bomb will destroy. */
static inline int prize_rounds(const PrizeWays *ways, const Engine *engine, Cell cell,
                               const Board *walls, const Board *standing) {
    enum { STANDING_ROUNDS = PRIZE_WALL_ROUNDS - PRIZE_DOOMED_ROUNDS };
    const Board *way = &ways->walls[cell];
    return ways->steps[cell] + PRIZE_DOOMED_ROUNDS * engine->count_in(walls, way, 1) +
           STANDING_ROUNDS * engine->count_in(standing, way, 1);
}

/* How many rounds longer the way of `player` is than that of the nearest living opponent; below 0
 * when it is shorter. `state` is that of the ways; `player` is alive in it. */
int prize_lag(const PrizeWays *ways, const State *state, int player);

#endif
