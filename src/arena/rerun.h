/* One game of a file once more, in this process: a debugger sees an agent crash. */
#ifndef BLASTBEAM_ARENA_RERUN_H
#define BLASTBEAM_ARENA_RERUN_H

#include "arena/results.h"
#include "referee/seed_writer.h"

typedef struct Rerun {
    Results results; /* of the tournament; the game is the only one played */
    const GameSpec *spec;
    GameResult recorded, played;
    bool timed;               /* a time limit held: the moves may differ */
    bool same;                /* all but times is as recorded */
    char folder[PLAYER_PATH]; /* the seed folder that was written, or "" */
    char arguments[RECORD_ARGUMENTS];
} Rerun;

/* Play game N of a file that the arena wrote, named FILE:N, again; with `parent`, write it there as
 * a seed folder. Returns false with a message. The caller ends it with rerun_close in any case. */
bool rerun_play(Rerun *rerun, const char *which, const char *parent, char *error, size_t size);

/* Print what came of it, two lines, and where it was saved. */
void rerun_print(const Rerun *rerun);

void rerun_close(Rerun *rerun);

#endif
