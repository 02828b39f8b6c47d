/* Players that wait, step back and forth, or go round and round. */
#ifndef BLASTBEAM_AGENTS_REPETITION_H
#define BLASTBEAM_AGENTS_REPETITION_H

#include "search/agent.h"

/* Whether the player has no bomb on the board and just waited or stepped back and forth. A search
 * that did so once would do it for ever, because planting one round later costs a line nothing. */
bool is_repeating(const Observation *observation);

/* The first commands that end a repetition: no wait, and no step back. Bits 1 << command. */
unsigned active_commands(const Observation *observation);

/* Whether the player of a duel goes round and round a few cells without a bomb on the board. A
 * search does so when it plans to plant on a cell where the root filter then refuses the bomb, and
 * when it waits for a bomb that an opponent is predicted to plant and never does. Among several
 * opponents a few cells are often all that is safe. */
bool is_looping(const Observation *observation);

/* The first commands that lead out of the loop. Bits 1 << command. */
unsigned ways_out_of_loop(const Observation *observation);

#endif
