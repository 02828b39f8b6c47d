/* Many games: every map with all seats, on several cores, tallied in the order of the games. */
#ifndef BLASTBEAM_ARENA_TOURNAMENT_H
#define BLASTBEAM_ARENA_TOURNAMENT_H

#include <signal.h>

#include "arena/tally.h"

/* Stop as soon as the games so far, in their order, say which difference it is. */
typedef struct Sprt {
    bool on; /* for two agents and two players */
    double elo0, elo1;
} Sprt;

typedef struct Tournament {
    const char *agents[ARENA_AGENTS];
    int agent_count;
    int games; /* of each lineup, see schedule.h */
    int seed;  /* of the first map */
    int concurrency;
    GameSettings settings;
    Sprt sprt;
    const char *json;                  /* file that gets a line for each game; NULL: none */
    bool resume;                       /* do not play again the games that it holds */
    bool progress;                     /* a line on standard error that is written over */
    const volatile sig_atomic_t *stop; /* no game is begun once this is set */
} Tournament;

/* Play all games. Returns false, with a message, when an agent cannot be made, or when the file
 * cannot be written or holds games of another tournament. */
bool tournament_play(const Tournament *tournament, TournamentTally *tally, char *error,
                     size_t size);

#endif
