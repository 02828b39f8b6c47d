/* The limits of a search, and how its phases share them. */
#ifndef BLASTBEAM_SAFETY_LIMITS_H
#define BLASTBEAM_SAFETY_LIMITS_H

#include <stdint.h>

/* All limits hold at once; a limit of 0 is none. A search that only `nodes` limits is repeatable.
 */
typedef struct SearchLimits {
    int64_t deadline; /* clock_now() at which the search must end */
    uint64_t nodes;   /* rounds that the search may play */
    int threads;      /* that may work on it; 0 is 1 */
} SearchLimits;

/* The moment when `share` (0..1) of the time from `start` to the deadline has passed; 0 without a
 * deadline. */
static inline int64_t limits_deadline_at(const SearchLimits *limits, int64_t start, double share) {
    if (!limits->deadline)
        return 0;
    return start + (int64_t)(share * (double)(limits->deadline - start));
}

/* Nodes that a phase may use to reach `share` (0..1) of all when `used` are gone, at least 1; 0
 * without a limit. */
static inline uint64_t limits_nodes_until(const SearchLimits *limits, uint64_t used, double share) {
    if (!limits->nodes)
        return 0;
    double left = share * (double)limits->nodes - (double)used;
    return left > 1 ? (uint64_t)left : 1;
}

#endif
