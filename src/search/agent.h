/* The interface behind which all agents stand: position and budget in, command out. */
#ifndef BLASTBEAM_SEARCH_AGENT_H
#define BLASTBEAM_SEARCH_AGENT_H

#include <stdio.h>

#include "engine/round.h"
#include "safety/limits.h"
#include "search/pv.h"

/* What a player sees at the beginning of a round. `game` holds the power-ups in sight and, when
 * something is known or supposed about those under walls, these too. */
typedef struct Observation {
    const Game *game;
    const State *state;
    int player;                        /* the own player, alive */
    uint8_t last_command[MAX_PLAYERS]; /* of the last round, where known; else COMMAND_NOTHING */
    bool repeated;                     /* it is known that the player stood here two rounds ago */
    Pv pv; /* what the agent said in the round before, for this one on */
} Observation;

/* What an agent is asked for: a command within these limits. */
typedef struct MoveRequest {
    SearchLimits limits;

    /* Called with every better command while the search goes on; may be NULL. */
    void (*report)(void *context, Command command);
    void *context; /* of `report` */
    FILE *explain; /* the reasons are written here, for a person; NULL for nobody */
} MoveRequest;

/* What the search says about its answer. Fields that mean nothing to an agent are 0. */
typedef struct SearchInfo {
    int depth;
    int width; /* states of the widest level */
    uint64_t nodes;
    double value; /* in points of the game, seen from the own player */
    Pv pv;        /* for the rounds after this one */
} SearchInfo;

typedef struct Agent Agent;

/* A kind of agent. */
typedef struct AgentKind {
    const char *name;
    const char *summary;  /* one line for --help */
    const char *settings; /* the settings it takes, a line each: "  width=N   states a level\n" */

    /* `settings` is the text after the colon, comma-separated, or "". Returns NULL with a message
     * in error[0..size-1] when it is not understood. An agent may keep what it learned between
     * moves of a match, but must not need it: the bot is a new process every round, to which only
     * the intent of the last one is passed on. */
    Agent *(*create)(const char *settings, uint64_t seed, char *error, size_t size);

    /* Always a Command that is not refused, except that waiting is a move into a wall where there
     * is one beside the player. */
    Command (*move)(Agent *agent, const Observation *observation, const MoveRequest *request,
                    SearchInfo *info);

    void (*destroy)(Agent *agent);
} AgentKind;

/* Every kind begins its own struct with this one. */
struct Agent {
    const AgentKind *kind;
};

/* All kinds, NULL after the last. */
const AgentKind *agent_kind_at(int index);

/* Make the agent that `spec` names: NAME or NAME:SETTING,SETTING... NULL with a message in error
 * when there is none. The caller frees it with agent_destroy. */
Agent *agent_create(const char *spec, uint64_t seed, char *error, size_t size);

/* The agent's command. *thought is always filled. */
Command agent_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                   SearchInfo *info);

void agent_destroy(Agent *agent);

/* A command that leaves `player` where it is and does not count as "do nothing": a move into a
 * wall, the border or a pillar beside it. On a crossing in the open there is none of them; then a
 * trigger without a bomb to set off, or a bomb that the bag does not hold. COMMAND_NOTHING is left
 * for a player there who could do both. */
Command wait_command(const State *state, int player);

/* Whether the rules refuse the command at this moment, and it is no deliberate wait: a move into a
 * wall, or what wait_command says. */
bool is_refused(const State *state, int player, Command command);

/* Bits 1 << command of the moves into cells where other players stand: they are refused when he
 * stays, or plants a bomb. */
unsigned occupied_moves(const State *state, int player);

/* What a player who knows no more than the board sees: copies of game and state without the
 * power-ups that lie under walls. */
void hide_powerups(const Game *game, const State *state, Game *seen_game, State *seen_state);

#endif
