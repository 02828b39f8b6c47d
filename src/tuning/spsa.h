/* Simultaneous perturbation stochastic approximation (SPSA): improve parameters by matches between
 * two points near the current one.
 *
 * Iteration k (from 1) moves every parameter by c_k, up or down at random (delta_i = +/-1), plays
 * theta+ against theta-, and follows the estimated gradient:
 *
 *   a_k = a / (A + k)^alpha    c_k = c / k^gamma    theta_i += a_k score / (2 c_k delta_i)
 *
 * Each parameter is measured in units of its own step. J. C. Spall, "Implementation of the
 * simultaneous perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace
 * and Electronic Systems 34(3), 1998: alpha = 0.602, gamma = 0.101, A about a tenth of the
 * iterations.
 */
#ifndef BLASTBEAM_TUNING_SPSA_H
#define BLASTBEAM_TUNING_SPSA_H

#include <stdbool.h>
#include <stdint.h>

enum { SPSA_PARAMETERS_MAX = 64, SPSA_PLACES = 6 };

typedef struct SpsaParameter {
    const char *name;
    double start, low, high;
    double step; /* above 0; about the smallest change that has an effect */
} SpsaParameter;

typedef struct SpsaGains {
    double a, c, A, alpha, gamma;
    uint64_t seed;
} SpsaGains;

typedef struct Spsa {
    SpsaGains gains;
    int count; /* of parameters, 1..SPSA_PARAMETERS_MAX */
    SpsaParameter parameter[SPSA_PARAMETERS_MAX];
    double value[SPSA_PARAMETERS_MAX]; /* theta, rounded to SPSA_PLACES decimal places, so that a
                                log has the exact values */
    int iteration;                     /* the number of the last one, 0 before the first */
    double score;                      /* of the last iteration */
} Spsa;

/* Play `plus` against `minus`, both within the bounds of the parameters. Stores the score of `plus`
 * in *score, from -1 (lost all games) to 1. The random choices of the match must follow from
 * `iteration` (from 1) alone. Returns false when there is no result. */
typedef bool SpsaMatch(void *context, int iteration, const double *plus, const double *minus,
                       double *score);

/* c = 1, A = 50, alpha = 0.602, gamma = 0.101. The caller sets a and the seed, which are 0. */
extern const SpsaGains spsa_usual_gains;

/* The gain a with which the first iteration moves each parameter by `first_move` steps if one side
 * wins all its games. */
double spsa_gain_for(double first_move, const SpsaGains *gains);

/* Start with the values `start` of the parameters, whose names must stay valid. */
void spsa_init(Spsa *spsa, const SpsaGains *gains, const SpsaParameter *parameters, int count);

/* Do one iteration. It depends only on the gains, the values and the number of the iteration.
 * Returns false, with nothing changed, when the match has no result. */
bool spsa_iterate(Spsa *spsa, SpsaMatch *match, void *context);

#endif
