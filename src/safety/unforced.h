/* Whether a death was an unforced error: a command was there that no opponent could punish. */
#ifndef BLASTBEAM_SAFETY_UNFORCED_H
#define BLASTBEAM_SAFETY_UNFORCED_H

#include "engine/round.h"

enum { UNFORCED_ROUNDS = 3 };

typedef enum Escape {
    ESCAPE_NONE,
    ESCAPE_FOUND,
    ESCAPE_UNKNOWN /* the search was aborted */
} Escape;

/* Search exhaustively, `rounds` rounds deep (1..6), for commands after which `player` survives
 * whatever the opponents do; it may answer each of their replies differently, but does not plant
 * after the first round. Opponents that are too far away to matter only stand still and trigger.
 * *commands becomes the set of such first commands, bits 1 << command. Aborted after `node_limit`
 * rounds have been played (0: never). */
Escape find_escape(const Engine *engine, const Game *game, const State *state, int rounds,
                   int player, uint64_t node_limit, unsigned *commands);

/* True when the player had an escape of k rounds in the state k rounds before its death, for any k.
 * `history` holds the last `count` states before the death (at most UNFORCED_ROUNDS), oldest
 * first. */
bool death_was_unforced(const Engine *engine, const Game *game, const State *history, int count,
                        int player);

#endif
