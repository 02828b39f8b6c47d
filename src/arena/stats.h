/* What results say about strength. */
#ifndef BLASTBEAM_ARENA_STATS_H
#define BLASTBEAM_ARENA_STATS_H

typedef struct Score {
    int wins, losses, draws;
} Score;

/* Games of a score. */
int score_games(const Score *score);

/* The Elo difference that explains the score, clipped to +/-1200, and half the width of its 95 %
 * interval (normal approximation of the mean score over games). 0 and 0 without games. Where nobody
 * ever won, or lost, the width is that of a score with one more game of each kind. */
double score_elo(const Score *score, double *error);

/* Half the width of the 95 % interval of a share, 0..1, of so many games (normal approximation).
 * Where it is 0 or 1 the width is that with one more game of each kind. 0 without games. */
double share_error(double share, int games);

/* Likelihood of superiority: the probability, 0..1, that the first is the stronger (normal
 * approximation over the decided games). */
double score_superiority(const Score *score);

/* Log-likelihood ratio of the hypotheses that the difference is elo1 and that it is elo0 (trinomial
 * approximation as used for chess engines). Above 2.94 accept elo1, below -2.94 elo0, for error
 * rates of 5 %. Where nobody ever won, or lost, one game of each kind is added. */
double score_llr(const Score *score, double elo0, double elo1);

/* What a sequential test makes of it: 1 accepts elo1, -1 elo0, 0 asks for more games, of which it
 * wants 20 in any case. */
int score_verdict(const Score *score, double elo0, double elo1);

void times_sort(float *ms, long count);

/* The time that this share (0..1) of the sorted times does not exceed; 0 when there are none. */
double times_at(const float *sorted, long count, double share);

#endif
