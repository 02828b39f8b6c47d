/* Whether a player can live through the bombs on the board. */
#ifndef BLASTBEAM_SAFETY_SURVIVAL_H
#define BLASTBEAM_SAFETY_SURVIVAL_H

#include "engine/round.h"

typedef enum Outlook {
    OUTLOOK_CALM,   /* every bomb goes off when its fuse ends, chains apart */
    OUTLOOK_HOSTILE /* opponents also stand in the way, and trigger their bombs as soon as they
                       stand clear of them */
} Outlook;

/* Whether `player` can be alive when the last bomb on the board has gone off, if nobody moves or
 * plants; not when it is dead already. The answer is exact for OUTLOOK_CALM but that the others
 * stand still and block nobody. */
bool survivable(const Engine *engine, const State *state, int player, Outlook outlook);

/* The cells on which `player` can then stand: the size of it says how free it is. Returns false,
 * with nothing meaningful in *cells, when it is not survivable. */
bool survivable_cells(const Engine *engine, const State *state, int player, Outlook outlook,
                      Board *cells);

/* Whether it is survivable, by a hostile outlook, even if any one opponent near enough to matter
 * drops a bomb where it stands now. */
bool survivable_when_bombed(const Engine *engine, const State *state, int player);

#endif
