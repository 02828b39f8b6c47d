/* The mean of a value over games, and its statistical error.
 *
 * Every map is played with the seats rotated. An agent that has the better seat in one game has the
 * worse one in the next, so the games of a map are not independent. The error is therefore computed
 * from whole maps: it is the variance of a mean of clusters. For the two games of a duel this is
 * the pentanomial model of chess engine tests. It is smaller than the error of as many independent
 * games, because the luck of the seats cancels out (docs/tuning.md).
 */
#ifndef BLASTBEAM_STATS_SAMPLE_H
#define BLASTBEAM_STATS_SAMPLE_H

#include <stdbool.h>

enum { SAMPLE_ENOUGH = 40 };

/* Initialize with {0}. */
typedef struct Sample {
    int count, maps;
    double sum;
    /* Totals over the maps, with the sum and the count of each: sum^2, sum * count, count^2. */
    double sums_squared, sums_by_counts, counts_squared;
    int map, map_count; /* the map of the last value, and its count and sum so far */
    double map_sum;
} Sample;

/* Add the value of a game on `map` (any number). All values of a map must be added one after the
 * other. */
void sample_add(Sample *sample, int map, double value);

/* The mean; 0 without values. */
double sample_mean(const Sample *sample);

/* The variance of the mean of the values, under the hypothesis that their true mean is `mean`. 0
 * without values. */
double sample_variance(const Sample *sample, double mean);

/* Half the width of the 95 % interval of the mean (normal approximation). 0 when all maps have the
 * same mean. */
double sample_margin(const Sample *sample);

/* The sample from which the error of a share (values 0..1) is computed. When all maps have the same
 * mean, the variance of the sample would be 0; then two maps are added, one with values of 0 and
 * one with values of 1. */
Sample sample_with_prior(const Sample *sample);

/* The margin of a share (values 0..1): that of the sample with prior. 0 without values. */
double sample_error(const Sample *sample);

/* For a sample that grows until its sample_error is at most `error` (above 0): true when it may
 * end. It needs at least SAMPLE_ENOUGH values, because the smallest of many errors is often one
 * that is too small: in simulated duels that were to end at 6 to 13 %, the interval of the error
 * held the true share in 81 to 91 % of the samples with at least 20 values, in 91 to 94 % with 40.
 */
bool sample_is_enough(const Sample *sample, double error);

/* The number of values with which such a sample is expected to end, at most `limit`; `limit` for
 * samples that are too small to tell. */
int sample_expected_end(const Sample *sample, double error, int limit);

#endif
