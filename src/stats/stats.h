/* The strength of an agent from the results of its games: scores, Elo, a sequential test, times. */
#ifndef BLASTBEAM_STATS_STATS_H
#define BLASTBEAM_STATS_STATS_H

#include <stdbool.h>
#include <stdio.h>

#include "stats/sample.h"

/* Initialize with {0}. */
typedef struct Score {
    int wins, losses, draws;
    Sample points; /* 1 for a win, 1/2 for a draw, 0 for a loss */
    Sample won;    /* 1 for a win, 0 otherwise */
    Sample lead;   /* difference in points, of games in which both were alive at the end */
} Score;

/* Add the outcome of a game on `map`: above 0 a win, below 0 a loss. All games of a map must be
 * added one after the other (sample.h). */
void score_add(Score *score, int map, int outcome);

/* Add the difference in points at the end of that game, if both players were alive. */
void score_add_lead(Score *score, int map, int points);

/* True when the lead is meaningful: both players were alive at the end in at least half of the
 * games, and on at least two maps. */
bool score_has_lead(const Score *score);

/* The number of games. */
int score_games(const Score *score);

/* The Elo difference that explains the score, clipped to +/-1200. *error becomes half the width of
 * its 95 % interval, from sample_error of the points. Both are 0 without games. */
double score_elo(const Score *score, double *error);

/* Likelihood of superiority: the probability, 0..1, that the first agent is the stronger one
 * (normal approximation, with the variance of the maps if both were equal). */
double score_superiority(const Score *score);

/* Log-likelihood ratio of the hypotheses that the Elo difference is elo1 and that it is elo0, by
 * the generalized sequential probability ratio test of the mean of the points that is used for
 * chess engines. For error rates of 5 % the test accepts elo1 above 2.94 and elo0 below -2.94. */
double score_llr(const Score *score, double elo0, double elo1);

/* The result of the sequential test: 1 accepts elo1, -1 accepts elo0, 0 needs more games. It needs
 * at least 20. */
int score_verdict(const Score *score, double elo0, double elo1);

/* Write "games=500 win=96.6 loss=2.2 draw=1.2 elo=+580 +/-60 los=100.0 lead=+214.2 +/-12.0": shares
 * and likelihood in percent, Elo and lead with half the width of their 95 % intervals. The lead is
 * left out unless score_has_lead. */
void score_print(const Score *score, FILE *out);

/* Sort times in ascending order, for times_percentile. */
void times_sort(float *ms, long count);

/* The time that a share (0..1) of the sorted times does not exceed; 0 without times. */
double times_percentile(const float *sorted, long count, double share);

#endif
