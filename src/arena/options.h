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
    const char *save;   /* folder that gets the seed folder of that game; NULL: none */
    char *const *files; /* to be merged */
    int file_count;
    char recorded[RECORD_ARGUMENTS]; /* arguments read from a file; the tournament points into it */
} Options;

/* Read the arguments; what they point to must stay. Of a merge without agents, and of a replay,
 * the tournament is that of the file. Returns false with a message. */
bool options_read(Options *options, int argc, char **argv, char *error, size_t size);

/* The tournament that arguments in a file tell of, and the number of games of each lineup. Changes
 * `arguments`, to which the tournament then points. Returns false with a message. */
bool options_recorded(Tournament *tournament, char *arguments, int games, char *error, size_t size);

void options_usage(FILE *out);

#endif
