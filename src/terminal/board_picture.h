/* The board as text: two characters for each cell, coloured if the terminal has colours.
 *
 *   A   a player            o7  a bomb that explodes in 7 rounds (1o: in more than 9)
 *   ++  a wall              ##  a pillar or the border
 *   ! & $  power-ups: radius, bag, super
 *
 * A player on a bomb is shown by its key and the bomb's timer. Cells that exploded in the previous
 * round are red or, without colours, filled with stars.
 */
#ifndef BLASTBEAM_TERMINAL_BOARD_PICTURE_H
#define BLASTBEAM_TERMINAL_BOARD_PICTURE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Snapshot Snapshot;

enum { PICTURE_CELL = 2 }; /* characters in a cell */

/* Write `columns` cells of row `y`, beginning at column `left`, without a line end. Coordinates are
 * those of the snapshot: from 1. */
void picture_row(const Snapshot *snapshot, int y, int left, int columns, bool colours, FILE *out);

/* The escape sequences that switch to the colour of a player (0..SNAPSHOT_PLAYERS-1) and back to
 * the default colour; both are "" without colours. */
const char *picture_colour(int player, bool colours);
const char *picture_plain(bool colours);

#endif
