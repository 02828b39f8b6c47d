/* A run of the referee: one match, watched on a terminal. */
#ifndef BLASTBEAM_REFEREE_SESSION_H
#define BLASTBEAM_REFEREE_SESSION_H

#include "referee/console.h"

/* Exit statuses of a session, besides 0 and 1. */
enum { SESSION_INTERRUPTED = 130, SESSION_REFUSED = 3 };

typedef struct Session {
    const char *bots[MAX_PLAYERS];      /* folders or built-in agents */
    int bot_count, humans;              /* people have the first seats; 2 to 4 players together */
    Keys keys[MAX_PLAYERS];             /* of the people */
    const char *folder;                 /* of the match; NULL for matches/SEED */
    const char *arguments[MAX_PLAYERS]; /* appended to the RunArgs of each bot; NULL for none */
    int seed;
    bool pretty;  /* show the board after every round */
    bool log;     /* print the engine's log */
    bool debug;   /* wait for a key after a bot wrote to standard error */
    int delay_ms; /* pause between rounds */
    TimeLimits limits;
    SandboxUse sandbox_use;
    bool keep_memory;     /* bots may write into their own folders in the sandbox */
    bool answers_visible; /* bots can read the answers of those before them, as in the engine */
} Session;

/* Open the player of a seat of the session's match, whose seed is `seed`; people have the first
 * seats. Returns false with a message. The caller closes the player in either case. */
bool session_open_player(const Session *session, int seat, int seed, const Sandbox *sandbox,
                         Player *player, char *error, size_t size);

/* Choose the sandbox for the session's bots. `said` becomes what the user should know, "" for
 * nothing. Returns false when the session must not begin; `said` then has the reason. */
bool session_open_sandbox(const Session *session, Sandbox *sandbox, char *said, size_t size);

/* Play the session and report on standard output. After SIGINT, SIGTERM or SIGHUP the match is left
 * unfinished. Returns the exit status: 0; 1 after a message on standard
 * error; SESSION_REFUSED when the system did not let a bot's program start; SESSION_INTERRUPTED
 * after a signal. */
int session_play(const Session *session);

#endif
