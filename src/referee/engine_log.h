/* Writes the original engine's log of a round, and rolls the dice for contested cells.
 *
 * The log lists every detonation in the order in which the engine processes them, every refused
 * command with its reason, every roll of the dice and every move. Therefore this module follows the
 * round cell by cell, in parallel to engine(), which plays it. */
#ifndef BLASTBEAM_REFEREE_ENGINE_LOG_H
#define BLASTBEAM_REFEREE_ENGINE_LOG_H

#include "engine/round.h"
#include "referee/log.h"

/* The dice of a match. Each call of `roll` returns a number from 0 to 99. */
typedef struct Dice {
    int (*roll)(void *context);
    void *context;
} Dice;

/* The logs that receive the lines. */
typedef struct EngineLog {
    const Game *game;
    Log *engine;               /* engine.log; receives all lines */
    Log *players[MAX_PLAYERS]; /* receive the refused commands of each player; may be NULL */
    char key[MAX_PLAYERS];
} EngineLog;

/* Write that a command was received. */
void engine_log_command(const EngineLog *log, const State *state, int player, Command command);

/* Write the round up to the moves. When several players want the same cell, the dice are rolled as
 * in the engine. The returned ranks make engine()->play resolve the collisions in the same way. */
Ranks engine_log_begin(const EngineLog *log, const State *before,
                       const uint8_t command[MAX_PLAYERS], const Dice *dice);

/* Write the end of the round: what was destroyed, and how much of the map each player has covered.
 */
void engine_log_end(const EngineLog *log, const State *after, const RoundEvents *events);

#endif
