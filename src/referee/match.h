/* A match by the file protocol: map, rounds, harness, seed folder. */
#ifndef BLASTBEAM_REFEREE_MATCH_H
#define BLASTBEAM_REFEREE_MATCH_H

#include "referee/seedwriter.h"

typedef struct Match {
    Player players[MAX_PLAYERS];
    int player_count; /* 2..4 */
    int seed;
    Limits limits;
    const char *parent; /* folder in which the seed folder is made */
    Game game;
    State state;
    RoundEvents events; /* of the round just played */
    uint8_t command[MAX_PLAYERS];
    SeedWriter writer;

    /* Told after every round; may be NULL. */
    void (*watch)(void *context, const struct Match *match);
    void *context;
} Match;

/* Play a whole match between the open players. Returns false with a message when its files cannot
 * be written. */
bool match_play(Match *match, char *error, size_t size);

#endif
