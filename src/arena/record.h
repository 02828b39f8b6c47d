/* A game as one line of JSON. The arena writes a line when a game ends. It reads the lines to
 * resume a tournament, to merge its parts, or to play a game again.
 *
 *   {"game":4,"games":100,"seed":3,"rounds":187,"arguments":"-a beam -a chaser --players 2 ...",
 *    "commit":"0123abcde","seats":[{"agent":"chaser","place":1,...,"p50":9.98,"p99":10.02,"max":10.40},{...}]}
 *
 * (on one line). "commit" is that of the program that played the game; lines of earlier versions
 * have none. With --adjudicate "adjudicated" (0 or 1) and "otherwise" (judge_otherwise) stand
 * before "seats". Times are left out when no limit of time holds. Such a line is the same, byte for
 * byte, on every machine.
 */
#ifndef BLASTBEAM_ARENA_RECORD_H
#define BLASTBEAM_ARENA_RECORD_H

#include "arena/game.h"

enum { RECORD_ARGUMENTS = 28672, RECORD_COMMIT = 64 };

/* The parts that all lines of a tournament share. */
typedef struct RecordFrame {
    char arguments[RECORD_ARGUMENTS]; /* of bin/arena, without --games and without quotes */
    char commit[RECORD_COMMIT];       /* of the program that plays; "": the lines have none */
    int games;                        /* of each lineup */
    int players;
    bool timed;       /* the lines have the times of moves */
    bool bots;        /* the lines have the failed runs of bots */
    bool adjudicated; /* decided games were ended early: the lines say which, and how often the
                         rest of such a game changes the first place */
} RecordFrame;

/* Write a line. */
void record_write(FILE *out, const RecordFrame *frame, const GameSpec *spec,
                  const GameResult *result);

/* The number of the game in a line, or -1 when the line is not from record_write. */
int record_number(const char *line);

/* True when the line is of a tournament with bots. */
bool record_has_bots(const char *line);

/* Read the number of games of each lineup and the arguments from a line. Returns false when the
 * line is not from record_write. */
bool record_arguments(const char *line, int *games, char text[RECORD_ARGUMENTS]);

/* Read the commit of a line; "" when it has none or is not from record_write. */
void record_commit(const char *line, char commit[RECORD_COMMIT]);

/* Read the result of the game `spec` from a line with the arguments and the commit of `frame`; the
 * number of games of each lineup may differ. Returns false when the line is of another game or
 * tournament. */
bool record_read(const char *line, const RecordFrame *frame, const GameSpec *spec,
                 GameResult *result);

/* True when two results are equal in everything except times. */
bool record_same_game(const GameResult *a, const GameResult *b, int players);

#endif
