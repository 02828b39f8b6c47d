/* Tournaments: every map is played with the seats rotated, several games at once. The totals do not
 * depend on the order in which games end. */
#ifndef BLASTBEAM_ARENA_TOURNAMENT_H
#define BLASTBEAM_ARENA_TOURNAMENT_H

#include <signal.h>

#include "arena/results.h"

/* A sequential test: stop as soon as it accepts one of the two Elo differences. */
typedef struct Sprt {
    bool on; /* for two agents and two players */
    double elo0, elo1;
} Sprt;

typedef struct Tournament {
    const char *agents[ARENA_AGENTS]; /* see contender.h */
    int agent_count;
    bool gauntlet; /* only lineups with the first agent */
    int games;     /* of each lineup, see stats/pairings.h */
    int seed;      /* of the first map */
    int concurrency;
    GameSettings settings;
    SandboxUse sandbox_use; /* of bots */
    bool keep_memory;       /* see processes/sandbox.h */
    bool times;             /* record and print times also without a limit of time */
    Sprt sprt;
    double until_error; /* stop as soon as the error (95 %, from whole maps) of the share of games
                           won by the first agent is at most this, 0..1; 0: never */
    int shard, shards;  /* play only this part, 1..shards; shards 0: all */
    int first;          /* play only games with numbers below this; 0: all */
    int stall_s;        /* an agent that thinks longer is ended; 0: no limit */
    const char *commit; /* of this program, written into each line; NULL: that of
                           the file, if any */
    const char *json;   /* the file with a line for each game; NULL: none */
    int wait_s;         /* with `resume`: wait for another arena to end its file */
    bool resume;        /* keep the games of the file and play only the others */
    bool overwrite;     /* delete the games of the file */
    bool progress;      /* show progress on standard error, see progress.h */
    const char *title;  /* shown before it; may be NULL */
    double rest_s;      /* seconds of what follows, shown with it; 0: nothing */
    const volatile sig_atomic_t *stop; /* once it is set, no game is started and games with bots
                                          are left unfinished; may be NULL */
    /* Called when a game has been played; `folder` is the seed folder of a game with bots that is
     * kept, or "". May be NULL. */
    void (*on_game)(void *context, const GameSpec *spec, const GameResult *result,
                    const char *folder);
    void *context;
} Tournament;

/* Write the arguments of bin/arena that decide which games are played, except --games. */
void tournament_describe(const Tournament *tournament, char text[RECORD_ARGUMENTS]);

/* The largest number of threads that a move of an agent takes. A wrong spec counts as 1 thread. */
int tournament_threads(const Tournament *tournament);

/* Play all games. A line is written to the file when a game ends; at the end the lines are sorted
 * by game. Returns false with a message when an agent cannot be created, when the file cannot be
 * written or has games of another tournament or another commit, or when it has any games and
 * neither `resume` nor `overwrite` is set. The tally has the games played up to a failure. */
bool tournament_play(const Tournament *tournament, TournamentTally *tally, char *error,
                     size_t size);

/* Add up the games of several files, and write them, sorted by game, into tournament->json unless
 * it is NULL; with `resume` the games that this file has already count, too. Returns false with a
 * message as tournament_play does. */
bool tournament_merge(const Tournament *tournament, char *const *paths, int count,
                      TournamentTally *tally, char *error, size_t size);

#endif
