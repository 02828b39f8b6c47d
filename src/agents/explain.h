/* Why a search moves as it does, for a person. */
#ifndef BLASTBEAM_AGENTS_EXPLAIN_H
#define BLASTBEAM_AGENTS_EXPLAIN_H

#include "agents/root_moves.h"

/* Write to root->budget->explain: the board; each first command with the value of the best plan
 * that begins so, the shares of replies that kill, and what was against it; the expected line, in
 * which the others do what root->script says, and the board at its end. `chosen` is the answer. */
void explain_move(const RootMoves *root, Command chosen);

#endif
