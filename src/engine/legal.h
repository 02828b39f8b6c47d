/* The commands that the rules do not refuse, by bit operations. */
#ifndef BLASTBEAM_ENGINE_LEGAL_H
#define BLASTBEAM_ENGINE_LEGAL_H

#include "engine/state.h"

/* As state_legal; `due` are the slots whose bombs detonate in this round. */
static inline unsigned legal_commands(const State *state, int player, unsigned due) {
    const Board *blocked = &state->blocked;
    Cell cell = state->cell[player];
    unsigned owned = state->owned[player];
    unsigned bag_left = __builtin_popcount(owned) < state->bag[player];
    unsigned live = (owned & ~due) != 0;
    /* The bits of the cell and its neighbours in its row, then those above and below. */
    int x = cell_x(cell), y = cell_y(cell);
    unsigned row = (unsigned)(blocked->word[y & 7] >> (row_shift(y) + x - 1));
    unsigned above = (unsigned)(blocked->word[(y - 1) & 7] >> (row_shift(y - 1) + x));
    unsigned below = (unsigned)(blocked->word[(y + 1) & 7] >> (row_shift(y + 1) + x));
    unsigned closed = (above & 1) << COMMAND_UP | (row & 1) << COMMAND_LEFT |
                      (row >> 2 & 1) << COMMAND_RIGHT | (below & 1) << COMMAND_DOWN |
                      (row >> 1 & 1) << COMMAND_BOMB;
    unsigned offered = 1u << COMMAND_NOTHING | 1u << COMMAND_UP | 1u << COMMAND_LEFT |
                       1u << COMMAND_RIGHT | 1u << COMMAND_DOWN | bag_left << COMMAND_BOMB |
                       live << COMMAND_TRIGGER;
    return offered & ~closed & -(unsigned)state_is_alive(state, player);
}

#endif
