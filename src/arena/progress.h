/* The progress of a tournament: one line on standard error that is rewritten while games are
 * played, and a file to which a line is added once a minute. */
#ifndef BLASTBEAM_ARENA_PROGRESS_H
#define BLASTBEAM_ARENA_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/tally.h"

enum { PROGRESS_PATH = 4096 };

typedef struct Progress {
    bool on;
    bool duel;            /* two agents and two players: show their score */
    int resumed;          /* games from the file of an earlier run */
    int wanted;           /* games to be played in this run */
    int played;           /* those of them that have ended */
    const char *title;    /* NULL: none */
    double rest_s;        /* seconds of what follows these games; 0: nothing */
    Score score;          /* of a duel, with the games from the file */
    int64_t start, shown; /* clock_now() at the start and when the line was last written */
    FILE *file;           /* NULL: none */
    char path[PROGRESS_PATH];
    int64_t added; /* clock_now() when a line was last added to the file */
} Progress;

/* Start the clock of the estimate. A `path` that is not NULL names the file: it is emptied, and
 * gets its first line. Returns false with errno when it cannot be written; then there is no file.
 */
bool progress_begin(Progress *progress, const char *path);

/* True when progress_show would write something. */
bool progress_is_due(const Progress *progress);

/* Rewrite the line, at most five times a second, and add it to the file, at most once a minute. */
void progress_show(Progress *progress);

/* Print a message on a line of its own that stays, even when progress is not shown. */
void progress_print(Progress *progress, const char *message);

/* Erase the line, and remove the file. */
void progress_end(Progress *progress);

/* Write a duration as "3 s", "12:05 min" or "3:07 h". */
void progress_duration(double seconds, char *text, size_t size);

#endif
