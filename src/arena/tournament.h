/* Many games: every map with all seats, on several cores, tallied in the order of the games. */
#ifndef BLASTBEAM_ARENA_TOURNAMENT_H
#define BLASTBEAM_ARENA_TOURNAMENT_H

#include <signal.h>

#include "arena/game.h"
#include "arena/stats.h"

enum { ARENA_AGENTS = 16 };

typedef struct Tournament {
    const char *agents[ARENA_AGENTS];
    int agent_count;
    int games; /* of each pairing */
    int seed;  /* of the first map */
    int concurrency;
    GameSettings settings;
    FILE *json;                        /* a line for each game; NULL: none */
    bool progress;                     /* a line on standard error that is written over */
    const volatile sig_atomic_t *stop; /* no game is begun once this is set */
} Tournament;

/* What one agent did in all its games. */
typedef struct AgentTally {
    int games, first, deaths, own_bomb, own_alone, unforced, refused, bumped, late;
    long moves;
    double depth, nodes;      /* sums over the moves */
    double p50, p99, longest; /* milliseconds of a move */
} AgentTally;

typedef struct TournamentTally {
    Score pair[ARENA_AGENTS][ARENA_AGENTS]; /* [a][b]: a above b in the same game */
    AgentTally agents[ARENA_AGENTS];
    int played;
} TournamentTally;

/* Play all games. Returns false, with a message, when an agent cannot be made. */
bool tournament_play(const Tournament *tournament, TournamentTally *tally, char *error,
                     size_t size);

#endif
