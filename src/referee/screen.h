/* A match as a person sees it. */
#ifndef BLASTBEAM_REFEREE_SCREEN_H
#define BLASTBEAM_REFEREE_SCREEN_H

#include "referee/match.h"

/* Draw the board and a line for each player. A cell is two characters wide: a player's key, a
 * bomb's rounds to its blast, a power-up. With colours (a terminal) over the last drawing, blasts
 * in red; else below it, blasts as stars. */
void screen_draw(const Match *match, bool colours, FILE *out);

/* Write how far the match is, without a line end. */
void screen_progress(const Match *match, FILE *out);

#endif
