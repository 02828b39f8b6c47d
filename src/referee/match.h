/* A match by the file protocol: map, rounds, harness, seed folder. */
#ifndef BLASTBEAM_REFEREE_MATCH_H
#define BLASTBEAM_REFEREE_MATCH_H

#include "engine/random.h"
#include "referee/engine_log.h"
#include "referee/seedwriter.h"

typedef struct Match {
    Player players[MAX_PLAYERS];
    int player_count; /* 2..4 */
    int seed;
    Limits limits;
    const char *parent; /* folder in which the seed folder is made, named by the seed */
    const char *folder; /* the seed folder itself; NULL for one in `parent` */
    Game game;
    State state;
    Cell earlier[2][MAX_PLAYERS]; /* where the players stood one and two rounds before */
    RoundEvents events;           /* of the round just played */
    uint8_t command[MAX_PLAYERS];
    SeedWriter writer;
    Log log; /* what goes into the next engine.log */
    Random random;
    Dice dice;          /* for contested cells; rolled by `random` when there is no function */
    bool halt_on_error; /* wait for a key after a bot wrote on standard error */

    /* A person's command; NULL when nobody of the players is one. */
    Command (*ask)(void *context, struct Match *match, int player);

    /* Told at the beginning and after every round; may be NULL. */
    void (*watch)(void *context, const struct Match *match);

    /* Told of what a user should know: a bot that was cleaned up after, files that could not be
     * written. May be NULL. */
    void (*warn)(void *context, const char *text);

    /* Wait until the user says that the match may go on; may be NULL. */
    void (*halt)(void *context, const char *text);
    void *context;
    volatile bool stopped; /* set by `ask`: the match ends before its time */
} Match;

/* Play a whole match between the open players. Returns false with a message when its folder cannot
 * be created. Files that cannot be written later do not end it: whoever finds none does nothing. */
bool match_play(Match *match, char *error, size_t size);

#endif
