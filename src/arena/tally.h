/* What the games of a tournament add up to. */
#ifndef BLASTBEAM_ARENA_TALLY_H
#define BLASTBEAM_ARENA_TALLY_H

#include "arena/game.h"
#include "stats/pairings.h"
#include "stats/stats.h"

enum { ARENA_AGENTS = 16 };

/* What one agent did in all its games. */
typedef struct AgentTally {
    int games, deaths, own_bomb, own_alone, unforced, crashed, refused, bumped, late;
    int beaten_dead;         /* deaths after which somebody else was first */
    Sample first_share;      /* 1 for a game in which it came first */
    int places[MAX_PLAYERS]; /* games in which it came first, second... */
    int tied;                /* games in which it shared the first place */
    long moves;
    double depth, nodes; /* sums over the moves */
    double p50, p99;     /* milliseconds of a move, in the median game */
    double longest;      /* milliseconds, in all games */
} AgentTally;

typedef struct TournamentTally {
    Score pair[ARENA_AGENTS][ARENA_AGENTS]; /* [a][b]: a above b in the same game */
    AgentTally agents[ARENA_AGENTS];
    int played;  /* games counted, resumed ones included */
    int wanted;  /* games that there are to be */
    int resumed; /* games that the file held */
    bool timed;  /* times of moves are known and to be shown */
} TournamentTally;

/* Add who finished above whom in a game between `players` players. Games are added in the order of
 * their fixtures, so that those of one map follow each other (sample.h). */
void tally_scores(const Pairing *pairing, const GameResult *result, int players,
                  Score pair[ARENA_AGENTS][ARENA_AGENTS]);

/* Add up the games of the first `count` fixtures, in their order; those not played are left out. */
void tally_games(const Pairing *pairings, const GameResult *games, int count, int players,
                 TournamentTally *tally);

#endif
