/* Statistics of several matches between the same players. */
#ifndef BLASTBEAM_REFEREE_SERIES_H
#define BLASTBEAM_REFEREE_SERIES_H

#include "referee/match.h"
#include "stats/pairings.h"
#include "stats/stats.h"

typedef struct SeriesPlayer {
    char name[BOT_FILE_TEXT];
    int games, deaths, late, refused, failed;
    int places[MAX_PLAYERS]; /* matches in which it came first, second, ... */
    long moves;
    double slowest_ms, total_ms;
} SeriesPlayer;

/* Initialize with {0}. */
typedef struct Series {
    int count; /* players of a match */
    SeriesPlayer players[MAX_PLAYERS];
    Score pair[MAX_PLAYERS][MAX_PLAYERS]; /* [a][b]: a above b in the same match */
} Series;

/* Add a match. The pairing says which player of the series had which seat, and on which map.
 * Players that are equal in all respects share the better place. */
void series_add(Series *series, const Match *match, const Pairing *pairing);

/* Write a line for each pair of players and a line for each player. */
void series_print(const Series *series, FILE *out);

#endif
