/* Which walls the opponent of a duel gets to first.
 *
 * The lead of a player at a cell is the steps of its opponent minus its own steps, as if there were
 * no walls. The opponent's share of a wall falls with the lead, in quarters:
 *
 *   lead            -3/8      -1/8       1/8      3/8     of `steps`
 *   its share     1       3/4       1/2      1/4      0
 *
 * so that the shares of both players add up to 1. The opponent is where a prediction puts it: the
 * rounds after the root are divided into bands, and each band has one cell for it; bands after the
 * end of the prediction have the same. For each band and each cell of the player, four boards hold
 * the cells that count a quarter each, so that a lookup is four population counts.
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

typedef struct ContestBand {
    Board quarter[CONTEST_CELLS][CONTEST_QUARTERS]; /* by touched_index of the player's cell */
} ContestBand;

/* 5 x 92 KB. */
typedef struct Contest {
    ContestBand memory[CONTEST_BANDS];
    const ContestBand *band[CONTEST_BANDS]; /* bands with the same rival cell share memory */
} Contest;

/* Prepare lookups for a player that starts on `from`: in band b the opponent stands on rival[b].
 * `steps` is 1..60. */
void contest_init(Contest *contest, Cell from, const Cell rival[CONTEST_BANDS], int steps);

/* The sum of the opponent's shares of `walls`, in quarters, when the player stands `rounds` rounds
 * after the root on the cell of touched_index `index`, which it can reach in that time. */
static inline int contest_quarters(const Contest *contest, const Engine *engine, int rounds,
                                   int index, const Board *walls) {
    int band = rounds / CONTEST_BAND_ROUNDS;
    const ContestBand *lookup = contest->band[band < CONTEST_BANDS ? band : CONTEST_BANDS - 1];
    return engine->count_in(walls, lookup->quarter[index], CONTEST_QUARTERS);
}

/* The same by its definition, for an opponent on `rival`. */
int contest_quarters_plain(Cell rival, int steps, Cell cell, const Board *walls);

#endif
