/* One game between agents inside this process. */
#ifndef BLASTBEAM_ARENA_GAME_H
#define BLASTBEAM_ARENA_GAME_H

#include "arena/contender.h"
#include "processes/sandbox.h"
#include "referee/judge.h"
#include "search/agent.h"

/* Functions that are called during a game; each may be NULL. */
typedef struct GameObserver {
    /* A round begins. `last` has the events of the previous round, NULL in the first. */
    void (*on_round)(void *context, const Game *game, const State *state, const RoundEvents *last);
    /* The agent of a seat begins to think; with seat -1, the agent has answered. */
    void (*on_thinking)(void *context, int seat, int round);
    /* All agents have answered; `ms` has the time that each took. */
    void (*on_commands)(void *context, const State *state, const uint8_t command[MAX_PLAYERS],
                        const double ms[MAX_PLAYERS]);
    /* The game is over. */
    void (*on_end)(void *context, const Game *game, const State *state, const RoundEvents *last);
    void *context;
} GameObserver;

/* What concerns games with bots; see bot_game.h. */
typedef struct BotSettings {
    Sandbox sandbox;
    const char *folder;   /* where the seed folders of the games are written */
    bool keep;            /* do not remove them after the game */
    bool always;          /* write them also for games of agents only */
    bool unlimited;       /* no move is late */
    bool answers_visible; /* see referee/match.h */
} BotSettings;

typedef struct GameSettings {
    int players;       /* 2..4 */
    double budget_ms;  /* for a move; 0: no limit */
    uint64_t nodes;    /* for a move; 0: no limit */
    int threads;       /* for a move */
    bool own_time;     /* budget_ms counts only the processor time of the agent's thread; see
                          clock_count_own_time */
    bool adjudicate;   /* end a game when it is decided, see judge_is_decided */
    bool judge_deaths; /* examine whether deaths were unforced errors */
    BotSettings bots;
    const char *positions; /* a file to which positions are appended, see records/position_file.h;
                              NULL: none. Not for games with bots */
    int every;             /* rounds from one position to the next */
    const GameObserver *observer; /* may be NULL */
    /* Creates the agents; NULL: agent_create. */
    Agent *(*create)(const char *spec, uint64_t seed, char *error, size_t size);
} GameSettings;

/* The limits of agents without limits of their own. */
static inline ContenderLimits game_limits(const GameSettings *settings) {
    return (ContenderLimits){settings->budget_ms, settings->nodes, settings->threads};
}

/* The identity of a game. With the settings it decides the whole game, unless an agent has a limit
 * of time. */
typedef struct GameSpec {
    int number;                      /* of the game in its tournament, from 0 */
    int seed;                        /* of the map */
    const char *agents[MAX_PLAYERS]; /* by seat; see contender.h */
} GameSpec;

/* Play a game. Returns false with a message when an agent cannot be created or the file
 * of positions cannot be written. */
bool game_play(const GameSpec *spec, const GameSettings *settings, GameResult *result, char *error,
               size_t size);

/* Set the result of a game that ended in `round` because the agent of `seat` crashed: that seat is
 * last, all others share the first place. */
void game_crash(GameResult *result, int players, int seat, int round);

/* Set the times of moves to 0, so that equal games have equal results. */
void game_forget_times(GameResult *result);

#endif
