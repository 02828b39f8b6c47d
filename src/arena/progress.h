/* The progress of a tournament: one line on standard error that is rewritten while games are
 * played. */
#ifndef BLASTBEAM_ARENA_PROGRESS_H
#define BLASTBEAM_ARENA_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/tally.h"

typedef struct Progress {
    bool on;
    bool duel;            /* two agents and two players: show their score */
    int resumed;          /* games from the file of an earlier run */
    int wanted;           /* games to be played in this run */
    int played;           /* those of them that have ended */
    Score score;          /* of a duel, with the games from the file */
    int64_t start, shown; /* clock_now() at the start and when the line was last written */
} Progress;

/* Start the clock of the estimate. */
void progress_begin(Progress *progress);

/* Rewrite the line, at most five times a second. */
void progress_show(Progress *progress);

/* Print a message on a line of its own that stays, even when progress is not shown. */
void progress_print(Progress *progress, const char *message);

/* Erase the line. */
void progress_end(const Progress *progress);

/* Write a duration as "3 s", "12:05 min" or "3:07 h". */
void progress_duration(double seconds, char *text, size_t size);

#endif
