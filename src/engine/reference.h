/* The reference engine: the rules once more, cell by cell and step by step, with nothing done for
 * speed. It shares no code with the fast engine, only its data definitions, so that each can be
 * checked against the other.
 *
 * Coordinates count from 0, as in the engine. Like the engine, it refuses a bomb when MAX_BOMBS are
 * on the board.
 */
#ifndef BLASTBEAM_ENGINE_REFERENCE_H
#define BLASTBEAM_ENGINE_REFERENCE_H

#include "engine/round.h"
#include "engine/state.h"

typedef enum ReferenceGround { GROUND_OPEN, GROUND_PILLAR, GROUND_WALL } ReferenceGround;

typedef struct ReferenceCell {
    uint8_t ground;     /* a ReferenceGround */
    uint8_t powerup;    /* a PowerUp, also under a wall; 0 when there is none */
    uint16_t marked_by; /* bit i: marked by the blast of the bomb that was bomb[i] in this round */
} ReferenceCell;

typedef struct ReferencePlace {
    int8_t x, y;
} ReferencePlace;

typedef struct ReferenceBomb {
    int owner;
    ReferencePlace at;
    int timer; /* as state.json says it */
    int radius;
} ReferenceBomb;

typedef struct ReferencePlayer {
    bool alive;
    ReferencePlace at;
    int bag, radius;
    int points;   /* without coverage */
    int coverage; /* of a dead player: the last one */
    int died;
    int touched_count;
    bool touched[BOARD_SIZE][BOARD_SIZE];
} ReferencePlayer;

typedef struct ReferenceEngine {
    int players, bounty, open_cells, last_round;
    int round; /* the next round to be played */
    ReferencePlayer player[MAX_PLAYERS];
    ReferenceCell cell[BOARD_SIZE][BOARD_SIZE]; /* [y][x] */
    int bomb_count;
    ReferenceBomb bomb[MAX_BOMBS];
    int destroyed_count; /* walls destroyed in the last round */
    ReferencePlace destroyed[4 * MAX_BOMBS];
} ReferenceEngine;

/* Take over a state of the engine. It has no explosion marks or destroyed walls of the last round.
 */
void reference_from_state(ReferenceEngine *reference, const Game *game, const State *state);

/* Write a state of the engine for the same `game`, and the events of the last round: exploding,
 * destroyed, and `exploded` as 0 or 1. */
void reference_to_state(const ReferenceEngine *reference, const Game *game, State *state,
                        RoundEvents *events);

/* Play one round; command and ranks as in Engine.play. */
void reference_play(ReferenceEngine *reference, const uint8_t command[MAX_PLAYERS],
                    const Ranks *ranks);

/* The commands that the rules do not refuse, as state_legal. */
unsigned reference_legal(const ReferenceEngine *reference, int player);

/* Points with coverage. */
int reference_points(const ReferenceEngine *reference, int player);

bool reference_over(const ReferenceEngine *reference);

/* As state_leaderboard. */
void reference_leaderboard(const ReferenceEngine *reference, int order[MAX_PLAYERS]);

/* Whether the engine's state equals the reference engine's. If not, `why` says what differs. */
bool reference_same(const ReferenceEngine *reference, const Game *game, const State *state,
                    char *why, size_t size);

#endif
