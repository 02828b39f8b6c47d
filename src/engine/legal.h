/* The commands that the rules do not refuse, by bit operations. */
#ifndef BLASTBEAM_ENGINE_LEGAL_H
#define BLASTBEAM_ENGINE_LEGAL_H

#include "engine/state.h"

/* What state_legal promises; `due` are the slots whose bombs detonate in this round. */
static inline unsigned legal_commands(const State *state, int player, unsigned due) {
    const Board *blocked = &state->blocked;
    Cell cell = state->cell[player];
    unsigned owned = state->owned[player];
    unsigned bag_left = __builtin_popcount(owned) < state->bag[player];
    unsigned live = (owned & ~due) != 0;
    unsigned closed = (unsigned)board_has(blocked, (Cell)(cell - 32)) << COMMAND_UP |
                      (unsigned)board_has(blocked, (Cell)(cell - 1)) << COMMAND_LEFT |
                      (unsigned)board_has(blocked, (Cell)(cell + 1)) << COMMAND_RIGHT |
                      (unsigned)board_has(blocked, (Cell)(cell + 32)) << COMMAND_DOWN |
                      (unsigned)board_has(blocked, cell) << COMMAND_BOMB;
    unsigned offered = 1u << COMMAND_NOTHING | 1u << COMMAND_UP | 1u << COMMAND_LEFT |
                       1u << COMMAND_RIGHT | 1u << COMMAND_DOWN | bag_left << COMMAND_BOMB |
                       live << COMMAND_TRIGGER;
    return offered & ~closed & -(unsigned)state_is_alive(state, player);
}

#endif
