/* A game as one line of JSON: written as games end, and read again to go on with a tournament, to
 * join its parts, or to play a game once more.
 *
 *   {"game":4,"games":100,"seed":3,"rounds":187,"arguments":"-a beam -a chaser --players 2 ...",
 *    "seats":[{"agent":"chaser","place":1,...,"p50":9.98,"p99":10.02,"max":10.40},{...}]}
 *
 * (on one line). Times are left out where nothing depends on time: such lines are the same, byte
 * for byte, wherever and whenever the game is played.
 */
#ifndef BLASTBEAM_ARENA_RECORD_H
#define BLASTBEAM_ARENA_RECORD_H

#include "arena/game.h"

enum { RECORD_ARGUMENTS = 28672 };

/* What the lines of a tournament have in common. */
typedef struct RecordFrame {
    char arguments[RECORD_ARGUMENTS]; /* of bin/arena, without --games; no quotes in it */
    int games;                        /* of each lineup */
    int players;
    bool timed; /* lines hold the times of moves */
} RecordFrame;

void record_write(FILE *out, const RecordFrame *frame, const GameSpec *spec,
                  const GameResult *result);

/* The number of the game that a line tells of, or -1 when it is not such a line. */
int record_number(const char *line);

/* The number of games of each lineup and the arguments that a line was written with, the latter
 * into text[0..RECORD_ARGUMENTS-1]. Returns false when it is not such a line. */
bool record_arguments(const char *line, int *games, char text[RECORD_ARGUMENTS]);

/* Read what record_write wrote of the game `spec` in this frame; the number of games may differ.
 * Returns false when the line tells of anything else. */
bool record_read(const char *line, const RecordFrame *frame, const GameSpec *spec,
                 GameResult *result);

/* Whether two results are of the same moves: all but times is equal. */
bool record_same_game(const GameResult *a, const GameResult *b, int players);

#endif
