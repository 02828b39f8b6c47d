/* One game between agents inside this process. */
#ifndef BLASTBEAM_ARENA_GAME_H
#define BLASTBEAM_ARENA_GAME_H

#include "arena/contender.h"
#include "search/agent.h"

/* Told what happens in a game; each function may be NULL. */
typedef struct GameObserver {
    /* A round begins; `last` is what happened in the one before, NULL for the first. */
    void (*begins)(void *context, const Game *game, const State *state, const RoundEvents *last);
    /* A seat is asked for its command; -1: nobody is, any more. */
    void (*asks)(void *context, int seat, int round);
    /* All have answered, `ms` says after what time. */
    void (*answered)(void *context, const State *state, const uint8_t command[MAX_PLAYERS],
                     const double ms[MAX_PLAYERS]);
    void (*ended)(void *context, const Game *game, const State *state, const RoundEvents *last);
    void *context;
} GameObserver;

typedef struct GameSettings {
    int players;       /* 2..4 */
    double budget_ms;  /* a move; 0: no limit */
    uint64_t nodes;    /* a move; 0: no limit */
    int threads;       /* of a move */
    bool own_time;     /* only time in which the agent's thread ran counts; see clock.h */
    bool judge_deaths; /* find out whether deaths were unforced errors */
    const GameObserver *observer; /* may be NULL */
    /* Makes the agents; NULL: agent_create. */
    Agent *(*create)(const char *spec, uint64_t seed, char *error, size_t size);
} GameSettings;

/* Which game: everything that happens in it follows from this and the agents, unless time does. */
typedef struct GameSpec {
    int number;                      /* counts the games of a tournament from 0 */
    int seed;                        /* of the map */
    const char *agents[MAX_PLAYERS]; /* by seat; see contender.h */
} GameSpec;

/* Whose bombs killed a player: those whose blast was where it died, as they lay on the board before
 * the round. */
typedef enum DeathCause {
    DEATH_NONE,
    DEATH_OWN,   /* own bombs whose time had come, or that these set off */
    DEATH_CHAIN, /* not so, but own bombs that others set off */
    DEATH_OTHER
} DeathCause;

/* What happened to one seat. */
typedef struct SeatResult {
    int place; /* 1..players; those who are equal in all share one */
    int points;
    int died; /* round, or -1 */
    DeathCause cause;
    bool own_alone;      /* killed by own bombs alone, with no opponent within 8 steps in the last
                            10 rounds */
    bool unforced;       /* see agents/unforced.h */
    bool crashed;        /* the agent brought its process down, or never answered: it is last */
    int moves, late;     /* late: beyond the budget by more than 10 % and 5 ms */
    int refused;         /* commands without effect that were neither a wait nor bumped */
    int bumped;          /* moves into a cell that another player took or holds */
    double depth, nodes; /* sums over the moves */
    double p50, p99, longest; /* milliseconds of a move */
} SeatResult;

typedef struct GameResult {
    bool played;
    int rounds;
    SeatResult seats[MAX_PLAYERS];
} GameResult;

static inline bool died_by_own_bomb(const SeatResult *seat) {
    return seat->cause == DEATH_OWN || seat->cause == DEATH_CHAIN;
}

/* Play. Returns false, with a message, when an agent cannot be made. */
bool game_play(const GameSpec *spec, const GameSettings *settings, GameResult *result, char *error,
               size_t size);

/* Make the game one that ended in `round` because the agent of `seat` crashed: all others are
 * first. */
void game_crash(GameResult *result, int players, int seat, int round);

/* Make the times of moves 0, so that equal games have equal results. */
void game_forget_times(GameResult *result);

#endif
