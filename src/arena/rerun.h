/* Play a game of a file again. It runs in this process, where a debugger can catch a crash of an
 * agent. */
#ifndef BLASTBEAM_ARENA_RERUN_H
#define BLASTBEAM_ARENA_RERUN_H

#include "arena/results.h"
#include "referee/seed_writer.h"

typedef struct Rerun {
    Results results; /* of the tournament; none of its games is marked as played */
    const GameSpec *spec;
    GameResult recorded, played;
    bool timed;               /* an agent has a limit of time: the moves may differ */
    bool same;                /* everything except times is as recorded */
    char folder[PLAYER_PATH]; /* the seed folder that was written, or "" */
    char arguments[RECORD_ARGUMENTS];
} Rerun;

/* Play a game of a file again. `which` is FILE:N, N the number of the game. With `parent` (may be
 * NULL) the game is written into that folder as a seed folder. Returns false with a message. The
 * caller must call rerun_close in either case. */
bool rerun_play(Rerun *rerun, const char *which, const char *parent, char *error, size_t size);

/* Print the result, whether it is the same, and the seed folder that was written. */
void rerun_print(const Rerun *rerun);

void rerun_close(Rerun *rerun);

#endif
