/* Plays a match by the file protocol: the map, the rounds, the harness and the seed folder. */
#ifndef BLASTBEAM_REFEREE_MATCH_H
#define BLASTBEAM_REFEREE_MATCH_H

#include <signal.h>

#include "engine/random.h"
#include "referee/engine_log.h"
#include "referee/judge.h"
#include "referee/seed_writer.h"

typedef struct Match {
    Player players[MAX_PLAYERS];
    int player_count; /* 2..4 */
    int seed;
    const char *parent;   /* the seed folder is created in here and named after the seed */
    const char *folder;   /* the seed folder itself; NULL to create one in `parent` */
    bool answers_visible; /* as in the engine, a bot can read the answers of those before it */
    bool people_last;     /* people are asked after all others, so that these think meanwhile */
    Game game;
    State state;
    Trail trail[MAX_PLAYERS];
    RoundEvents events; /* of the previous round */
    uint8_t command[MAX_PLAYERS];
    SeedWriter writer;
    Log log; /* becomes the next engine.log */
    Random random;
    Dice dice;           /* for contested cells; uses `random` when its function is NULL */
    bool pause_on_error; /* call wait_for_user when a bot wrote to standard error */

    /* Returns a person's command. May be NULL when no player is a person. */
    Command (*ask)(void *context, struct Match *match, int player);

    /* Called at the beginning and after every round; may be NULL. */
    void (*on_round)(void *context, const struct Match *match);

    /* Receives messages for the user: a bot's files that were removed, files that could not be
     * written. May be NULL. */
    void (*warn)(void *context, const char *text);

    /* Shows a text and waits until the user continues the match; may be NULL. */
    void (*wait_for_user)(void *context, const char *text);
    void *context;
    GameResult result; /* complete when `played` is set */
    bool judge_deaths; /* examine whether deaths were unforced errors */
    bool adjudicate;   /* end the match when it is decided, see judge_is_decided */
    Judge judge;
    volatile bool stopped; /* set by `ask` to end the match early */
    const volatile sig_atomic_t
        *stop;    /* end the match early when it becomes nonzero; may be NULL */
    bool refused; /* the match ended early because the system did not let a bot's program start */
} Match;

/* True when the match ends early. */
bool match_is_stopped(const Match *match);

/* Play a whole match between players that are open. Returns false with a message when the seed
 * folder cannot be created, or when the system does not let a bot's program start. Failures to
 * write files later do not end the match: a bot without files does nothing. */
bool match_play(Match *match, char *error, size_t size);

#endif
