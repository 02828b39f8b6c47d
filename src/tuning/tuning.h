/* Matches for SPSA: the beam search with some weights against the beam search with others. */
#ifndef BLASTBEAM_TUNING_TUNING_H
#define BLASTBEAM_TUNING_TUNING_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>

#include "search/weights.h"
#include "tuning/spsa.h"

enum { TUNING_SPEC = 1536 };

_Static_assert((int)WEIGHT_COUNT <= (int)SPSA_PARAMETERS_MAX, "the tuner can tune all weights");

typedef struct Tuning {
    const char *agent; /* "beam" or "beam:SETTINGS": the settings that both sides share */
    Weights start;     /* the first values of the tuned weights, and the values of all others */
    uint64_t nodes;    /* for a move */
    int maps;          /* of an iteration; each is played twice, with the seats swapped */
    int seed;          /* of the first map; every iteration has its own maps */
    int concurrency;
    int count;                         /* of the tuned weights */
    int weight[WEIGHT_COUNT];          /* their indices, see weights.h */
    const volatile sig_atomic_t *stop; /* once it is set, no game is started; may be NULL */
    char error[1024];                  /* why a match has no result; "" when it was stopped */
} Tuning;

/* Choose the weights to tune, from a comma-separated list; NULL or "" chooses all. Returns false
 * with a message in tuning->error. */
bool tuning_choose(Tuning *tuning, const char *names);

/* The parameters of the chosen weights for spsa_init, with their values in tuning->start. */
void tuning_parameters(const Tuning *tuning, SpsaParameter *parameters);

/* Write the spec of the agent with these values of the chosen weights; all other weights have their
 * values in tuning->start. */
void tuning_spec(const Tuning *tuning, const double *values, char spec[TUNING_SPEC]);

/* An SpsaMatch with a Tuning as context. The score is (wins - losses) / games. */
bool tuning_match(void *context, int iteration, const double *plus, const double *minus,
                  double *score);

#endif
