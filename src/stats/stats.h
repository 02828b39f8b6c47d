/* What results say about strength. */
#ifndef BLASTBEAM_STATS_STATS_H
#define BLASTBEAM_STATS_STATS_H

#include <stdbool.h>
#include <stdio.h>

#include "stats/sample.h"

/* Starts as {0}. */
typedef struct Score {
    int wins, losses, draws;
    Sample points; /* 1, 1/2 or 0 a game */
    Sample won;    /* 1 or 0 a game */
    Sample lead;   /* points ahead, of games in which both lived to the end */
} Score;

/* Add the outcome of a game on `map`: above 0 a win, below 0 a loss. The games of one map come one
 * after the other (sample.h). */
void score_add(Score *score, int map, int outcome);

/* Add by how many points the first was ahead at the end of the same game, where both lived. */
void score_add_lead(Score *score, int map, int points);

/* Whether the lead says something: both lived to the end in half of the games at least, and on two
 * maps or more. */
bool score_has_lead(const Score *score);

/* Games of a score. */
int score_games(const Score *score);

/* The Elo difference that explains the score, clipped to +/-1200, and half the width of its 95 %
 * interval (that of the mean of the points, see sample_error). 0 and 0 without games. */
double score_elo(const Score *score, double *error);

/* Likelihood of superiority: the probability, 0..1, that the first is the stronger (normal
 * approximation, with the variance that maps would have were both equal). */
double score_superiority(const Score *score);

/* Log-likelihood ratio of the hypotheses that the difference is elo1 and that it is elo0
 * (generalized sequential test of the mean of the points, as used for chess engines). Above 2.94
 * accept elo1, below -2.94 elo0, for error rates of 5 %: in 9,000 simulated tests of equal players
 * with elo0=0 and elo1=50 or 200, and maps of no, some and much luck, 0.1 to 7 % accepted elo1. */
double score_llr(const Score *score, double elo0, double elo1);

/* What a sequential test makes of it: 1 accepts elo1, -1 elo0, 0 asks for more games, of which it
 * wants 20 in any case. */
int score_verdict(const Score *score, double elo0, double elo1);

/* Write "games=500 win=96.6 loss=2.2 draw=1.2 elo=+580 +/-60 los=100.0 lead=+214.2 +/-12.0": shares
 * and likelihood in percent, the rest with the error of 95 %. Without the lead where it says
 * nothing. */
void score_print(const Score *score, FILE *out);

void times_sort(float *ms, long count);

/* The time that this share (0..1) of the sorted times does not exceed; 0 when there are none. */
double times_at(const float *sorted, long count, double share);

#endif
