/* A run of the referee: one match, or a series with the seats rotated. */
#ifndef BLASTBEAM_REFEREE_SESSION_H
#define BLASTBEAM_REFEREE_SESSION_H

#include "referee/console.h"

typedef struct Session {
    const char *bots[MAX_PLAYERS]; /* folders or built-in agents */
    int bot_count, humans;         /* people have the first seats; 2 to 4 players together */
    Keys keys[MAX_PLAYERS];        /* of the people */
    const char *folder;            /* of the match, or parent of a series; NULL for matches/SEED */
    const char *arguments;         /* appended to the RunArgs of bots; may be "" */
    int seed;                      /* of the first match */
    int matches;  /* 1 or more; a map is played with all rotations of the seats before
                   * the next seed follows */
    bool pretty;  /* show the board after every round */
    bool log;     /* print the engine's log */
    bool debug;   /* wait for a key after a bot wrote to standard error */
    int delay_ms; /* pause between rounds */
    TimeLimits limits;
} Session;

/* Play the session and report on standard output. Returns the exit status: 0, or 1 after a message
 * on standard error. */
int session_play(const Session *session);

#endif
