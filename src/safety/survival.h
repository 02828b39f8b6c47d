/* Whether a player can survive the bombs on the board. */
#ifndef BLASTBEAM_SAFETY_SURVIVAL_H
#define BLASTBEAM_SAFETY_SURVIVAL_H

#include "engine/round.h"

/* What the opponents are assumed to do while the player escapes. */
typedef enum ThreatModel {
    THREAT_FUSES,   /* nothing: every bomb explodes when its fuse ends or another blast hits it */
    THREAT_TRIGGERS /* they block the cells they stand on, and trigger their bombs as soon as they
                       have left the blasts */
} ThreatModel;

/* True when `player` can still be alive after the last bomb on the board has exploded, provided
 * that nobody else moves or plants. False for a dead player. With THREAT_FUSES the other players
 * block no cell. */
bool survives(const Engine *engine, const State *state, int player, ThreatModel threat);

/* As `survives`, and stores the cells on which a living `player` can then stand. When it returns
 * false, *cells means nothing. */
bool survives_on(const Engine *engine, const State *state, int player, ThreatModel threat,
                 Board *cells);

/* True when the player survives (THREAT_TRIGGERS) even if any one opponent plants a bomb where it
 * stands. Opponents whose blast cannot reach the player in time are left out. */
bool survives_bomb_reply(const Engine *engine, const State *state, int player);

/* Rounds from which on the opponents of `player` may trigger, as Engine.survivors takes them. */
void survival_delays(const Engine *engine, const State *state, int player,
                     uint8_t delay[MAX_PLAYERS]);

#endif
