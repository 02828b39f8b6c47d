/* One round of the rules, and the blasts in it.
 *
 * The functions exist once for each instruction set (portable, AVX2, AVX-512), compiled from the
 * same source round.c; engine() returns the fastest set that the
 * processor can run, or the one that BLASTBEAM_ENGINE in the environment names.
 */
#ifndef BLASTBEAM_ENGINE_ROUND_H
#define BLASTBEAM_ENGINE_ROUND_H

#include "engine/state.h"

/* What happened in a round. */
typedef struct RoundEvents {
    Board exploding;   /* cells marked by blasts; meaningful only when exploded is not 0 */
    Board destroyed;   /* walls that went; meaningful only when exploded is not 0 */
    uint16_t exploded; /* bit i: the bomb in slot i detonated (the slot is free now) */
    uint8_t killed;    /* bit p: player p died */
    uint8_t moved;     /* bit p: player p changed its cell */
} RoundEvents;

/* Who wins a contested cell: of the players that want it, the one with the lowest rank. The real
 * engine rolls dice; a caller that follows or explores its choice passes the ranks. */
typedef struct Ranks {
    uint8_t rank[MAX_PLAYERS];
} Ranks;

static const Ranks RANKS_IN_ORDER = {{0, 1, 2, 3}};

enum { FORECAST_ROUNDS = 16 };

/* Walls that the bombs on the board will bring down as things stand. */
typedef struct WallForecast {
    Board doomed;                 /* by anybody's bombs */
    uint8_t own[FORECAST_ROUNDS]; /* by the player's bombs, by rounds until the blast (0: now) */
} WallForecast;

typedef struct Engine {
    const char *name; /* "portable", "avx2", "avx512" */

    /* Play one round in place. command[p] is a Command for each player; those of dead players and
     * values out of range do nothing. */
    void (*play)(const Game *game, State *state, const uint8_t command[MAX_PLAYERS],
                 const Ranks *ranks, RoundEvents *events);

    /* state_legal of every player of the match. */
    void (*legal)(const State *state, uint8_t commands[MAX_PLAYERS]);

    /* Detonate the bombs in `due` (bits of slots) and all that their blasts reach, on the board of
     * `state`, without changing it. Stores the marked cells and the walls hit, and returns the
     * slots that detonated. Players do not stop a blast, so they play no part. */
    unsigned (*blast)(const State *state, unsigned due, Board *exploding, Board *destroyed);

    /* Where `player` can be when the last bomb has gone off, if nobody else moves and nobody
     * plants. With `delay` the others are hostile: they stand in the way, and the bombs of player p
     * may also go off in any round from state->round + 1 + delay[p] on. NULL: neither. Returns
     * false, with nothing meaningful in *cells, when there is no such cell: the player cannot be
     * saved. */
    bool (*survivors)(const State *state, int player, const uint8_t delay[MAX_PLAYERS],
                      Board *cells);

    /* On how many cells `player` can be after that many rounds of walking, when the others walk to
     * cut it off: where one of them can be as soon it gets no more, but it may stay where it was
     * before. Bombs go off when their fuses end, and kill nobody but `player`. */
    int (*contested_area)(const State *state, int player, int rounds);

    /* What walls will fall, each counted once, for the bomb of `player` that goes off first. */
    void (*falling_walls)(const State *state, int player, WallForecast *forecast);

    /* Steps from a cell to the nearest of `targets`, at most `limit`; blocked targets (walls) are
     * reached by the step into them. */
    int (*steps)(Cell from, const Board *targets, const Board *blocked, int limit);

    /* Grow `reach` by one step in the four directions into cells that are not in `blocked`. */
    void (*spread)(Board *reach, const Board *blocked);
} Engine;

/* The fastest set of functions that this processor can run. */
const Engine *engine(void);

/* The set called `name`, or NULL when there is none or this processor cannot run it. */
const Engine *engine_named(const char *name);

/* The sets that this build contains and this processor can run, slowest first; NULL after the
 * last. */
const Engine *engine_at(int index);

#endif
