/* What the bombs on the board will do if no player acts. */
#ifndef BLASTBEAM_ENGINE_FORECAST_H
#define BLASTBEAM_ENGINE_FORECAST_H

#include "engine/blast.h"
#include "engine/round.h"

/* Copy the part of a state that bombs change. */
static inline void copy_field(State *to, const State *from) {
    memcpy(to, from, offsetof(State, cell));
    to->round = from->round;
}

/* Spread `reach` by one step, not into cells of `closed` (which do not stop blasts). */
static inline void spread_around(const State *field, const Board *closed, Board *reach) {
    Board barrier;
    for (int i = 0; i < BOARD_WORDS; i++)
        barrier.word[i] = field->blocked.word[i] | closed->word[i];
    board_spread(reach, &barrier);
}

/* Play a round in which the bombs in `due` explode, for a player that may be on any cell of
 * `reach`. Returns false when no cell is left. */
static inline bool survive_round(State *field, unsigned due, const Board *closed, Board *reach) {
    Detonation all;
    detonate(field, due, &all);
    if (!board_subtract(reach, &all.exploding))
        return false;
    spread_around(field, closed, reach);
    board_subtract(reach, &all.exploding);
    for (unsigned rest = all.slots; rest; rest &= rest - 1)
        board_remove(&field->blocked, field->bombs.cell[__builtin_ctz(rest)]);
    board_subtract(&field->blocked, &all.destroyed);
    board_subtract(&field->walls, &all.destroyed);
    for (int p = 0; p < MAX_PLAYERS; p++)
        field->owned[p] &= (uint16_t)~all.slots;
    return true;
}

/* The bombs that their owners may trigger to explode `rounds` after the next round. */
static inline unsigned triggered_bombs_at(const State *field, const uint8_t delay[MAX_PLAYERS],
                                          int rounds) {
    unsigned slots = 0;
    for (int p = 0; p < MAX_PLAYERS; p++)
        if (delay[p] <= rounds)
            slots |= field->owned[p];
    return slots;
}

/* See Engine.danger. */
static inline void forecast_danger(const State *state, Board *cells) {
    enum { LAST = BOARD_SIZE - 1 };
    Board danger = {{0}};
    for (unsigned rest = state_bombs(state); rest; rest &= rest - 1) {
        int slot = __builtin_ctz(rest), length = blast_length(state->bombs.radius[slot]);
        int x = cell_x(state->bombs.cell[slot]), y = cell_y(state->bombs.cell[slot]);
        int left = x > length ? x - length : 0, right = x + length < LAST ? x + length : LAST;
        int top = y > length ? y - length : 0, bottom = y + length < LAST ? y + length : LAST;
        board_add_row(&danger, y, (2u << right) - (1u << left));
        board_add_column(&danger, x, (2u << bottom) - (1u << top));
    }
    *cells = danger;
}

/* See Engine.survivors. */
static inline bool forecast_survivors(const State *state, int player,
                                      const uint8_t delay[MAX_PLAYERS], const Board *danger,
                                      Board *cells) {
    State field;
    Board closed = {{0}};
    for (int p = 0; delay && p < state->players; p++)
        if (p != player && state_is_alive(state, p)) {
            Board cell = board_of_cell(state->cell[p]);
            board_unite(&closed, &cell);
        }
    copy_field(&field, state);
    *cells = board_of_cell(state->cell[player]);
    unsigned live;
    for (int rounds = 0; (live = state_bombs(&field)) != 0; rounds++, field.round++) {
        if (danger && !board_includes(danger, cells))
            return true;
        unsigned due = bombs_due(&field.bombs, field.round) & live;
        if (!due)
            spread_around(&field, &closed, cells);
        else if (!survive_round(&field, due, &closed, cells))
            return false;
        unsigned waiting = delay ? triggered_bombs_at(&field, delay, rounds) : 0;
        if (waiting) {
            Detonation all;
            detonate(&field, waiting, &all);
            if (!board_subtract(cells, &all.exploding))
                return false;
        }
    }
    return true;
}

