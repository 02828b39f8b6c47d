/* A set of cells of the 21x21 board, in one cache line.
 *
 * Row y lies in word y % 8, from bit 21 * (y / 8) on; inside it bit x is column x:
 *
 *            bits 0..20   bits 21..41   bits 42..62   bit 63
 *   word 0   row 0        row 8         row 16        unused
 *   word 1   row 1        row 9         row 17
 *   ...
 *   word 4   row 4        row 12        row 20
 *   ...
 *   word 7   row 7        row 15        (row 23)
 *
 * So the row above or below a row is the next word at the same bits, a column is one bit test of
 * all words at three shifts, and a whole board fits a 512-bit register.
 * Rows 21 to 23 do not exist: they are set in State.blocked and clear everywhere else.
 */
#ifndef BLASTBEAM_ENGINE_BOARD_H
#define BLASTBEAM_ENGINE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BOARD_SIZE = 21,
    BOARD_WORDS = 8,
    BOARD_ROW_MASK = (1 << BOARD_SIZE) - 1,
    CELL_COUNT = BOARD_SIZE * 32 /* upper bound of a Cell, for tables */
};

typedef struct Board {
    _Alignas(64) uint64_t word[BOARD_WORDS];
} Board;

/* A cell: y * 32 + x, both from 0. The files of the challenge count from 1. */
typedef uint16_t Cell;

enum { NO_CELL = 0 }; /* the corner of the border, where no player can stand */

static inline Cell cell_at(int x, int y) {
    return (Cell)(y << 5 | x);
}

static inline int cell_x(Cell cell) {
    return cell & 31;
}

static inline int cell_y(Cell cell) {
    return cell >> 5;
}

/* Steps between two cells as if the board were empty. */
static inline int cell_distance(Cell a, Cell b) {
    int x = cell_x(a) - cell_x(b), y = cell_y(a) - cell_y(b);
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

static inline int row_shift(int y) {
    return BOARD_SIZE * (y >> 3);
}

static inline uint64_t cell_bit(Cell cell) {
    return 1ull << (row_shift(cell_y(cell)) + cell_x(cell));
}

static inline bool board_has(const Board *board, Cell cell) {
    return board->word[cell_y(cell) & 7] >> (row_shift(cell_y(cell)) + cell_x(cell)) & 1;
}

static inline void board_add(Board *board, Cell cell) {
    board->word[cell_y(cell) & 7] |= cell_bit(cell);
}

static inline void board_remove(Board *board, Cell cell) {
    board->word[cell_y(cell) & 7] &= ~cell_bit(cell);
}

/* The 21 cells of row y, bit x for column x. */
static inline uint32_t board_row(const Board *board, int y) {
    return (uint32_t)(board->word[y & 7] >> row_shift(y)) & BOARD_ROW_MASK;
}

static inline int board_count(const Board *board) {
    int count = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        count += __builtin_popcountll(board->word[i]);
    return count;
}

/* The cell of bit `bit` (0..62) of word `word`. */
static inline Cell board_cell(int word, int bit) {
    int band = bit / BOARD_SIZE;
    return cell_at(bit - band * BOARD_SIZE, word + 8 * band);
}

/* Run `body` with `cell` set to each cell of `board`, in the order of the words. */
#define BOARD_FOR_EACH(cell, board)                                                                \
    for (int word_ = 0; word_ < BOARD_WORDS; word_++)                                              \
        for (uint64_t rest_ = (board)->word[word_], once_ = 1; rest_; rest_ &= rest_ - 1)          \
            for (Cell cell = (once_ = 1, board_cell(word_, __builtin_ctzll(rest_))); once_;        \
                 once_ = 0)

#endif
