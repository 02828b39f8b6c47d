/* The weights of the evaluation by name: as settings of an agent, and for a tuner. */
#ifndef BLASTBEAM_SEARCH_WEIGHTS_H
#define BLASTBEAM_SEARCH_WEIGHTS_H

#include "search/evaluate.h"
#include "search/settings.h"

enum { WEIGHT_COUNT = 20 };

typedef struct WeightKind {
    const char *name;
    size_t offset; /* in Weights, of a float */
    float low, high;
    float step; /* a change that should just be felt in games */
} WeightKind;

/* From 0 to WEIGHT_COUNT - 1. */
const WeightKind *weight_kind_at(int index);

float *weight_at(Weights *weights, int index);

/* Add the settings that set these weights to a table of room for `size` entries (its end included)
 * that is filled up with zeros behind its last entry. */
void weights_settings(Weights *weights, Setting *table, int size);

#endif
