/* Whether a player can live through the bombs on the board. */
#ifndef BLASTBEAM_AGENTS_SURVIVAL_H
#define BLASTBEAM_AGENTS_SURVIVAL_H

#include "engine/round.h"

typedef enum Outlook {
    OUTLOOK_CALM,   /* every bomb goes off when its fuse ends, chains apart */
    OUTLOOK_HOSTILE /* bombs of living opponents may also go off in any round after this one */
} Outlook;

/* Whether `player` can be alive when the last bomb on the board has gone off, if nobody moves or
 * plants. The answer is exact for OUTLOOK_CALM but that the others stand still and block nobody. */
bool survivable(const Engine *engine, const State *state, int player, Outlook outlook);

/* The cells on which `player` can then stand: the size of it says how free it is. Returns false,
 * with nothing meaningful in *cells, when it is not survivable. */
bool survivable_cells(const Engine *engine, const State *state, int player, Outlook outlook,
                      Board *cells);

/* The cells that any bomb on the board reaches, when they all go off at once. */
void threatened_cells(const Engine *engine, const State *state, unsigned slots, Board *cells);

/* The slots of the bombs that belong to living players other than `player`. */
unsigned hostile_bombs(const State *state, int player);

#endif
