/* The reasons of a search for its move, written for a person. */
#ifndef BLASTBEAM_SEARCH_EXPLAIN_H
#define BLASTBEAM_SEARCH_EXPLAIN_H

#include "search/root.h"

/* Write to root->request->explain: the board; for each first command the value of its best line,
 * the shares of deadly replies and what speaks against it; the PV; and the board at its end, the
 * others doing what root->prediction says. `chosen` is the answer. */
void explain_move(const Root *root, Command chosen);

#endif
