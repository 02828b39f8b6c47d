#include "support/positions.h"

#include <stdlib.h>

#include "platform/platform.h"
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

const char dead_end[] = "position kill\nround=5 bounty=100\n"
                        "###########\n"
                        "#B A      \n"
                        "#+#+# # # \n"
                        "A 4,2 bag=1 radius=4 points=0\n"
                        "B 2,2 bag=1 radius=1 points=0\nbombs\nend\n";

const char pincer[] = "position pincer\nround=179 bounty=416\n"
                      "#####################\n"
                      "#                  !#\n"
                      "# # # # # # # # # #!#\n"
                      "#                   #\n"
                      "# # # # # # # # # # #\n"
                      "#                   #\n"
                      "# # # # # # # # # # #\n"
                      "#      C            #\n"
                      "# # # #4# # # # # # #\n"
                      "#                   #\n"
                      "# # # # #   # # # # #\n"
                      "#      7            #\n"
                      "# # #B# # # # # # # #\n"
                      "#                   #\n"
                      "# # # # # # # # # # #\n"
                      "#                   #\n"
                      "# # # # # # # # # # #\n"
                      "#      A            #\n"
                      "# # # # # # # # # # #\n"
                      "#      +            #\n"
                      "#####################\n"
                      "A 8,18 bag=3 radius=1 points=410\n"
                      "B 6,13 bag=3 radius=4 points=370\n"
                      "C 8,8 bag=2 radius=64 points=400\n"
                      "bombs B@8,12:t7r2 C@8,9:t4r64\n"
                      "end\n";

const char remote_trigger[] = "position remote trigger\nround=93 bounty=333\n"
                              "#####################\n"
                              "#                   #\n"
                              "# # # # # # # # # # #\n"
                              "#                  c#\n"
                              "# # # # # # # # # # #\n"
                              "#                   #\n"
                              "# # # # # # # # # # #\n"
                              "#           B       #\n"
                              "# # # # # # # # # # #\n"
                              "#          3        #\n"
                              "# # # # #   # # # # #\n"
                              "#                   #\n"
                              "# # # # # # # # # # #\n"
                              "#                   #\n"
                              "# # # # # # # # # # #\n"
                              "#           A       #\n"
                              "# # # # # # # # # # #\n"
                              "#                   #\n"
                              "# # # # # # # # # # #\n"
                              "#                   #\n"
                              "#####################\n"
                              "A 13,16 bag=1 radius=8 points=300\n"
                              "B 13,8 bag=2 radius=32 points=230\n"
                              "C 20,4 bag=1 radius=4 points=210\n"
                              "bombs B@12,10:t3r16 C@20,4:t4r4\n"
                              "end\n";

const char corner[] = "position corner\nround=5 bounty=400\n"
                      "###########\n"
                      "#  2B     \n"
                      "#+#+# # # \n"
                      "# A       \n"
                      "A 3,4 bag=2 radius=4 points=0\n"
                      "B 5,2 bag=1 radius=1 points=0\n"
                      "bombs A@4,2:t3r4\nend\n";

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
