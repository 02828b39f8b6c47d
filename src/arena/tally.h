/* The totals of a tournament: scores of pairs of agents, and counts for each agent. */
#ifndef BLASTBEAM_ARENA_TALLY_H
#define BLASTBEAM_ARENA_TALLY_H

#include "arena/record.h"
#include "stats/pairings.h"
#include "stats/stats.h"

enum { ARENA_AGENTS = 16 };

/* The totals of one agent. */
typedef struct AgentTally {
    int games, deaths, own_bomb, own_alone, unforced, crashed, failed, missing, refused, bumped,
        late;
    int beaten_dead;         /* games in which it died and was not first */
    Sample first_share;      /* 1 for a game in which it was first, 0 otherwise */
    int places[MAX_PLAYERS]; /* games in which it was first, second... */
    int tied;                /* games in which it shared the first place */
    long moves, points;      /* sums over the games */
    double depth, nodes;     /* sums over the moves */
    double p50, p99;         /* milliseconds for a move: medians over the games */
    double longest;          /* milliseconds for a move: maximum of all games */
} AgentTally;

typedef struct TournamentTally {
    Score pair[ARENA_AGENTS][ARENA_AGENTS]; /* [a][b]: a above b in the same game */
    AgentTally agents[ARENA_AGENTS];
    int played;                 /* games counted, with those from the file */
    int wanted;                 /* games that the tournament needs; an early stop lowers it */
    char commit[RECORD_COMMIT]; /* of the program that played them; "": not known */
    int adjudicated;            /* games that were ended because they were decided */
    double adjudicated_round;   /* the mean of the rounds in which they ended */
    int resumed;                /* games from the file of an earlier run */
    bool timed;                 /* the times of moves are known */
    bool bots;                  /* the failed runs of bots are known */
    bool refused;               /* the system did not let a bot's program start */
} TournamentTally;

/* Add a game of `players` players to the scores of its pairs of agents. The games must be added in
 * the order of their pairings, so that those of one map follow each other (sample.h). */
void tally_scores(const Pairing *pairing, const GameResult *result, int players,
                  Score pair[ARENA_AGENTS][ARENA_AGENTS]);

/* Add up the games of the first `count` pairings. Games that have not been played are left out. */
void tally_games(const Pairing *pairings, const GameResult *games, int count, int players,
                 TournamentTally *tally);

#endif
