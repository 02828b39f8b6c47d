#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>

static const double elo_max = 1200;
static const double llr_bound = 2.944439; /* log(0.95 / 0.05) */

void score_add(Score *score, int map, int outcome) {
    score->wins += outcome > 0;
    score->losses += outcome < 0;
    score->draws += outcome == 0;
    sample_add(&score->points, map, outcome > 0 ? 1 : outcome < 0 ? 0 : 0.5);
    sample_add(&score->won, map, outcome > 0);
}

void score_add_lead(Score *score, int map, int points) {
    sample_add(&score->lead, map, points);
}

bool score_has_lead(const Score *score) {
    return score->lead.maps > 1 && 2 * score->lead.count >= score_games(score);
}

int score_games(const Score *score) {
    return score->wins + score->losses + score->draws;
}

static double elo_from_share(double share) {
    if (share <= 0)
        return -elo_max;
    if (share >= 1)
        return elo_max;
    double elo = -400 * log10(1 / share - 1);
    return fmax(-elo_max, fmin(elo_max, elo)) + 0.0; /* no -0 */
}

double score_elo(const Score *score, double *error) {
    *error = 0;
    if (score_games(score) == 0)
        return 0;
    Sample with_prior = sample_with_prior(&score->points);
    double mean = sample_mean(&with_prior), margin = sample_error(&score->points);
    *error = (elo_from_share(mean + margin) - elo_from_share(mean - margin)) / 2;
    return elo_from_share(sample_mean(&score->points));
}

double score_superiority(const Score *score) {
    double variance = sample_variance(&score->points, 0.5);
    if (variance <= 0)
        return 0.5;
    return 0.5 * (1 + erf((sample_mean(&score->points) - 0.5) / sqrt(2 * variance)));
}

static double expected_share(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double score_llr(const Score *score, double elo0, double elo1) {
    if (score_games(score) == 0)
        return 0;
    Sample with_prior = sample_with_prior(&score->points);
    double mean = sample_mean(&with_prior), variance = sample_variance(&with_prior, mean);
    double s0 = expected_share(elo0), s1 = expected_share(elo1);
    return (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
}

int score_verdict(const Score *score, double elo0, double elo1) {
    enum { GAMES_MIN = 20 }; /* the normal approximation is poor for fewer games */
    if (score_games(score) < GAMES_MIN)
        return 0;
    double llr = score_llr(score, elo0, elo1);
    return (llr >= llr_bound) - (llr <= -llr_bound);
}

void score_print(const Score *score, FILE *out) {
    double games = score_games(score), share = games > 0 ? 100 / games : 0, error;
    double elo = score_elo(score, &error);
    fprintf(out, "games=%.0f win=%.1f loss=%.1f draw=%.1f elo=%+.0f +/-%.0f los=%.1f", games,
            share * score->wins, share * score->losses, share * score->draws, elo, error,
            100 * score_superiority(score));
    if (score_has_lead(score))
        fprintf(out, " lead=%+.1f +/-%.1f", sample_mean(&score->lead), sample_margin(&score->lead));
}

static int compare_times(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

void times_sort(float *ms, long count) {
    qsort(ms, (size_t)count, sizeof *ms, compare_times);
}

double times_percentile(const float *sorted, long count, double share) {
    return count ? (double)sorted[(long)(share * (double)(count - 1) + 0.5)] : 0;
}
