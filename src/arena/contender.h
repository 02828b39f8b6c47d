/* One who takes part: an agent, and the limits that hold for it alone. */
#ifndef BLASTBEAM_ARENA_CONTENDER_H
#define BLASTBEAM_ARENA_CONTENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONTENDER_TEXT = 1536 };

/* What a move may cost. */
typedef struct MoveLimits {
    double budget_ms; /* 0: no limit */
    uint64_t nodes;   /* 0: no limit */
    int threads;
} MoveLimits;

typedef struct Contender {
    char spec[CONTENDER_TEXT];  /* as the user wrote it */
    char agent[CONTENDER_TEXT]; /* the part before the @, for agent_create */
    MoveLimits own;             /* zeros where nothing is said */
} Contender;

/* Read AGENT or AGENT@LIMIT,LIMIT...: `20ms` (0.1 to 1e6), `nodes=1000` (1 to 1e12), `threads=2` (1
 * to 64). Printable characters without blanks, quotes and backslashes. Returns false with a message
 * that says what is wrong; whether there is such an agent is not looked up. */
bool contender_read(const char *spec, Contender *contender, char *error, size_t size);

/* The limits that hold for a contender where `general` hold for all: own time or nodes replace both
 * general ones. */
MoveLimits contender_limits(const Contender *contender, MoveLimits general);

#endif
