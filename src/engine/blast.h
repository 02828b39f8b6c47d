/* Blasts and chains. Walls and bombs stay in place until the end of the round, so the reach of a
 * blast does not depend on the order in which bombs explode. */
#ifndef BLASTBEAM_ENGINE_BLAST_H
#define BLASTBEAM_ENGINE_BLAST_H

#include "engine/simd.h"

/* The blast of one bomb: the cells from left to right in its row, and from top to bottom in its
 * column. A pillar at an end is not marked by the rules; here it may be, which makes no difference.
 */
typedef struct Blast {
    Cell cell;
    uint8_t left, right, top, bottom;
    uint8_t walls;  /* walls hit, 0..4 */
    uint16_t reach; /* slots of the bombs that the blast hit */
} Blast;

typedef struct Detonation {
    Board exploding; /* marked cells; pillars at the ends of blasts too */
    Board destroyed; /* walls hit */
    unsigned slots;  /* bombs that detonated; only their entries of blast are set */
    Blast blast[MAX_BOMBS];
} Detonation;

static inline int lower_end(uint32_t occupied, int from, int length) {
    int stop = 31 - __builtin_clz(occupied & ((1u << from) - 1));
    return stop > from - length ? stop : from - length;
}

static inline int upper_end(uint32_t occupied, int from, int length) {
    int stop = from + 1 + __builtin_ctz(occupied >> (from + 1));
    return stop < from + length ? stop : from + length;
}

/* Find the blast of one bomb; `live` are the slots that it can hit. Adds the walls hit to
 * *destroyed, and returns how many of them were not in it. */
static inline int find_blast(const State *state, unsigned live, int slot, Blast *blast,
                             Board *destroyed) {
    Cell cell = state->bombs.cell[slot];
    int x = cell_x(cell), y = cell_y(cell);
    int length = blast_length(state->bombs.radius[slot]);
    uint32_t row = board_row(&state->blocked, y);
    uint32_t column = board_column(&state->blocked, x);
    int left = lower_end(row, x, length), right = upper_end(row, x, length);
    int top = lower_end(column, y, length), bottom = upper_end(column, y, length);

    const Cell end[4] = {cell_at(left, y), cell_at(right, y), cell_at(x, top), cell_at(x, bottom)};
    int walls = 0, fresh = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t *word = &destroyed->word[cell_y(end[i]) & 7];
        uint64_t wall = state->walls.word[cell_y(end[i]) & 7] & cell_bit(end[i]);
        walls += wall != 0;
        fresh += (wall & ~*word) != 0;
        *word |= wall;
    }
    blast->cell = cell;
    blast->left = (uint8_t)left;
    blast->right = (uint8_t)right;
    blast->top = (uint8_t)top;
    blast->bottom = (uint8_t)bottom;
    blast->walls = (uint8_t)walls;
    blast->reach = (uint16_t)bombs_at(&state->bombs, live, end);
    return fresh;
}

static inline void mark_blast(const Blast *blast, Board *exploding) {
    int x = cell_x(blast->cell), y = cell_y(blast->cell);
    board_add_row(exploding, y, (2u << blast->right) - (1u << blast->left));
    board_add_column(exploding, x, (2u << blast->bottom) - (1u << blast->top));
}

/* Detonate the bombs in `due` and all bombs that their blasts reach. */
static inline void detonate(const State *state, unsigned due, Detonation *all) {
    unsigned live = state_bombs(state);
    memset(&all->exploding, 0, sizeof all->exploding);
    memset(&all->destroyed, 0, sizeof all->destroyed);
    all->slots = 0;
    for (unsigned pending = due; pending;) {
        int slot = __builtin_ctz(pending);
        find_blast(state, live, slot, &all->blast[slot], &all->destroyed);
        mark_blast(&all->blast[slot], &all->exploding);
        all->slots |= 1u << slot;
        pending = (pending | all->blast[slot].reach) & ~all->slots;
    }
}

/* Whether this blast marks `cell`, on which a player stands. If the cell holds a bomb
 * (`bomb_there`), only the blast of that bomb marks it. */
static inline bool blast_marks(const Blast *blast, Cell cell, bool bomb_there) {
    if (cell == blast->cell)
        return true;
    int x = cell_x(cell), y = cell_y(cell);
    bool in_row = y == cell_y(blast->cell) && x >= blast->left && x <= blast->right;
    bool in_column = x == cell_x(blast->cell) && y >= blast->top && y <= blast->bottom;
    return (in_row || in_column) && !bomb_there;
}

#endif
