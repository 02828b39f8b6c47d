/* The board as text: two characters a cell, in colours where a terminal shows them.
 *
 *   A   a player            o7  a bomb that goes off in 7 rounds (1o: more than 9)
 *   ++  a wall              ##  a pillar or the border
 *   ! & $  power-ups: radius, bag, super
 *
 * A player on a bomb is shown by its key and the timer. Cells that exploded in the last round are
 * red, without colours filled with stars.
 */
#ifndef BLASTBEAM_TERMINAL_BOARD_PICTURE_H
#define BLASTBEAM_TERMINAL_BOARD_PICTURE_H

#include <stdio.h>

#include "protocol/snapshot.h"

enum { PICTURE_CELL = 2 }; /* characters */

/* Write `columns` cells of row `y` from column `left` on, without a line end. Coordinates are those
 * of the snapshot. */
void picture_row(const Snapshot *snapshot, int y, int left, int columns, bool colours, FILE *out);

/* The sequences that switch to a player's colour (0..SNAPSHOT_PLAYERS-1) and back; "" without
 * colours. */
const char *picture_colour(int player, bool colours);
const char *picture_plain(bool colours);

#endif
