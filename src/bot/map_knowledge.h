/* What a player may infer about power-ups that are still hidden by walls. */
#ifndef BLASTBEAM_BOT_MAP_KNOWLEDGE_H
#define BLASTBEAM_BOT_MAP_KNOWLEDGE_H

#include "engine/state.h"

typedef enum MapKnowledge {
    KNOWLEDGE_NONE,     /* only power-ups in sight */
    KNOWLEDGE_SYMMETRY, /* with 4 players, the quadrants have the same power-ups at the same
                         * distances from their corners. A power-up seen in one quadrant is
                         * inferred in another that has a single wall left at its distance. */
    KNOWLEDGE_SEED      /* all power-ups of the map that the engine generates from the seed in
                         * state.json */
} MapKnowledge;

/* Read "none", "symmetry" or "seed". Returns false for any other text. */
bool map_knowledge_read(const char *text, MapKnowledge *knowledge);

/* The cells in which power-ups of each type have been in sight since the match began, those already
 * taken included. */
typedef struct SeenPowerups {
    Board bag, radius;
} SeenPowerups;

/* Add the power-ups that can be inferred to `game` and `state`, which are a standard board with the
 * power-ups in sight. `seed` is used with KNOWLEDGE_SEED, `seen` with KNOWLEDGE_SYMMETRY. */
void map_knowledge_infer(MapKnowledge knowledge, int seed, const SeenPowerups *seen, Game *game,
                         State *state);

#endif
