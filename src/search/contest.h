/* Which walls the opponents get to first.
 *
 * The lead of a player at a cell is the steps of its nearest opponent minus its own steps, as if
 * there were no walls. The opponents' share of a wall falls with the lead, in quarters:
 *
 *   lead            -3/8      -1/8       1/8      3/8     of `steps`
 *   their share   1       3/4       1/2      1/4      0
 *
 * so that the shares of two players add up to 1. The opponents are where a prediction puts them:
 * the rounds after the root are divided into bands, and each band has one cell for each opponent.
 * For each band and each cell of the player, four boards hold the cells that count a quarter each,
 * so that a lookup is four population counts.
 */
#ifndef BLASTBEAM_SEARCH_CONTEST_H
#define BLASTBEAM_SEARCH_CONTEST_H

#include "engine/round.h"

enum {
    CONTEST_BANDS = 5,
    CONTEST_BAND_ROUNDS = 8, /* the last band also holds all later rounds */
    CONTEST_QUARTERS = 4,
    CONTEST_CELLS = 19 * 19
};

/* The cells of a player's opponents. */
typedef struct Rivals {
    int count; /* 0..MAX_PLAYERS - 1 */
    Cell cell[MAX_PLAYERS];
} Rivals;

typedef struct ContestBand {
    Board quarter[CONTEST_CELLS][CONTEST_QUARTERS]; /* by touched_index of the player's cell */
} ContestBand;

/* 5 x 92 KB. */
typedef struct Contest {
    ContestBand memory[CONTEST_BANDS];
    const ContestBand *band[CONTEST_BANDS]; /* bands with the same rivals share their memory */
} Contest;

/* The living opponents of `player`. */
Rivals rivals_of(const State *state, int player);

/* Prepare lookups for a player that starts on `from`: in band b the opponents stand on rivals[b].
 * `steps` is 1..60. */
void contest_init(Contest *contest, Cell from, const Rivals rivals[CONTEST_BANDS], int steps);

/* The sum of the opponents' shares of `walls`, in quarters, when the player stands `rounds` rounds
 * after the root on the cell of touched_index `index`, which it can reach in that time. */
static inline int contest_quarters(const Contest *contest, const Engine *engine, int rounds,
                                   int index, const Board *walls) {
    int band = rounds / CONTEST_BAND_ROUNDS;
    const ContestBand *lookup = contest->band[band < CONTEST_BANDS ? band : CONTEST_BANDS - 1];
    return engine->count_in(walls, lookup->quarter[index], CONTEST_QUARTERS);
}

/* The same by its definition, for opponents on the given cells. */
int contest_quarters_plain(const Rivals *rivals, int steps, Cell cell, const Board *walls);

#endif
