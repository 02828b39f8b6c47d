/* A round in the words of the engine's own log, and the dice for contested cells.
 *
 * The log names every detonation in the order in which the engine comes upon it, every refused
 * command with its reason, every roll of the dice and every move. So the narrator follows the round
 * cell by cell, beside engine(), which plays it. */
#ifndef BLASTBEAM_REFEREE_ENGINE_LOG_H
#define BLASTBEAM_REFEREE_ENGINE_LOG_H

#include "engine/round.h"
#include "referee/log.h"

/* The dice of a match: a number from 0 to 99 at each call. */
typedef struct Dice {
    int (*roll)(void *context);
    void *context;
} Dice;

/* Where what is said goes. */
typedef struct EngineLog {
    const Game *game;
    Log *engine;               /* everything */
    Log *players[MAX_PLAYERS]; /* their refused commands; NULL for those who have no log */
    char key[MAX_PLAYERS];
} EngineLog;

/* Note that a command came in. */
void engine_log_command(const EngineLog *engine_log, const State *state, int player,
                        Command command);

/* Tell the round up to the moves. Where several players want one cell, the engine's dice are
 * rolled: the ranks make engine()->play settle it in the same way. */
Ranks engine_log_begin(const EngineLog *engine_log, const State *before,
                       const uint8_t command[MAX_PLAYERS], const Dice *dice);

/* Tell the rest: what was destroyed and how much of the map each player has walked on. */
void engine_log_end(const EngineLog *engine_log, const State *after, const RoundEvents *events);

#endif
