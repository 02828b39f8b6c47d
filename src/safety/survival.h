/* Whether a player can live through the bombs on the board. */
#ifndef BLASTBEAM_SAFETY_SURVIVAL_H
#define BLASTBEAM_SAFETY_SURVIVAL_H

#include "engine/round.h"

typedef enum ThreatModel {
    THREAT_FUSES,   /* every bomb goes off when its fuse ends, chains apart */
    THREAT_TRIGGERS /* opponents also stand in the way, and trigger their bombs as soon as they
                       stand clear of them */
} ThreatModel;

/* Whether `player` can be alive when the last bomb on the board has gone off, if nobody moves or
 * plants; not when it is dead already. The answer is exact for THREAT_FUSES but that the others
 * stand still and block nobody. */
bool survives(const Engine *engine, const State *state, int player, ThreatModel threat);

/* The cells on which `player` can then stand: the size of it says how free it is. Returns false,
 * with nothing meaningful in *cells, when it is not survivable. */
bool survives_on(const Engine *engine, const State *state, int player, ThreatModel threat,
                 Board *cells);

/* Whether it is survivable, by a hostile outlook, even if any one opponent near enough to matter
 * drops a bomb where it stands now. */
bool survives_bomb_reply(const Engine *engine, const State *state, int player);

#endif
