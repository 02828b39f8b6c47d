#include "arena/stats.h"

#include <math.h>

static const double elo_most = 1200, normal_95 = 1.959964;

int score_games(const Score *score) {
    return score->wins + score->losses + score->draws;
}

static double elo_of(double share) {
    if (share <= 0)
        return -elo_most;
    if (share >= 1)
        return elo_most;
    double elo = -400 * log10(1 / share - 1);
    return fmax(-elo_most, fmin(elo_most, elo));
}

/* Mean and variance of the points of a game: 1, 1/2 or 0. */
static void moments(const Score *score, double *mean, double *variance) {
    double games = score_games(score);
    *mean = (score->wins + 0.5 * score->draws) / games;
    *variance = (score->wins * pow(1 - *mean, 2) + score->draws * pow(0.5 - *mean, 2) +
                 score->losses * pow(*mean, 2)) /
                games;
}

double score_elo(const Score *score, double *error) {
    double mean, variance;
    *error = 0;
    if (score_games(score) == 0)
        return 0;
    moments(score, &mean, &variance);
    double margin = normal_95 * sqrt(variance / score_games(score));
    *error = (elo_of(mean + margin) - elo_of(mean - margin)) / 2;
    return elo_of(mean);
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
    moments(score, &mean, &variance);
    if (variance == 0)
        return 0;
    double s0 = expected(elo0), s1 = expected(elo1);
    return score_games(score) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
}
