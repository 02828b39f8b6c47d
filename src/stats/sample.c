#include "stats/sample.h"

#include <math.h>

void sample_add(Sample *sample, int map, double value) {
    if (map != sample->map || sample->maps == 0) {
        sample->map = map;
        sample->maps++;
        sample->map_count = 0;
        sample->map_sum = 0;
    }
    double sum = sample->map_sum, count = sample->map_count;
    sample->sums_squared += value * (2 * sum + value);
    sample->sums_by_counts += sum + value * (count + 1);
    sample->counts_squared += 2 * count + 1;
    sample->map_sum += value;
    sample->map_count++;
    sample->sum += value;
    sample->count++;
}

double sample_mean(const Sample *sample) {
    return sample->count ? sample->sum / sample->count : 0;
}

double sample_variance(const Sample *sample, double mean) {
    double count = sample->count;
    double residual = sample->sums_squared - 2 * mean * sample->sums_by_counts +
                      mean * mean * sample->counts_squared;
    return count > 0 ? fmax(residual, 0) / (count * count) : 0;
}

static bool has_equal_maps(const Sample *sample) {
    static const double rounding = 1e-6; /* a residual that is not 0 is at least 1/4 */
    double count = sample->count;
    return sample_variance(sample, sample_mean(sample)) * count * count <= rounding;
}

Sample sample_with_prior(const Sample *sample) {
    Sample with_prior = *sample;
    int size = sample->maps ? sample->count / sample->maps : 0;
    if (!has_equal_maps(sample))
        return with_prior;
    for (int value = 0; value <= 1; value++)
        for (int i = 0; i < size; i++)
            sample_add(&with_prior, sample->map + 1 + value, value);
    return with_prior;
}

double sample_margin(const Sample *sample) {
    static const double normal_95 = 1.959964;
    return normal_95 * sqrt(sample_variance(sample, sample_mean(sample)));
}

double sample_error(const Sample *sample) {
    Sample with_prior = sample_with_prior(sample);
    return sample_margin(&with_prior);
}

bool sample_is_enough(const Sample *sample, double error) {
    return sample->count >= SAMPLE_ENOUGH && sample_error(sample) <= error;
}

/* The error falls with the square root of the number; that of equal maps, which is the prior's,
 * with the number. */
int sample_expected_end(const Sample *sample, double error, int limit) {
    if (sample->count < SAMPLE_ENOUGH)
        return limit;
    double ratio = sample_error(sample) / error;
    return (int)fmin(ceil(sample->count * (has_equal_maps(sample) ? ratio : ratio * ratio)), limit);
}
