/* The mean of what games gave, and how far chance may have moved it.
 *
 * Every map is played with the seats changed, and luck lies in the map: who has the better seat in
 * one game has the worse one in the next. So the games of a map are not independent, and the error
 * is taken from whole maps: the variance of a mean of clusters, which for the two games of a duel
 * is that of the pentanomial model of chess testers. In 400 duels of the beam against variants of
 * itself the error is 0.65 of what independent games would have: they say as much as 950.
 */
#ifndef BLASTBEAM_STATS_SAMPLE_H
#define BLASTBEAM_STATS_SAMPLE_H

/* Starts as {0}. */
typedef struct Sample {
    int count, maps;
    double sum;
    /* Of the sums and the counts of the maps: sum squared, sum by count, count squared. */
    double sums_squared, sums_by_counts, counts_squared;
    int map, map_count; /* the map that is being added, and what it has so far */
    double map_sum;
} Sample;

/* Add a value of a game on `map` (any number). The values of one map come one after the other. */
void sample_add(Sample *sample, int map, double value);

/* 0 without values. */
double sample_mean(const Sample *sample);

/* The variance of the mean of so many values, where the true mean is the one given. 0 without
 * values. */
double sample_variance(const Sample *sample, double mean);

/* Half the width of the 95 % interval of the mean (normal approximation). 0 where no map differs
 * from the others. */
double sample_margin(const Sample *sample);

/* What the error of a share, of values 0..1, is taken from: the sample; where no map differs from
 * the mean, so that chance is not seen at work, with a map of nothing but 0 and one of nothing but
 * 1 more. */
Sample sample_with_prior(const Sample *sample);

/* The margin of a share, of values 0..1: that of the supposed sample. 0 without values. */
double sample_error(const Sample *sample);

#endif
