/* Shows a match on the terminal: the board, and beside it the players and what has just happened.
 * 24 lines of 80 columns are enough for a board of 21x21; two lines below it stay free. */
#ifndef BLASTBEAM_REFEREE_SCREEN_H
#define BLASTBEAM_REFEREE_SCREEN_H

#include "referee/match.h"

/* What a screen knows about the round before. Starts as {0}. */
typedef struct Screen {
    int late[MAX_PLAYERS], failed[MAX_PLAYERS];         /* counts of the players */
    int bag[MAX_PLAYERS], radius[MAX_PLAYERS];          /* radius as in State */
    unsigned was_late, has_failed, got_bag, got_radius; /* in the last round; bit p: player p */
} Screen;

/* Call at the beginning and after every round, before it is drawn. */
void screen_note_round(Screen *screen, const Match *match);

/* Draw the board (see terminal/board_picture.h) with the players and the events of the last round
 * beside it (see terminal/board_layout.h). A board that does not fit is scrolled to player `focus`.
 * With colours, for a terminal, the previous drawing is overwritten and blasts are red; the cursor
 * is then in the first line below. Without colours the drawing is appended, and blasts are stars.
 */
void screen_draw(const Screen *screen, const Match *match, int focus, bool colours, FILE *out);

/* Write the round and the points of all players, without a line end. */
void screen_progress(const Match *match, FILE *out);

#endif