/* See Engine.contested_area. */
static inline int forecast_contested_area(const State *state, int player, int rounds) {
    State field;
    Board theirs = {{0}}, own = {{0}};
    for (int p = 0; p < state->players; p++)
        if (state_is_alive(state, p))
            board_add(p == player ? &own : &theirs, state->cell[p]);
    copy_field(&field, state);
    for (int i = 0; i < rounds; i++, field.round++) {
        unsigned due = bombs_due(&field.bombs, field.round) & state_bombs(&field);
        board_spread(&theirs, &field.blocked);
        if (!due)
            spread_around(&field, &theirs, &own);
        else if (!survive_round(&field, due, &theirs, &own))
            return 0;
    }
    return board_count(&own);
}

/* Let the bombs in `due` explode with all that their blasts reach. Returns their slots; adds the
 * walls hit to *doomed, and their number, without those that were in it, to *fresh. */
static inline unsigned doom_walls(const State *state, unsigned live, unsigned due, Board *doomed,
                                  int *fresh) {
    unsigned slots = 0;
    for (unsigned pending = due; pending;) {
        int slot = __builtin_ctz(pending);
        Blast blast;
        *fresh += find_blast(state, live, slot, &blast, doomed);
        slots |= 1u << slot;
        pending = (pending | blast.reach) & ~slots;
    }
    return slots;
}

/* See Engine.falling_walls. */
static inline void forecast_walls(const State *state, int player, WallForecast *forecast) {
    unsigned live = state_bombs(state), left = live, own;
    memset(forecast, 0, sizeof *forecast);
    while ((own = state->owned[player] & left) != 0) {
        unsigned soonest = 0, timer = UINT32_MAX;
        for (unsigned rest = own; rest; rest &= rest - 1) {
            unsigned slot = (unsigned)__builtin_ctz(rest);
            unsigned rounds = (uint8_t)(state->bombs.due[slot] - state->round);
            soonest = rounds < timer ? slot : soonest;
            timer = rounds < timer ? rounds : timer;
        }
        int walls = 0;
        left &= ~doom_walls(state, live, 1u << soonest, &forecast->doomed, &walls);
        forecast->own[timer < FORECAST_ROUNDS ? timer : FORECAST_ROUNDS - 1] += (uint8_t)walls;
    }
    int others = 0;
    doom_walls(state, live, left, &forecast->doomed, &others);
}

/* See Engine.steps. */
static inline int count_steps(Cell from, const Board *targets, const Board *blocked, int limit) {
    Board reach = board_of_cell(from), closed;
    for (int i = 0; i < BOARD_WORDS; i++)
        closed.word[i] = blocked->word[i] & ~targets->word[i];
    int steps = 0;
    while (steps < limit && !boards_meet(&reach, targets)) {
        board_spread(&reach, &closed);
        steps++;
    }
    return steps;
}

/* The open ones of a cell and its neighbours, and always the cell itself. */
static inline Board cell_and_open_neighbours(Cell cell, const Board *blocked) {
    Board cells = {{0}};
    board_add(&cells, cell);
    for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++)
        if (!board_has(blocked, cell_beside(cell, c)))
            board_add(&cells, cell_beside(cell, c));
    return cells;
}

/* See Engine.steps_after_moves. It spreads from the targets, once for all five cells. A player may
 * stand on a bomb, so a cell counts as reached when one of its neighbours is. */
static inline void count_steps_after_moves(Cell from, const Board *targets, const Board *blocked,
                                           int limit, uint8_t steps_after[COMMAND_COUNT]) {
    Board wanted = cell_and_open_neighbours(from, blocked), reach = *targets, near = *targets;
    memset(steps_after, limit, COMMAND_COUNT);
    for (int steps = 0; steps < limit; steps++) {
        if (boards_meet(&near, &wanted)) {
            for (Command c = COMMAND_NOTHING; c <= COMMAND_DOWN; c++)
                if (board_has(&near, cell_beside(from, c)) && steps < steps_after[c])
                    steps_after[c] = (uint8_t)steps;
            if (!board_subtract(&wanted, &near))
                return;
        }
        near = board_neighbours(&reach);
        if (!board_add_open(&reach, &near, blocked) && !boards_meet(&near, &wanted))
            return;
    }
}

#endif
