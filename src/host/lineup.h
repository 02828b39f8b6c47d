/* Who can be chosen for a match: the players of the command line, and the built-in agents. */
#ifndef BLASTBEAM_HOST_LINEUP_H
#define BLASTBEAM_HOST_LINEUP_H

#include "referee/session.h"

enum { LINEUP_MAX = 16 };

typedef struct Lineup {
    int count;
    const char *spec[LINEUP_MAX];         /* as on the command line */
    char name[LINEUP_MAX][BOT_FILE_TEXT]; /* shown to everybody; no path */
} Lineup;

/* List the session's players, each once, and then the built-in agents. Returns false with a message
 * when a player cannot be opened. The specs are those of the session or static. */
bool lineup_make(const Session *session, Lineup *lineup, char *error, size_t size);

/* The index of a spec, or -1. */
int lineup_find(const Lineup *lineup, const char *spec);

#endif
