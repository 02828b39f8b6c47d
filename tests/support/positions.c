#include "support/positions.h"

#include <stdlib.h>

#include "platform/file.h"
#include "test.h"

char *read_data(const char *path) {
    size_t size;
    char *text = file_read(path, 1 << 20, &size);
    if (!text)
        fail_msg("cannot read %s", path);
    return text;
}

/* Read every `step`th position of the file. */
static void read_positions(int step, Positions *positions) {
    char *data = read_data("src/engine/positions.txt");
    const char *text = data;
    char name[NOTATION_NAME], error[256];
    Game game;
    State state;
    positions->count = 0;
    for (int i = 0; notation_read(&text, name, &game, &state, error, sizeof error); i++)
        if (i % step == 0) {
            assert_true(positions->count < MOST_POSITIONS);
            positions->game[positions->count] = game;
            positions->state[positions->count++] = state;
        }
    free(data);
    assert_string_equal(error, "");
    assert_true(positions->count > 20);
}

const Positions *all_positions(void) {
    static Positions positions;
    if (!positions.count)
        read_positions(1, &positions);
    return &positions;
}

const Positions *mid_game(void) {
    static Positions positions;
    if (!positions.count)
        read_positions(3, &positions);
    return &positions;
}

void read_position(const char *drawn, Game *game, State *state) {
    char name[NOTATION_NAME], error[256];
    if (!notation_read(&drawn, name, game, state, error, sizeof error))
        fail_msg("%s", error);
}

void put_player(State *state, int player, Cell cell) {
    state->cell[player] = cell;
    state_rehash(state);
}

const char empty_board[] = "position empty board\nround=100 bounty=450\n"
                           "#####################\n"
                           "#                   #\n"
                           "# # # # # # # # # # #\n"
                           "#                   #\n"
                           "# # # # # # # # # # #\n"
                           "#                   #\n"
                           "# # # # # # # # # # #\n"
                           "#  A                #\n"
                           "# # # # # # # # # # #\n"
                           "#                   #\n"
                           "# # # # # $ # # # # #\n"
                           "#                   #\n"
                           "# # # # # # # # # # #\n"
                           "#             B     #\n"
                           "# # # # # # # # # # #\n"
                           "#                   #\n"
                           "# # # # # # # # # # #\n"
                           "#                   #\n"
                           "# # # # # # # # # # #\n"
                           "#                   #\n"
                           "#####################\n"
                           "A 4,8 bag=1 radius=1 points=200\n"
                           "B 15,14 bag=1 radius=1 points=200\nbombs\nend\n";

static Cell random_cell(Random *random) {
    return cell_at(1 + (int)random_below(random, 8), 1 + (int)random_below(random, 8));
}

void draw_skirmish(Random *random, int players, Cell second, int bombs, Game *game, State *state) {
    game_init(game, players, 100);
    state_init(state, game);
    state->cell[1] = second;
    for (int i = 0; i < 16; i++) {
        Cell cell = random_cell(random);
        if (!board_has(&state->blocked, cell) && cell != state->cell[0] && cell != second)
            state_add_wall(state, cell);
    }
    for (int i = 0; i < bombs; i++) {
        Cell cell = random_cell(random);
        int owner = (int)random_below(random, (uint32_t)players);
        if (!board_has(&state->blocked, cell))
            state_add_bomb(state, owner, cell, 1 + (int)random_below(random, 5),
                           (int)random_below(random, 4));
    }
    for (int p = 0; p < players; p++)
        state->bag[p] = 4;
    state_rehash(state);
}
