/* Whether a death was an unforced error. */
#ifndef BLASTBEAM_SAFETY_UNFORCED_H
#define BLASTBEAM_SAFETY_UNFORCED_H

#include "engine/round.h"

enum { UNFORCED_ROUNDS = 3 };

typedef enum Escape {
    ESCAPE_NONE,
    ESCAPE_FOUND,
    ESCAPE_UNKNOWN /* the search was given up */
} Escape;

/* Whether in `state` the player has a way to play `rounds` rounds (1..6) such that no commands of
 * the opponents would kill it, nor leave it where it cannot survive the bombs on the board: an
 * exhaustive check, in which the player decides anew after each reply. Opponents too far away to
 * matter only stand still and trigger; in all rounds but the first the player does not plant.
 * *commands becomes the first commands that do it, bit 1 << command. Given up after `node_limit`
 * rounds have been played (0: never). */
Escape find_escape(const Engine *engine, const Game *game, const State *state, int rounds,
                   int player, uint64_t node_limit, unsigned *commands);

/* `history` holds the last `count` states before the death, oldest first, at most UNFORCED_ROUNDS.
 * True when in one of them, k rounds before the death, there was an escape for k rounds. */
bool death_was_unforced(const Engine *engine, const Game *game, const State *history, int count,
                        int player);

#endif
