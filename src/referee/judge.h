/* Follows a game round by round and works out its result. */
#ifndef BLASTBEAM_REFEREE_JUDGE_H
#define BLASTBEAM_REFEREE_JUDGE_H

#include "safety/unforced.h"
#include "search/agent.h"

/* Whose bombs killed a player: the owners, on the board before the round, of the bombs whose blast
 * reached the cell where it died. */
typedef enum DeathCause {
    DEATH_NONE,
    DEATH_OWN,   /* own bombs: due in this round, or set off by own bombs that were due */
    DEATH_CHAIN, /* own bombs that were set off by bombs of others */
    DEATH_OTHER  /* bombs of others only */
} DeathCause;

/* The result of one seat. */
typedef struct SeatResult {
    int place; /* 1..players; players that are equal in everything share a place */
    int points;
    int died; /* round of its death, or -1 */
    DeathCause cause;
    bool own_alone;           /* killed by own bombs while no other bomb exploded, with no opponent
                                 within 8 steps in the last 10 rounds */
    bool unforced;            /* an unforced error, see safety/unforced.h */
    bool crashed;             /* the agent ended its process or did not answer; it is last */
    int moves, late;          /* late: over the limit of time */
    int failed, missing;      /* runs of a bot that failed, and those of them that ended well but
                                 wrote no move */
    int refused;              /* commands without effect, except waits and bumped moves */
    int bumped;               /* moves into a cell that another player took or stands on */
    double depth, nodes;      /* sums over the moves */
    double p50, p99, longest; /* milliseconds for a move */
} SeatResult;

typedef struct GameResult {
    bool played;
    int rounds;
    SeatResult seats[MAX_PLAYERS];
    bool adjudicated; /* the game was ended because it was decided, see judge_is_decided */
} GameResult;

static inline bool died_by_own_bomb(const SeatResult *seat) {
    return seat->cause == DEATH_OWN || seat->cause == DEATH_CHAIN;
}

typedef struct Judge {
    GameResult *result;
    int players;
    bool judge_deaths;              /* examine whether deaths were unforced errors */
    float *ms[MAX_PLAYERS];         /* time of each move */
    int last_near[MAX_PLAYERS];     /* last round in which an opponent was near */
    State history[UNFORCED_ROUNDS]; /* the last rounds; ends with the current one */
    int history_count;
} Judge;

/* Begin to follow a game; clears *result, which must live as long as the judge. Returns false when
 * memory is short. The caller must call judge_close in either case. */
bool judge_open(Judge *judge, int players, bool judge_deaths, GameResult *result);

/* A round begins in this state. */
void judge_begin_round(Judge *judge, const State *state);

/* The player of a seat has answered after `ms` milliseconds. */
void judge_add_move(Judge *judge, int seat, double ms, bool late);

/* The round has been played with these commands. */
void judge_end_round(Judge *judge, const Game *game, const State *after,
                     const uint8_t command[MAX_PLAYERS], const RoundEvents *events);

/* Percent of the adjudicated games that would have another winner if they were played to the end;
 * see docs/tournaments.md. */
static const double judge_otherwise = 4;

/* True when nothing but a death can change the places: all walls, all bombs and the super power-up
 * are gone, and each living player has more points than the next one can reach by visiting cells.
 * judge_otherwise is how often a death changes the winner. */
bool judge_is_decided(const Game *game, const State *state);

/* The game is over, or has been ended because it is decided. Completes the result. */
void judge_finish(Judge *judge, const Game *game, const State *state);

void judge_close(Judge *judge);

#endif
