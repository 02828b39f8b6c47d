/* One round of the rules, and the blasts in it.
 *
 * The functions exist once for each instruction set (portable, AVX2, AVX-512), compiled from the
 * same source round.c. engine() returns the fastest set that the processor can run, or the one
 * named by BLASTBEAM_ENGINE in the environment.
 */
#ifndef BLASTBEAM_ENGINE_ROUND_H
#define BLASTBEAM_ENGINE_ROUND_H

#include "engine/state.h"

/* What happened in a round. */
typedef struct RoundEvents {
    Board exploding;   /* cells marked by blasts; meaningful only when exploded is not 0 */
    Board destroyed;   /* walls destroyed; meaningful only when exploded is not 0 */
    uint16_t exploded; /* bit i: the bomb in slot i detonated (the slot is free now) */
    uint8_t killed;    /* bit p: player p died */
    uint8_t moved;     /* bit p: player p changed its cell */
} RoundEvents;

/* Of the players that want the same cell, the one with the lowest rank gets it. The real engine
 * chooses at random; a caller repeats or explores its choice by the ranks. */
typedef struct Ranks {
    uint8_t rank[MAX_PLAYERS];
} Ranks;

static const Ranks RANKS_IN_ORDER = {{0, 1, 2, 3}};

enum { FORECAST_ROUNDS = 16 };

/* The walls that the bombs on the board will destroy if no player acts. */
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

    /* Change the state after a round in which `player` waited into the state after the same round
     * with `command`, which was legal. Only where this makes no difference to the other players:
     * none of them stood on or stepped to the player's cell or the cell of the step; the cell of
     * the step does not explode and holds no power-up; and a planted bomb finds a free slot even
     * before those of the round are removed. The bomb may get another slot than in `play`. */
    void (*replace_wait)(State *after, int player, Command command);

    /* state_legal of every player of the match. */
    void (*legal)(const State *state, uint8_t commands[MAX_PLAYERS]);

    /* Detonate the bombs in `due` (bits of slots) and all bombs that their blasts reach. *state is
     * not changed. Stores the marked cells and the walls hit, and returns the slots that detonated.
     */
    unsigned (*blast)(const State *state, unsigned due, Board *exploding, Board *destroyed);

    /* All cells that the bombs can ever mark, whatever walls fall and whenever they explode: their
     * rows and columns as far as their radius goes, as if there were no walls and pillars. */
    void (*danger)(const State *state, Board *cells);

    /* The cells on which `player` can be after the last bomb has exploded, if nobody else moves and
     * nobody plants. With `delay`, the others block their cells, and the bombs of player p may also
     * explode in any round from state->round + 1 + delay[p] on. Returns false when there is no such
     * cell; *cells then means nothing. With `danger`, as the function of this name stores it, it
     * returns true as soon as the player can be on another cell; *cells then means nothing. */
    bool (*survivors)(const State *state, int player, const uint8_t delay[MAX_PLAYERS],
                      const Board *danger, Board *cells);

    /* The number of cells that `player` can reach in `rounds` rounds while the others walk to cut
     * it off. A cell that an opponent can reach as soon is lost, but the player may stay where it
     * was. Bombs explode when their fuses end, and kill only `player`. */
    int (*contested_area)(const State *state, int player, int rounds);

    /* The walls that the bombs will destroy. A wall that several bombs of `player` hit counts for
     * the first of them. */
    void (*falling_walls)(const State *state, int player, WallForecast *forecast);

    /* Steps from a cell to the nearest of `targets`, at most `limit`. A target may be blocked (a
     * wall); the step into it counts. */
    int (*steps)(Cell from, const Board *targets, const Board *blocked, int limit);

    /* `steps` from the cell and from its open neighbours: steps_after[move], and for the cell
     * itself steps_after[COMMAND_NOTHING]. The entries of blocked neighbours mean nothing. */
    void (*steps_after_moves)(Cell from, const Board *targets, const Board *blocked, int limit,
                              uint8_t steps_after[COMMAND_COUNT]);

    /* The sum, over `count` sets, of the number of `cells` in the set. */
    int (*count_in)(const Board *cells, const Board *sets, int count);

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
