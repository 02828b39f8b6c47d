/* The command line of bin/arena. */
#ifndef BLASTBEAM_ARENA_OPTIONS_H
#define BLASTBEAM_ARENA_OPTIONS_H

#include "arena/tournament.h"

typedef enum OptionsMode {
    MODE_PLAY,
    MODE_MERGE,  /* add up the games of files */
    MODE_REPLAY, /* play one game of a file again */
    MODE_HELP,
    MODE_VERSION
} OptionsMode;

typedef struct Options {
    OptionsMode mode;
    Tournament tournament;
    const char *replay; /* FILE:N */
    const char *save;   /* where to write the seed folder of that game; NULL: nowhere */
    char *const *files; /* for MODE_MERGE */
    int file_count;
    char recorded[RECORD_ARGUMENTS]; /* arguments read from a file; the tournament points into it */
} Options;

/* Read the command line. `options` points into argv. For a merge without agents the tournament is
 * that of the first file with games. Returns false with a message. */
bool options_read(Options *options, int argc, char **argv, char *error, size_t size);

/* Build the tournament with `games` games of each lineup from the arguments recorded in a file of
 * games. Cuts `arguments` into words; the tournament points into it. Returns false with a
 * message. */
bool options_recorded(Tournament *tournament, char *arguments, int games, char *error, size_t size);

void options_usage(FILE *out);

#endif
