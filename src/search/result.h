/* What a search found for one player. */
#ifndef BLASTBEAM_SEARCH_RESULT_H
#define BLASTBEAM_SEARCH_RESULT_H

#include <stdbool.h>

#include "engine/state.h"
#include "search/pv.h"

typedef struct SearchResult {
    Pv pv;       /* its length is 0 when every first command dies at once */
    float value; /* points won and promised, discounted */

    /* The value of the best line that begins with each command; -INFINITY: none. */
    float first_value[COMMAND_COUNT];

    /* Of a beam search: the rounds after which that line was found, fewer than pv.length where
     * other first commands crowded it out. */
    uint8_t first_rounds[COMMAND_COUNT];

    uint64_t nodes; /* rounds played */
    int widest;     /* states of the widest level */
    bool complete;  /* the depth was reached before a limit was */
} SearchResult;

#endif
