/* Named features of a position, for the fit of tuning/fit.h. To add one, write its function and a
 * line of the table in features.c. */
#ifndef BLASTBEAM_TUNING_FEATURES_H
#define BLASTBEAM_TUNING_FEATURES_H

#include "engine/round.h"

/* A position as one of its living players sees it. */
typedef struct FeatureView {
    const Engine *engine;
    const Game *game;
    const State *state;
    int player;
    int opponent;             /* the living opponent with the most points */
    WallForecast own, theirs; /* of the player, of the opponent */
} FeatureView;

typedef struct Feature {
    const char *name;
    const char *help;
    double (*value)(const FeatureView *view);
} Feature;

/* From 0 on; NULL after the last. */
const Feature *feature_at(int index);

/* Returns NULL for an unknown name. */
const Feature *feature_named(const char *name, size_t length);

/* Prepare `view`. Returns false when the player or all its opponents are dead. */
bool feature_view_init(FeatureView *view, const Engine *engine, const Game *game,
                       const State *state, int player);

#endif
