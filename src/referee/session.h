/* What a call of the referee plays: one match, or many with the seats rotated. */
#ifndef BLASTBEAM_REFEREE_SESSION_H
#define BLASTBEAM_REFEREE_SESSION_H

#include "referee/console.h"

typedef struct Session {
    const char *bots[MAX_PLAYERS]; /* folders or built-in agents */
    int bot_count, humans;         /* people take the first seats; 2..4 players in all */
    Keys keys[MAX_PLAYERS];        /* of the people */
    const char *folder;            /* of the match, or of many; NULL for matches/SEED */
    const char *arguments;         /* for the bots, behind those of bot.json; "" for none */
    int seed;                      /* of the first match */
    int matches;                   /* 1 or more; two and more in a row are on the same map, with the
                                    * seats rotated, as long as there are new seats */
    bool pretty;                   /* show the board in every round */
    bool log;                      /* the engine's log goes to the console */
    bool debug;                    /* wait for a key after a bot wrote on standard error */
    int delay_ms;                  /* pause between rounds */
    Limits limits;
} Session;

/* Play it, with what a user wants to see on standard output. Returns the exit status: 0, or 1 after
 * a message on standard error. */
int session_play(const Session *session);

#endif
