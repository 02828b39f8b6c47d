/* Whether a death was an unforced error. */
#ifndef BLASTBEAM_ARENA_UNFORCED_H
#define BLASTBEAM_ARENA_UNFORCED_H

#include "engine/round.h"

enum { UNFORCED_ROUNDS = 3 };

/* `history` holds the last `count` states before the death, oldest first, at most UNFORCED_ROUNDS.
 * True when in one of them, k rounds before the death, the player had a way to play k rounds such
 * that no commands of the opponents would have killed it, nor left it where it cannot survive the
 * bombs on the board: an exhaustive check, in which the player decides anew after each reply.
 * Opponents too far away to matter only stand still and trigger. */
bool death_was_unforced(const Engine *engine, const Game *game, const State *history, int count,
                        int player);

#endif
