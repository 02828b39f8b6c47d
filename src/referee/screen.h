/* A match on a terminal. */
#ifndef BLASTBEAM_REFEREE_SCREEN_H
#define BLASTBEAM_REFEREE_SCREEN_H

#include "referee/match.h"

/* Draw the board and a line for each player, in colours, over the last drawing. */
void screen_draw(const Match *match, FILE *out);

/* One line that says how far the match is, for logs. */
void screen_progress(const Match *match, FILE *out);

#endif
