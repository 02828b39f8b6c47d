/* The engine's forecasts and distances on every instruction set, compared with plain versions. */
#include <string.h>

#include "engine/reference.h"
#include "support/positions.h"
#include "test.h"

static bool has_bomb_at(const State *state, Cell cell) {
    bool found = false;
    for (unsigned rest = state_bombs(state); rest; rest &= rest - 1)
        found |= state->bombs.cell[__builtin_ctz(rest)] == cell;
    return found;
}

/* Let the reference engine's bombs in `slots` explode, and the others only by chain reactions.
 * Returns the slots that exploded; *destroyed becomes the walls that they destroyed. */
static unsigned fire(const Game *game, const State *state, unsigned slots, Board *destroyed) {
    enum { LATER = 100 };
    State armed = *state, after = *state;
    ReferenceEngine reference;
    RoundEvents events = {0};
    const uint8_t nothing[MAX_PLAYERS] = {0};
    unsigned gone = 0;
    for (int i = 0; i < MAX_BOMBS; i++)
        armed.bombs.due[i] = (uint8_t)(state->round + (slots >> i & 1 ? 0 : LATER));
    reference_from_state(&reference, game, &armed);
    reference_play(&reference, nothing, &RANKS_IN_ORDER);
    reference_to_state(&reference, game, &after, &events);
    *destroyed = events.destroyed;
    for (unsigned rest = state_bombs(state); rest; rest &= rest - 1) {
        int slot = __builtin_ctz(rest);
        gone |= (unsigned)!has_bomb_at(&after, state->bombs.cell[slot]) << slot;
    }
    return gone;
}

static int first_due(const State *state, unsigned slots) {
    int first = -1;
    for (; slots; slots &= slots - 1) {
        int slot = __builtin_ctz(slots);
        if (first < 0 || bomb_timer(state, slot) < bomb_timer(state, first))
            first = slot;
    }
    return first;
}

static int add_cells(Board *all, const Board *cells) {
    int added = 0;
    for (Cell cell = 0; cell < CELL_COUNT; cell++)
        if (cell_x(cell) < BOARD_SIZE && cell_y(cell) < BOARD_SIZE && board_has(cells, cell) &&
            !board_has(all, cell)) {
            board_add(all, cell);
            added++;
        }
    return added;
}

/* Each own bomb explodes in its turn on the board as it is, then the bombs of the others. */
static WallForecast foresee_walls(const Game *game, const State *state, int player) {
    WallForecast forecast = {0};
    Board destroyed;
    unsigned left = state_bombs(state);
    for (unsigned own; (own = state->owned[player] & left);) {
        int slot = first_due(state, own);
        left &= ~fire(game, state, 1u << slot, &destroyed);
        forecast.own[bomb_timer(state, slot) - 1] +=
            (uint8_t)add_cells(&forecast.doomed, &destroyed);
    }
    if (left) {
        fire(game, state, left, &destroyed);
        add_cells(&forecast.doomed, &destroyed);
    }
    return forecast;
}

TEST(test_falling_walls_equal_plain_ones) {
    Random random = random_seeded(21);
    int walls = 0, shared = 0;
    for (int trial = 0; trial < 2000; trial++) {
        Game game;
        State state;
        draw_skirmish(&random, 2 + trial % 3, cell_at(19, 19), 1 + trial % 9, &game, &state);
        for (int p = 0; p < state.players; p++) {
            WallForecast expected = foresee_walls(&game, &state, p), found;
            for (int i = 0; engine_at(i); i++) {
                engine_at(i)->falling_walls(&state, p, &found);
                assert_memory_equal(&found, &expected, sizeof found);
            }
            int own = 0;
            for (int round = 0; round < FORECAST_ROUNDS; round++)
                own += expected.own[round];
            walls += own;
            shared += own && own < board_count(&expected.doomed);
        }
    }
    assert_true(walls > 1000 && shared > 200);
}

static bool is_open(const ReferenceEngine *reference, int x, int y) {
    bool open = reference->cell[y][x].ground == GROUND_OPEN;
    for (int i = 0; i < reference->bomb_count; i++)
        open &= reference->bomb[i].at.x != x || reference->bomb[i].at.y != y;
    return open;
}

/* One step in each direction, and no step. */
static void step_out(const ReferenceEngine *reference, Board *reach) {
    const Board before = *reach;
    for (int y = 1; y < BOARD_SIZE - 1; y++)
        for (int x = 1; x < BOARD_SIZE - 1; x++)
            for (Command c = COMMAND_UP; c <= COMMAND_DOWN && is_open(reference, x, y); c++)
                if (board_has(&before, cell_beside(cell_at(x, y), c)))
                    board_add(reach, cell_at(x, y));
}

/* Put the player on each cell that it can have reached, and let it take one more step. */
static Board walk_on(const ReferenceEngine *reference, int player, const Board *from,
                     const Board *closed) {
    Board to = {{0}};
    for (Cell at = 0; at < CELL_COUNT; at++)
        for (int c = COMMAND_NOTHING; c <= COMMAND_DOWN; c++) {
            if (cell_x(at) >= BOARD_SIZE || cell_y(at) >= BOARD_SIZE || !board_has(from, at))
                continue;
            ReferenceEngine next = *reference;
            ReferencePlayer *walker = &next.player[player];
            uint8_t command[MAX_PLAYERS] = {0};
            command[player] = (uint8_t)c;
            walker->at = (ReferencePlace){(int8_t)cell_x(at), (int8_t)cell_y(at)};
            reference_play(&next, command, &RANKS_IN_ORDER);
            Cell end = cell_at(walker->at.x, walker->at.y);
            if (walker->alive && (end == at || !board_has(closed, end)))
                board_add(&to, end);
        }
    return to;
}

