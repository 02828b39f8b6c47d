#include "tuning/spsa.h"

#include <math.h>
#include <string.h>

#include "engine/random.h"

static double rounded(double value) {
    const double unit = 1e6; /* 10^SPSA_PLACES */
    return round(value * unit) / unit;
}

static double bounded(const SpsaParameter *parameter, double value) {
    return fmin(parameter->high, fmax(parameter->low, value));
}

const SpsaGains spsa_usual_gains = {.c = 1, .A = 50, .alpha = 0.602, .gamma = 0.101};

double spsa_gain_for(double first_move, const SpsaGains *gains) {
    return first_move * 2 * gains->c * pow(gains->A + 1, gains->alpha);
}

void spsa_init(Spsa *spsa, const SpsaGains *gains, const SpsaParameter *parameters, int count) {
    memset(spsa, 0, sizeof *spsa);
    spsa->gains = *gains;
    spsa->count = count;
    for (int i = 0; i < count; i++) {
        spsa->parameter[i] = parameters[i];
        spsa->value[i] = rounded(parameters[i].start);
    }
}

/* The random directions of iteration k: bit i is set when parameter i goes up in theta+. */
static uint64_t directions(const Spsa *spsa, int k) {
    Random random = random_seeded(spsa->gains.seed);
    random = random_seeded(random_next(&random) ^ (uint64_t)k);
    return random_next(&random);
}

bool spsa_iterate(Spsa *spsa, SpsaMatch *match, void *context) {
    const SpsaGains *gains = &spsa->gains;
    int k = spsa->iteration + 1;
    double ak = gains->a / pow(gains->A + k, gains->alpha), ck = gains->c / pow(k, gains->gamma);
    double plus[SPSA_PARAMETERS_MAX], minus[SPSA_PARAMETERS_MAX], score;
    uint64_t up = directions(spsa, k);
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *parameter = &spsa->parameter[i];
        double change = (up >> i & 1 ? ck : -ck) * parameter->step;
        plus[i] = bounded(parameter, spsa->value[i] + change);
        minus[i] = bounded(parameter, spsa->value[i] - change);
    }
    if (!match(context, k, plus, minus, &score))
        return false;
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *parameter = &spsa->parameter[i];
        double slope = score / (2 * (up >> i & 1 ? ck : -ck));
        double moved = spsa->value[i] + ak * slope * parameter->step;
        spsa->value[i] = rounded(bounded(parameter, moved));
    }
    spsa->iteration = k;
    spsa->score = rounded(score);
    return true;
}
