/* What a person sees while games are played: a line on standard error that is written over. */
#ifndef BLASTBEAM_ARENA_PROGRESS_H
#define BLASTBEAM_ARENA_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/tally.h"

typedef struct Progress {
    bool on;
    bool duel;   /* two agents and two players: their score is shown */
    int resumed; /* games taken from a file */
    int wanted;  /* games to be played now */
    int played;  /* of these */
    Score score; /* of a duel, with the games from the file */
    int64_t start, shown;
} Progress;

void progress_begin(Progress *progress);

/* Write the line anew, at most some times a second. */
void progress_show(Progress *progress);

/* Tell something that is to stay, on a line of its own; whether or not progress is shown. */
void progress_tell(Progress *progress, const char *what);

/* Take the line away. */
void progress_end(const Progress *progress);

/* "3 s", "12:05 min", "3:07 h" into text[0..size-1]. */
void progress_duration(double seconds, char *text, size_t size);

#endif
