/* A contender of a tournament: an agent with its settings, or a bot with its arguments, and its
 * own limits. */
#ifndef BLASTBEAM_ARENA_CONTENDER_H
#define BLASTBEAM_ARENA_CONTENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONTENDER_TEXT = 1536 };

/* The limits of one move. They are durations; SearchLimits has a point in time. */
typedef struct ContenderLimits {
    double budget_ms; /* 0: no limit */
    uint64_t nodes;   /* 0: no limit */
    int threads;
} ContenderLimits;

typedef struct Contender {
    char spec[CONTENDER_TEXT];  /* as the user wrote it */
    char agent[CONTENDER_TEXT]; /* the part before the @, for agent_create or player_open */
    bool is_bot;                /* it begins with the folder of a bot */
    ContenderLimits own;        /* 0: not given */
} Contender;

/* Read AGENT or AGENT@LIMIT,LIMIT..., where AGENT may also be a bot, FOLDER or FOLDER:WORD,WORD;
 * `20ms` (0.1 to 1e6), `nodes=1000` (1 to 1e12), `threads=2` (1 to 64), of which a bot can have the
 * first. `spec` must consist of printable characters without blanks, quotes and backslashes.
 * Returns false with a message when it does not have this form. The function does not check that
 * the agent exists. */
bool contender_read(const char *spec, Contender *contender, char *error, size_t size);

/* True when one of the specs is that of a bot. */
bool contenders_have_bot(const char *const specs[], int count);

/* The limits of a contender in a tournament with the limits `general`. Its own time or nodes
 * replace both the general time and the general nodes; its own threads replace the general
 * threads. */
ContenderLimits contender_limits(const Contender *contender, ContenderLimits general);

#endif
