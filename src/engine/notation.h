/* Positions as text that a person can draw and read; the tests, the bench and --explain use them.
 *
 *   position NAME
 *   round=57 bounty=680
 *   #####################    21 rows, or fewer and shorter ones: missing cells are floor,
 *   #A 2  +             #    pillars and border as on every board
 *   ...
 *   A 2,2 bag=1 radius=2 points=53
 *   B 20,20 bag=1 radius=1 points=12
 *   bombs A@4,2:t2r2 B@9,9:t5r1
 *   end
 *
 * Cells: # indestructible, + destructible, b and r destructible with a bag or radius power-up
 * under it, & ! $ the power-ups bag, radius, super in sight, all others floor. Letters and digits
 * may show players and bombs, but only the lines below the board count. The last player's line
 * gives the number of players (at least two). A player with `dead` in its line is dead; a player
 * without a line stands in its corner. Coordinates count from 1.
 */
#ifndef BLASTBEAM_ENGINE_NOTATION_H
#define BLASTBEAM_ENGINE_NOTATION_H

#include "engine/round.h"

enum { NOTATION_NAME = 96, NOTATION_TEXT = 2048 };

/* Read the next position of *text, and move *text behind it. Returns false at the end of the text,
 * with error[0] = 0, and on a line that it does not understand, with a message in `error`. */
bool notation_read(const char **text, char name[NOTATION_NAME], Game *game, State *state,
                   char *error, size_t size);

/* Write the state in this notation, with players and bombs on the board as in map.txt, but
 * with B also for player B on its own bomb, because b is a wall. The cells
 * that exploded in `last` are drawn as stars; NULL: none. Returns the length, less than
 * NOTATION_TEXT. */
size_t notation_write(const char *name, const Game *game, const State *state,
                      const RoundEvents *last, char text[NOTATION_TEXT]);

#endif
