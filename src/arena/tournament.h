/* Many games: every map with all seats, several at once, tallied in the order of the games. */
#ifndef BLASTBEAM_ARENA_TOURNAMENT_H
#define BLASTBEAM_ARENA_TOURNAMENT_H

#include <signal.h>

#include "arena/results.h"

/* Stop as soon as the games so far, in their order, say which difference it is. */
typedef struct Sprt {
    bool on; /* for two agents and two players */
    double elo0, elo1;
} Sprt;

typedef struct Tournament {
    const char *agents[ARENA_AGENTS]; /* see contender.h */
    int agent_count;
    bool gauntlet; /* only lineups with the first agent */
    int games;     /* of each lineup, see schedule.h */
    int seed;      /* of the first map */
    int concurrency;
    GameSettings settings;
    bool times; /* record and print times also where nothing depends on time */
    Sprt sprt;
    int shard, shards;                 /* play only this part, 1..shards; 0: all */
    int first;                         /* play only games numbered below this one; 0: all */
    int stall_s;                       /* an agent that thinks longer is ended; 0: none is */
    const char *json;                  /* file that gets a line for each game; NULL: none */
    bool resume;                       /* do not play again the games that it holds */
    bool overwrite;                    /* forget the games that it holds */
    bool progress;                     /* a line on standard error that is written over */
    const volatile sig_atomic_t *stop; /* no game is begun once this is set */
} Tournament;

/* The arguments of bin/arena that say which games these are: all that matters but --games. */
void tournament_describe(const Tournament *tournament, char text[RECORD_ARGUMENTS]);

/* The most threads that a move of one of the agents takes; 1 where a spec is not understood. */
int tournament_threads(const Tournament *tournament);

/* Play all games. The lines of the file are written as games end, and sorted by game at the end.
 * Returns false, with a message, when an agent cannot be made, when the file cannot be written,
 * holds games of another tournament, or any games without `resume` or `overwrite`. What was played
 * until something failed is tallied. */
bool tournament_play(const Tournament *tournament, TournamentTally *tally, char *error,
                     size_t size);

/* Tally the games that files hold, and write them, sorted by game, into tournament->json if there
 * is one; with `resume` those that it holds already count, too. Returns false, with a message, as
 * above. */
bool tournament_merge(const Tournament *tournament, char *const *paths, int count,
                      TournamentTally *tally, char *error, size_t size);

#endif
