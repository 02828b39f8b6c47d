/* Simultaneous perturbation stochastic approximation: find the parameters that win, from matches
 * between two neighbours of the present ones.
 *
 * Iteration k (from 1) moves all parameters at once by c_k up or down, at random (Bernoulli +/-1),
 * plays theta+ against theta-, and follows the estimated gradient:
 *
 *   a_k = a / (A + k)^alpha    c_k = c / k^gamma    theta_i += a_k score / (2 c_k delta_i)
 *
 * in units of each parameter's own step. J. C. Spall, "Implementation of the simultaneous
 * perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace and
 * Electronic Systems 34(3), 1998: alpha = 0.602, gamma = 0.101, A about a tenth of the iterations.
 */
#ifndef BLASTBEAM_TUNING_SPSA_H
#define BLASTBEAM_TUNING_SPSA_H

#include <stdbool.h>
#include <stdint.h>

enum { SPSA_MOST = 64, SPSA_PLACES = 6 };

typedef struct SpsaParameter {
    const char *name;
    double start, low, high;
    double step; /* its unit: about the smallest change that is felt, above 0 */
} SpsaParameter;

typedef struct SpsaGains {
    double a, c, A, alpha, gamma;
    uint64_t seed;
} SpsaGains;

typedef struct Spsa {
    SpsaGains gains;
    int count; /* parameters, 1..SPSA_MOST */
    SpsaParameter parameter[SPSA_MOST];
    double value[SPSA_MOST]; /* theta: decimal fractions of SPSA_PLACES places, so that a text says
                                them exactly */
    int iteration;           /* made so far */
    double score;            /* of the last one */
} Spsa;

/* Play `plus` against `minus`, both within the bounds of the parameters. Stores the score of plus,
 * -1 (lost all) to 1. Iterations count from 1; all that is random shall follow from them. Returns
 * false when there is no result. */
typedef bool SpsaMatch(void *context, int iteration, const double *plus, const double *minus,
                       double *score);

/* c = 1, A = 50, alpha = 0.602, gamma = 0.101; a = 0 and the seed are left to the caller. */
extern const SpsaGains spsa_usual_gains;

/* The a with which a first match that one side wins altogether moves each parameter by `first_move`
 * steps. */
double spsa_gain_for(double first_move, const SpsaGains *gains);

void spsa_init(Spsa *spsa, const SpsaGains *gains, const SpsaParameter *parameters, int count);

/* One iteration. Returns false, with nothing changed, when the match has no result. What iteration
 * k does follows from gains, value and k alone. */
bool spsa_iterate(Spsa *spsa, SpsaMatch *match, void *context);

#endif
