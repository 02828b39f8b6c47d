/* One game between agents inside this process. */
#ifndef BLASTBEAM_ARENA_GAME_H
#define BLASTBEAM_ARENA_GAME_H

#include "agents/agent.h"

typedef struct GameSettings {
    int players;       /* 2..4 */
    double budget_ms;  /* a move; 0: no limit */
    uint64_t nodes;    /* a move; 0: no limit */
    int threads;       /* of a move */
    bool own_time;     /* only time in which the agent's thread ran counts; see platform.h */
    bool judge_deaths; /* find out whether deaths were unforced errors */
} GameSettings;

/* Which game: everything that happens in it follows from this and the agents, unless time does. */
typedef struct GameSpec {
    int number;                      /* counts the games of a tournament from 0 */
    int seed;                        /* of the map */
    const char *agents[MAX_PLAYERS]; /* by seat */
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
    bool unforced;       /* see unforced.h */
    int moves, late;     /* late: beyond the budget by more than 10 % and 5 ms */
    int refused;         /* commands without effect that were neither a wait nor bumped */
    int bumped;          /* moves into a cell that another player took or holds */
    double depth, nodes; /* sums over the moves */
    double p50, p99, longest; /* milliseconds of a move */
    float *ms;                /* time of each move, sorted; freed with game_result_clear. NULL in a
                                 result that was read from a file */
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

void game_result_clear(GameResult *result);

#endif
