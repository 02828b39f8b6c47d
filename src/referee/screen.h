/* Shows a match on the terminal. */
#ifndef BLASTBEAM_REFEREE_SCREEN_H
#define BLASTBEAM_REFEREE_SCREEN_H

#include "referee/match.h"

/* Draw the board (see terminal/board_picture.h) and a line for each player. With colours, for a
 * terminal, the previous drawing is overwritten and blasts are red. Without colours the drawing is
 * appended, and blasts are stars. */
void screen_draw(const Match *match, bool colours, FILE *out);

/* Write the round and the points of all players, without a line end. */
void screen_progress(const Match *match, FILE *out);

#endif
