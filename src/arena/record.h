/* A game as one line of JSON: written as games end, and read again to go on with a tournament that
 * was interrupted.
 *
 *   {"game":4,"seed":3,"rounds":187,"settings":"players=2 budget_ms=10 ...","seats":[{...},{...}]}
 */
#ifndef BLASTBEAM_ARENA_RECORD_H
#define BLASTBEAM_ARENA_RECORD_H

#include "arena/game.h"

void record_write(FILE *out, const GameSpec *spec, const GameSettings *settings,
                  const GameResult *result);

/* The number of the game that a line tells of, or -1 when it is not such a line. */
int record_number(const char *line);

/* Read what record_write wrote of the game `spec`, played with the same settings. All but the times
 * of the single moves comes back. Returns false when the line tells of anything else. */
bool record_read(const char *line, const GameSpec *spec, const GameSettings *settings,
                 GameResult *result);

#endif
