/* The interface of all agents: an observation and a request in, a command out. */
#ifndef BLASTBEAM_SEARCH_AGENT_H
#define BLASTBEAM_SEARCH_AGENT_H

#include <stdatomic.h>
#include <stdio.h>

#include "engine/round.h"
#include "safety/limits.h"
#include "search/pv.h"
#include "search/trail.h"

/* What a player knows at the beginning of a round. `game` holds the power-ups in sight, and those
 * under walls that are known or supposed. */
typedef struct Observation {
    const Game *game;
    const State *state;
    int player;                        /* our own number; alive */
    uint8_t last_command[MAX_PLAYERS]; /* of the last round; COMMAND_NOTHING where unknown */
    Trail trail;                       /* our cells in the rounds before */
    Pv pv;                             /* what our last search planned from this round on */
} Observation;

/* What a search has done so far, for a thread that watches it. Each figure is whole; together they
 * may be of two moments. */
typedef struct SearchProgress {
    atomic_int depth;
    atomic_ullong nodes;
    _Atomic double value;
} SearchProgress;

/* What an agent is asked for: a command within these limits. */
typedef struct MoveRequest {
    SearchLimits limits;

    /* Called with every better command while the search goes on; may be NULL. */
    void (*report)(void *context, Command command);
    void *context;            /* of `report` */
    SearchProgress *progress; /* kept up to date before `report` is called; NULL: nobody asks */
    FILE *explain;            /* the reasons are written here, for a person; NULL for nobody */
} MoveRequest;

/* What the search says about its answer. Fields that mean nothing to an agent are 0. */
typedef struct SearchInfo {
    int depth;
    int width; /* states of the widest level */
    uint64_t nodes;
    double value; /* in points of the game, from the player's view */
    Pv pv;        /* planned for the rounds after this one */
} SearchInfo;

typedef struct Agent Agent;

/* A kind of agent. */
typedef struct AgentKind {
    const char *name;
    const char *summary;  /* one line for --help */
    const char *settings; /* what it can be told, a line each: "  width=N   states a level\n" */
    bool may_do_nothing;  /* agent_move does not replace COMMAND_NOTHING; for recorded players */

    /* `settings` is the text after the colon, comma-separated, or "". Returns NULL, with a message
     * in error[0..size-1], when it refuses a setting. An agent may keep what it learned between the
     * moves of a match, but must not need it: the bot is a new process in every round, which gets
     * only the PV of the last one. */
    Agent *(*create)(const char *settings, uint64_t seed, char *error, size_t size);

    /* Returns a command that the rules do not refuse, or COMMAND_NOTHING to wait. *info is 0 at
     * first. */
    Command (*move)(Agent *agent, const Observation *observation, const MoveRequest *request,
                    SearchInfo *info);

    void (*destroy)(Agent *agent);
} AgentKind;

/* Every kind begins its own struct with this one. */
struct Agent {
    const AgentKind *kind;
};

/* The agent's command, with a wait that does not count as "do nothing" in the place of
 * COMMAND_NOTHING (see wait_command). When the match is over, a wait without a search. *info is
 * always filled. */
Command agent_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                   SearchInfo *info);

/* The figures of `progress` as a SearchInfo. */
SearchInfo search_progress_info(SearchProgress *progress);

/* NULL is allowed. */
void agent_destroy(Agent *agent);

#endif
