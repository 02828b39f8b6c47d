/* How a search divides its budget between its phases. */
#ifndef BLASTBEAM_SEARCH_SHARES_H
#define BLASTBEAM_SEARCH_SHARES_H

#include "search/agent.h"

/* The moment when `share` (0..1) of the time from `start` to the deadline has passed; 0 without a
 * time limit. */
static inline int64_t deadline_at(const Budget *budget, int64_t start, double share) {
    if (!budget->deadline)
        return 0;
    return start + (int64_t)(share * (double)(budget->deadline - start));
}

/* Nodes that a phase may use to reach `share` (0..1) of all when `used` are gone, at least 1; 0
 * without a limit. */
static inline uint64_t nodes_until(const Budget *budget, uint64_t used, double share) {
    if (!budget->nodes)
        return 0;
    double left = share * (double)budget->nodes - (double)used;
    return left > 1 ? (uint64_t)left : 1;
}

#endif
