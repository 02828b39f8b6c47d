/* The games of a tournament: which there are, and what is known of them. */
#ifndef BLASTBEAM_ARENA_RESULTS_H
#define BLASTBEAM_ARENA_RESULTS_H

#include "arena/record.h"
#include "arena/tally.h"

struct Tournament;

typedef struct Results {
    RecordFrame frame;
    Contender contenders[ARENA_AGENTS];
    Pairing *pairings;
    GameSpec *specs;
    GameResult *games; /* by number; not all are played */
    int count, lineups;
} Results;

/* Draw up all games of a tournament. Returns false with a message when an agent's spec is not
 * understood or memory is short. The caller frees them with results_close in either case. */
bool results_open(Results *results, const struct Tournament *tournament, char *error, size_t size);

void results_close(Results *results);

/* Take over the games that a file holds; *taken is the number of those that were not known. A last
 * line without its end was being written when somebody pulled the plug: it is left out, and *whole
 * is the length of what comes before. Returns false, with a message that names the line, when the
 * file cannot be read (errno is set), or when a line is no game of this tournament or tells
 * otherwise of a game that is known. */
bool results_load(Results *results, const char *path, int *taken, size_t *whole, char *error,
                  size_t size);

/* Write all games that are played, by number, with file_write. Returns false with errno set. */
bool results_save(const Results *results, const char *path);

/* The games of each lineup and the arguments of the tournament whose games a file holds, from its
 * first line. Returns false with a message. */
bool results_arguments(const char *path, int *games, char arguments[RECORD_ARGUMENTS], char *error,
                       size_t size);

#endif
