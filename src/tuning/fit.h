/* Which features of a position explain how its game ends: a linear regression over positions that
 * were drawn from games.
 *
 * The value to explain is the change of the margin: the margin at the end, minus the margin in the
 * position, minus what the evaluation adds for it. So a feature with a coefficient is one that the
 * evaluation misses. Ordinary least squares by GSL (gsl_multifit_linear). Positions of one map are
 * not independent: the errors are computed from whole maps (the cluster-robust covariance of Liang
 * and Zeger, Biometrika 73, 1986).
 */
#ifndef BLASTBEAM_TUNING_FIT_H
#define BLASTBEAM_TUNING_FIT_H

#include <stdio.h>

#include "tuning/features.h"

enum { FIT_COLUMNS_MAX = 40 };

/* What is subtracted from the change of the margin. */
typedef enum FitBaseline {
    FIT_OWN,        /* the evaluation of the player */
    FIT_DIFFERENCE, /* the same minus the evaluation of the opponent */
    FIT_NONE        /* nothing */
} FitBaseline;

typedef struct FitColumn {
    const char *name;
    double mean, deviation; /* of the feature */
    double coefficient, error, t;
} FitColumn;

/* Initialize with {0}. */
typedef struct Fit {
    FitBaseline baseline;
    bool survivors; /* leave out players who died later, and those whose opponent did */
    const Feature *features[FIT_COLUMNS_MAX];
    int feature_count;
    FitColumn columns[FIT_COLUMNS_MAX + 1]; /* of the features; the last is the constant */
    int rows, maps;                         /* of the positions: one row for each living player */
    size_t rank;                            /* independent columns */
    double r2, deviation;                   /* share explained; of the value to explain */
} Fit;

/* Choose the features from a comma-separated list; NULL or "" chooses all. Returns false with a
 * message. */
bool fit_choose(Fit *fit, const char *names, char *error, size_t size);

/* Fit the positions of a file. Returns false with a message, also when this build has no GSL. */
bool fit_file(Fit *fit, const char *path, char *error, size_t size);

/* Whether this build has GSL. */
bool fit_is_available(void);

void fit_print(const Fit *fit, FILE *out);

#endif
