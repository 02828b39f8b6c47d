/* The plain twin of the engine: the rules once more, cell by cell and step by step, with nothing
 * done for speed. It shares no code with the fast engine, only its data definitions, so that each
 * can be checked against the other.
 *
 * Coordinates are those of the engine, from 0. Like the engine, the twin refuses a bomb when
 * MAX_BOMBS are on the board.
 */
#ifndef BLASTBEAM_TESTS_TWIN_H
#define BLASTBEAM_TESTS_TWIN_H

#include "engine/round.h"
#include "engine/state.h"

typedef enum TwinGround { GROUND_OPEN, GROUND_PILLAR, GROUND_WALL } TwinGround;

typedef struct TwinCell {
    uint8_t ground;     /* a TwinGround */
    uint8_t powerup;    /* a PowerUp, also under a wall; 0 when there is none */
    uint16_t marked_by; /* bit i: marked by the blast of the bomb that was bomb[i] in this round */
} TwinCell;

typedef struct TwinPlace {
    int8_t x, y;
} TwinPlace;

typedef struct TwinBomb {
    int owner;
    TwinPlace at;
    int timer; /* as state.json says it */
    int radius;
} TwinBomb;

typedef struct TwinPlayer {
    bool alive;
    TwinPlace at;
    int bag, radius;
    int points;   /* without coverage */
    int coverage; /* a dead player keeps its last */
    int died;
    int touched_count;
    bool touched[BOARD_SIZE][BOARD_SIZE];
} TwinPlayer;

typedef struct Twin {
    int players, bounty, open_cells, last_round;
    int round; /* the next one to be played */
    TwinPlayer player[MAX_PLAYERS];
    TwinCell cell[BOARD_SIZE][BOARD_SIZE]; /* [y][x] */
    int bomb_count;
    TwinBomb bomb[MAX_BOMBS];
    int destroyed_count; /* walls that went in the last round */
    TwinPlace destroyed[4 * MAX_BOMBS];
} Twin;

/* Read a state of the engine. Explosion marks and destroyed walls of the last round are not in it.
 */
void twin_from_state(Twin *twin, const Game *game, const State *state);

/* Write a state of the engine for the same `game`, and what happened in the last round; of `events`
 * only exploding and destroyed are set, and `exploded` is just 0 or 1. */
void twin_to_state(const Twin *twin, const Game *game, State *state, RoundEvents *events);

/* Play one round; command and ranks as in Engine.play. */
void twin_play(Twin *twin, const uint8_t command[MAX_PLAYERS], const Ranks *ranks);

/* The commands that the rules do not refuse, as state_legal. */
unsigned twin_legal(const Twin *twin, int player);

/* Points with coverage. */
int twin_points(const Twin *twin, int player);

bool twin_over(const Twin *twin);

/* As state_leaderboard. */
void twin_leaderboard(const Twin *twin, int order[MAX_PLAYERS]);

/* Whether the engine's state is the twin's. When it is not, `why` says what differs. */
bool twin_same(const Twin *twin, const Game *game, const State *state, char *why, size_t size);

#endif
