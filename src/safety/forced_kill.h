/* Forced kills: commands after which an opponent dies whatever it does. */
#ifndef BLASTBEAM_SAFETY_FORCED_KILL_H
#define BLASTBEAM_SAFETY_FORCED_KILL_H

#include "safety/reply_search.h"

enum { HUNT_DEPTH = 5 /* rounds */ };

/* The commands of adversary->player, as bits 1 << command, that begin a forced kill of `target`
 * within `depth` rounds (1..HUNT_DEPTH): whatever the target does in each of them, it is then dead
 * or cannot live through the bombs on the board, while the player can. All others stand still
 * meanwhile. 0 when there is none, when the target cannot be saved as it is or is out of reach of
 * what the player itself does there (triggers of bombs far from it are not hunted for: at 30,000
 * nodes a move the beam killed 148 times in 160 games against chaser with it and without), and when
 * adversary->aborted. */
unsigned forced_kills(ReplySearch *search, const State *state, int target, int depth);

/* The same where the player may die in the round in which the last opponent does, when it has the
 * more points then: that wins the match. */
unsigned winning_trades(ReplySearch *search, const State *state, int target, int depth);

/* For each command the share (0..1) of the target's replies after which it is dead or cannot live
 * through the bombs on the board, while the player can: how likely it is to kill somebody who does
 * not see it coming. All 0 when the target is too far away or cannot be saved as it is. */
void kill_chances(ReplySearch *search, const State *state, int target, float chance[COMMAND_COUNT]);

#endif
