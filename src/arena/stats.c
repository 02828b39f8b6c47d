#include "arena/stats.h"

#include <math.h>
#include <stdlib.h>

static const double elo_most = 1200, normal_95 = 1.959964;
static const double llr_bound = 2.944439; /* log(0.95 / 0.05) */

int score_games(const Score *score) {
    return score->wins + score->losses + score->draws;
}

static double elo_of(double share) {
    if (share <= 0)
        return -elo_most;
    if (share >= 1)
        return elo_most;
    double elo = -400 * log10(1 / share - 1);
    return fmax(-elo_most, fmin(elo_most, elo)) + 0.0; /* no -0 */
}

/* Mean and variance of the points of a game: 1, 1/2 or 0; `extra` games of each kind are added. */
static void moments(const Score *score, double extra, double *mean, double *variance) {
    double wins = score->wins + extra, draws = score->draws + extra;
    double losses = score->losses + extra, games = wins + draws + losses;
    *mean = (wins + 0.5 * draws) / games;
    *variance =
        (wins * pow(1 - *mean, 2) + draws * pow(0.5 - *mean, 2) + losses * pow(*mean, 2)) / games;
}

/* Without a win or without a loss there is no variance to be seen: then one more game of each kind
 * is supposed. */
static double supposed_games(const Score *score) {
    return score->wins == 0 || score->losses == 0 ? 1 : 0;
}

double score_elo(const Score *score, double *error) {
    double mean, variance;
    *error = 0;
    if (score_games(score) == 0)
        return 0;
    double extra = supposed_games(score);
    moments(score, extra, &mean, &variance);
    double margin = normal_95 * sqrt(variance / (score_games(score) + 3 * extra));
    *error = (elo_of(mean + margin) - elo_of(mean - margin)) / 2;
    moments(score, 0, &mean, &variance);
    return elo_of(mean);
}

double share_error(double share, int games) {
    if (games == 0)
        return 0;
    double extra = share <= 0 || share >= 1 ? 1 : 0, all = games + 2 * extra;
    double supposed = (share * games + extra) / all;
    return normal_95 * sqrt(supposed * (1 - supposed) / all);
}

double score_superiority(const Score *score) {
    double decided = score->wins + score->losses;
    if (decided == 0)
        return 0.5;
    return 0.5 * (1 + erf((score->wins - score->losses) / sqrt(2 * decided)));
}

static double expected(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double score_llr(const Score *score, double elo0, double elo1) {
    double mean, variance;
    if (score_games(score) == 0)
        return 0;
    double extra = supposed_games(score);
    moments(score, extra, &mean, &variance);
    double games = score_games(score) + 3 * extra;
    double s0 = expected(elo0), s1 = expected(elo1);
    return games * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
}

int score_verdict(const Score *score, double elo0, double elo1) {
    enum { FEWEST_GAMES = 20 }; /* of fewer the normal approximation says little */
    if (score_games(score) < FEWEST_GAMES)
        return 0;
    double llr = score_llr(score, elo0, elo1);
    return (llr >= llr_bound) - (llr <= -llr_bound);
}

static int compare_times(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

void times_sort(float *ms, long count) {
    qsort(ms, (size_t)count, sizeof *ms, compare_times);
}

double times_at(const float *sorted, long count, double share) {
    return count ? (double)sorted[(long)(share * (double)(count - 1) + 0.5)] : 0;
}
