/* Matches for a tuner: the beam with some weights against the beam with others. */
#ifndef BLASTBEAM_TUNING_TUNING_H
#define BLASTBEAM_TUNING_TUNING_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>

#include "search/weights.h"
#include "tuning/spsa.h"

enum { TUNING_SPEC = 1536 };

_Static_assert((int)WEIGHT_COUNT <= (int)SPSA_MOST, "the tuner can tune all weights");

typedef struct Tuning {
    const char *agent; /* "beam" or "beam:SETTINGS": what both have in common */
    Weights start;     /* weights that differ from the usual ones count for both, tuned or not */
    uint64_t nodes;    /* a move */
    int maps;          /* of an iteration; each is played twice, with the seats changed */
    int seed;          /* of the first map; every iteration has maps of its own */
    int concurrency;
    int count;                         /* weights that are tuned */
    int weight[WEIGHT_COUNT];          /* which, see weights.h */
    const volatile sig_atomic_t *stop; /* no game is begun once this is set; may be NULL */
    char error[512];                   /* why a match has no result; "" when it was stopped */
} Tuning;

/* Choose the weights in a comma-separated list; NULL or "" chooses all. Returns false with a
 * message in tuning->error. */
bool tuning_choose(Tuning *tuning, const char *names);

/* What spsa_init wants for the chosen weights, which begin as in tuning->start. */
void tuning_parameters(const Tuning *tuning, SpsaParameter *parameters);

/* The agent with these values of the chosen weights, and the others of tuning->start. */
void tuning_spec(const Tuning *tuning, const double *values, char spec[TUNING_SPEC]);

/* An SpsaMatch; the context is a Tuning. The score is wins less losses, by games. */
bool tuning_match(void *context, int iteration, const double *plus, const double *minus,
                  double *score);

#endif
