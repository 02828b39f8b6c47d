/* Numbers of the 19x19 inner cells, for State.touched. */
#ifndef BLASTBEAM_ENGINE_TOUCHED_H
#define BLASTBEAM_ENGINE_TOUCHED_H

#include "engine/zobrist.h"

static inline int touched_index(Cell cell) {
    return (cell_y(cell) - 1) * (BOARD_SIZE - 2) + cell_x(cell) - 1;
}

static inline Cell touched_cell(int index) {
    return cell_at(index % (BOARD_SIZE - 2) + 1, index / (BOARD_SIZE - 2) + 1);
}

static inline uint64_t zobrist_touched(int player, Cell cell) {
    return zobrist(ZOBRIST_TOUCHED + (unsigned)player, cell);
}

#endif
