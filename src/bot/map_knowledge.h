/* What a player may infer about power-ups that walls still hide. */
#ifndef BLASTBEAM_BOT_MAP_KNOWLEDGE_H
#define BLASTBEAM_BOT_MAP_KNOWLEDGE_H

#include "engine/state.h"

typedef enum MapKnowledge {
    KNOWLEDGE_NONE,     /* what is in sight */
    KNOWLEDGE_SYMMETRY, /* with 4 players: the quadrants have the same power-ups at the same
                           distances from their corners, so what came into sight in one tells of
                           the others; supposed where one wall is left at that distance */
    KNOWLEDGE_SEED      /* the map that the engine generates from the seed in state.json */
} MapKnowledge;

/* Read "none", "symmetry" or "seed". Returns false when it is none of them. */
bool knowledge_read(const char *text, MapKnowledge *knowledge);

/* Where power-ups of these types have been in sight since the match began, taken or not, up to now.
 */
typedef struct SeenPowerups {
    Board bag, radius;
} SeenPowerups;

/* Add to a 21x21 board what can be inferred from it and from what was `seen`. */
void infer_powerups(MapKnowledge knowledge, int seed, const SeenPowerups *seen, Game *game,
                    State *state);

#endif
