/* Why a search moves as it does, for a person. */
#ifndef BLASTBEAM_SEARCH_EXPLAIN_H
#define BLASTBEAM_SEARCH_EXPLAIN_H

#include "search/root.h"

/* Write to root->budget->explain: the board; each first command with the value of the best plan
 * that begins so, the shares of replies that kill, and what was against it; the expected line, in
 * which the others do what root->script says, and the board at its end. `chosen` is the answer. */
void explain_move(const Root *root, Command chosen);

#endif
