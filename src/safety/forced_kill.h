/* Forced kills: commands after which an opponent dies whatever it does.
 *
 * The opponent (`target`) is lost when it is dead or survives() says that it cannot escape the
 * bombs on the board, and we can. All other players stand still meanwhile. The searches count their
 * nodes in *search, obey its limits, and use its player; its other fields are not read.
 */
#ifndef BLASTBEAM_SAFETY_FORCED_KILL_H
#define BLASTBEAM_SAFETY_FORCED_KILL_H

#include "safety/reply_search.h"

enum { FORCED_KILL_DEPTH = 5 /* rounds */ };

/* The commands, bits 1 << command, that begin a forced kill of `target` within `depth` rounds
 * (1..FORCED_KILL_DEPTH). Empty when search->aborted, when the target is lost already, and when it
 * is too far away for our own steps and bombs; triggers of bombs that lie far from us are not
 * searched. */
unsigned forced_kills(ReplySearch *search, const State *state, int target, int depth);

/* As forced_kills, for the last opponent, but we may die in the same round as the target if we have
 * more points than all others then: that wins the match. */
unsigned winning_trades(ReplySearch *search, const State *state, int target, int depth);

/* For each command the share of the target's replies (0..1) after which it is lost: the chance to
 * kill an opponent that does not see it coming. All 0 when the target is too far away or lost
 * already. */
void kill_chances(ReplySearch *search, const State *state, int target, float chance[COMMAND_COUNT]);

#endif
