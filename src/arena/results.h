/* All games of a tournament, and the results of those that have been played. */
#ifndef BLASTBEAM_ARENA_RESULTS_H
#define BLASTBEAM_ARENA_RESULTS_H

#include "arena/record.h"
#include "arena/tally.h"
#include "records/game_lines.h"

struct Tournament;

typedef struct Results {
    RecordFrame frame;
    Contender contenders[ARENA_AGENTS];
    Pairing *pairings;
    GameSpec *specs;
    GameResult *games; /* by number; `played` is false where there is no result */
    int count, lineups;
    bool has_commit; /* that of the frame is known: lines of other commits are refused */
    char why[256];   /* why a line is refused */
} Results;

/* List all games of a tournament. Returns false with a message when the spec of an agent is wrong
 * or memory is short. The caller must call results_close in either case. */
bool results_open(Results *results, const struct Tournament *tournament, char *error, size_t size);

void results_close(Results *results);

/* Add the games of a file. *added becomes the number of games without an earlier result. Damaged
 * parts of the file are added to `damage`, and the games behind them are read. Returns false, with
 * a message that names the line, when the file cannot be read (errno is set), when a whole line is
 * no game of this tournament, contradicts an earlier result, or was played by another commit than
 * the earlier lines and tournament->commit, or when the file has no game of this tournament but
 * other text. */
bool results_load(Results *results, const char *path, int *added, DamageList *damage, char *error,
                  size_t size);

/* Write the lines of all games that have been played, sorted by number, with file_write. Returns
 * false with errno set. */
bool results_save(const Results *results, const char *path);

/* Read the number of games of each lineup and the arguments of the tournament from the first
 * whole line of a file. Returns false with a message. */
bool results_arguments(const char *path, int *games, char arguments[RECORD_ARGUMENTS], char *error,
                       size_t size);

#endif