static int find_room(const Game *game, const State *state, int player, int rounds) {
    ReferenceEngine reference;
    Board own = {{0}}, theirs = {{0}};
    const uint8_t nothing[MAX_PLAYERS] = {0};
    for (int p = 0; p < state->players; p++)
        board_add(p == player ? &own : &theirs, state->cell[p]);
    reference_from_state(&reference, game, state);
    for (int i = 0; i < rounds; i++) {
        step_out(&reference, &theirs);
        own = walk_on(&reference, player, &own, &theirs);
        reference_play(&reference, nothing, &RANKS_IN_ORDER);
        reference.player[player].alive = true;
    }
    return board_count(&own);
}

TEST(test_reachable_cells_equal_plain_ones) {
    Random random = random_seeded(23);
    int none = 0, little = 0, much = 0;
    for (int trial = 0; trial < 1000; trial++) {
        Game game;
        State state;
        Cell second = cell_at(1 + trial % 7, 1 + trial / 7 % 5);
        draw_skirmish(&random, 2 + trial % 3, second, trial % 6, &game, &state);
        if (board_has(&state.blocked, second))
            continue;
        int rounds = 1 + trial % 7, expected = find_room(&game, &state, 0, rounds);
        for (int i = 0; engine_at(i); i++)
            assert_int_equal(engine_at(i)->contested_area(&state, 0, rounds), expected);
        none += expected == 0;
        little += expected > 0 && expected < 4;
        much += expected >= 4;
    }
    assert_true(none > 50 && little > 50 && much > 50);
}

/* Spread one cell at a time; into a blocked target, but not through one. */
static int walk_to(Cell from, const Board *targets, const Board *blocked, int limit) {
    int steps[CELL_COUNT];
    Cell queue[BOARD_SIZE * BOARD_SIZE];
    int head = 0, tail = 0;
    memset(steps, -1, sizeof steps);
    steps[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        Cell cell = queue[head++];
        if (board_has(targets, cell))
            return steps[cell] < limit ? steps[cell] : limit;
        for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++) {
            Cell next = cell_beside(cell, c);
            if (steps[next] >= 0 || (board_has(blocked, next) && !board_has(targets, next)))
                continue;
            steps[next] = steps[cell] + 1;
            queue[tail++] = next;
        }
    }
    return limit;
}

/* Draw a skirmish and `count` targets. Returns a limit of steps. */
static int draw_targets(Random *random, int count, State *state, Board *targets) {
    Game game;
    int limit = 1 + (int)random_below(random, 40);
    memset(targets, 0, sizeof *targets);
    draw_skirmish(random, 2, cell_at(19, 19), 5, &game, state);
    for (int i = 0; i < count; i++)
        board_add(targets,
                  cell_at(1 + (int)random_below(random, 19), 1 + (int)random_below(random, 19)));
    return limit;
}

TEST(test_distances_equal_plain_ones) {
    Random random = random_seeded(22);
    int reached = 0, unreached = 0;
    for (int trial = 0; trial < 3000; trial++) {
        State state;
        Board targets;
        int limit = draw_targets(&random, trial % 4, &state, &targets);
        int expected = walk_to(state.cell[0], &targets, &state.blocked, limit);
        for (int i = 0; engine_at(i); i++)
            assert_int_equal(engine_at(i)->steps(state.cell[0], &targets, &state.blocked, limit),
                             expected);
        reached += expected < limit;
        unreached += expected == limit;
    }
    assert_true(reached > 500 && unreached > 500);
}

TEST(test_distances_after_moves_equal_single_ones) {
    Random random = random_seeded(24);
    int different = 0, unreached = 0;
    for (int trial = 0; trial < 3000; trial++) {
        State state;
        Board targets;
        int limit = draw_targets(&random, trial % 4, &state, &targets);
        Cell from = state.cell[0];
        for (int i = 0; engine_at(i); i++) {
            uint8_t after[COMMAND_COUNT];
            engine_at(i)->steps_after_moves(from, &targets, &state.blocked, limit, after);
            for (Command c = COMMAND_NOTHING; c <= COMMAND_DOWN; c++) {
                Cell cell = cell_beside(from, c);
                if (c != COMMAND_NOTHING && board_has(&state.blocked, cell))
                    continue;
                assert_int_equal(after[c], walk_to(cell, &targets, &state.blocked, limit));
                different += after[c] != after[COMMAND_NOTHING];
                unreached += after[c] == limit;
            }
        }
    }
    assert_true(different > 1000 && unreached > 1000);
}

TEST(test_legal_commands_equal_plain_ones) {
    const Positions *positions = all_positions();
    for (int n = 0; n < positions->count; n++) {
        ReferenceEngine reference;
        uint8_t commands[MAX_PLAYERS];
        reference_from_state(&reference, &positions->game[n], &positions->state[n]);
        for (int i = 0; engine_at(i); i++) {
            engine_at(i)->legal(&positions->state[n], commands);
            for (int p = 0; p < positions->game[n].players; p++)
                assert_int_equal(commands[p], reference_legal(&reference, p));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_falling_walls_equal_plain_ones),
        cmocka_unit_test(test_reachable_cells_equal_plain_ones),
        cmocka_unit_test(test_distances_equal_plain_ones),
        cmocka_unit_test(test_distances_after_moves_equal_single_ones),
        cmocka_unit_test(test_legal_commands_equal_plain_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
