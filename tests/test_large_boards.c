/* Boards larger than 21x21: their files, and the window of them that a bot sees. */
#include <stdlib.h>
#include <string.h>

#include "agents/registry.h"
#include "engine/commands.h"
#include "support/samples.h"
#include "test.h"

/* The largest board that is supported, with pillars and nothing else. */
static void make_empty_board(Snapshot *snapshot, int players) {
    memset(snapshot, 0, sizeof *snapshot);
    snapshot->width = snapshot->height = 41;
    snapshot->player_count = players;
    for (int x = 1; x <= 41; x++)
        for (int y = 1; y <= 41; y++) {
            bool pillar = x == 1 || y == 1 || x == 41 || y == 41 || (x % 2 && y % 2);
            snapshot->blocks[x][y].entity = pillar ? ENTITY_PILLAR : ENTITY_NONE;
            snapshot->blocks[x][y].bomb.owner = -1;
        }
}

static void make_large_board(Snapshot *snapshot) {
    make_empty_board(snapshot, 12);
    for (int p = 0; p < 12; p++) {
        SnapshotPlayer *player = &snapshot->players[p];
        *player = (SnapshotPlayer){(char)('A' + p), "", 5, false, 1, 2, 2 + 2 * p, 2 + 3 * p};
        snapshot->blocks[player->x][player->y].entity = ENTITY_PLAYER;
        snapshot->blocks[player->x][player->y].player = p;
    }
    snapshot->blocks[20][26].bomb = (SnapshotBomb){8, 4, 3, false};
}

TEST(test_large_board_is_written_and_read) {
    static Snapshot snapshot, again;
    make_large_board(&snapshot);
    Bytes json, map;
    json.text = snapshot_write_json(&snapshot, &json.size);
    map.text = snapshot_write_map(&snapshot, &map.size);
    assert_non_null(json.text);
    assert_non_null(map.text);
    check_state_json(json, &again);
    assert_int_equal(again.player_count, 12);
    assert_int_equal(again.players[11].y, snapshot.players[11].y);
    check_same_state(&snapshot, &again);
    check_map(map, &again);
    free(json.text);
    free(map.text);
}

/* Players A and B in opposite corners of a large board: neither is in the window of the other. */
static void make_lonely_board(Snapshot *snapshot, int size) {
    make_empty_board(snapshot, 2);
    snapshot->width = snapshot->height = size;
    for (int i = 1; i <= size; i++)
        snapshot->blocks[size][i].entity = snapshot->blocks[i][size].entity = ENTITY_PILLAR;
    for (int p = 0; p < 2; p++) {
        int place = p ? size - 1 : 2;
        snapshot->players[p] = (SnapshotPlayer){(char)('A' + p), "", 5, false, 1, 2, place, place};
        snapshot->blocks[place][place].entity = ENTITY_PLAYER;
        snapshot->blocks[place][place].player = p;
    }
    snapshot->bounty = 400;
}

static void assert_all_agents_answer(const Snapshot *snapshot, char key) {
    Game game;
    State state;
    char error[256];
    Observation observation = {.game = &game, .state = &state};
    const MoveRequest request = {.limits = {.nodes = 500, .threads = 1}};
    assert_true(
        snapshot_to_state(snapshot, key, &game, &state, &observation.player, error, sizeof error));
    for (int i = 0; agent_kind_at(i); i++) {
        SearchInfo info;
        Agent *agent = agent_create(agent_kind_at(i)->name, 1, error, sizeof error);
        assert_non_null(agent);
        Command command = agent_move(agent, &observation, &request, &info);
        assert_in_range(command, COMMAND_NOTHING, COMMAND_TRIGGER);
        bool legal = state_legal(&state, observation.player) >> command & 1;
        assert_true(legal || command == wait_command(&state, observation.player));
        assert_true(info.nodes > 0);
        agent_destroy(agent);
    }
}

TEST(test_all_agents_search_on_large_boards) {
    static Snapshot snapshot;
    make_large_board(&snapshot);
    for (int p = 0; p < 12; p++)
        assert_all_agents_answer(&snapshot, (char)('A' + p));
    for (int size = 31; size <= 41; size += 10) {
        make_lonely_board(&snapshot, size);
        assert_all_agents_answer(&snapshot, 'A');
        assert_all_agents_answer(&snapshot, 'B');
    }
}

/* The match is over: there is nothing to search, but an answer. */
TEST(test_all_agents_answer_when_the_match_is_over) {
    Game game;
    State state;
    char error[256];
    game_init(&game, 2, 400);
    state_init(&state, &game);
    state.alive = 1;
    state_rehash(&state);
    const Observation observation = {.game = &game, .state = &state};
    const MoveRequest request = {.limits = {.nodes = 500, .threads = 1}};
    for (int i = 0; agent_kind_at(i); i++) {
        SearchInfo info;
        Agent *agent = agent_create(agent_kind_at(i)->name, 1, error, sizeof error);
        assert_non_null(agent);
        assert_int_equal(agent_move(agent, &observation, &request, &info), wait_command(&state, 0));
        agent_destroy(agent);
    }
}

TEST(test_window_follows_the_player) {
    static Snapshot snapshot;
    make_large_board(&snapshot);
    for (int p = 0; p < 12; p++) {
        Game game;
        State state;
        int player;
        char error[256];
        char key = (char)('A' + p);
        assert_true(snapshot_to_state(&snapshot, key, &game, &state, &player, error, sizeof error));
        assert_int_equal(player, 0);
        assert_true(state_is_alive(&state, 0));
        assert_int_equal(game.last_round, 41 * 41);
        Cell cell = state.cell[0];
        bool crossing = snapshot.players[p].x % 2 == 0 && snapshot.players[p].y % 2 == 0;
        if (crossing && p > 0 && p < 11)
            assert_int_equal(state_legal(&state, 0) & 0x1f, 0x1f);
        assert_false(board_has(&state.blocked, cell));
        assert_int_equal(cell_x(cell) % 2, (snapshot.players[p].x - 1) % 2);
        assert_int_equal(cell_y(cell) % 2, (snapshot.players[p].y - 1) % 2);
    }
    char error[256];
    Game game;
    State state;
    int player;
    assert_true(snapshot_to_state(&snapshot, 'I', &game, &state, &player, error, sizeof error));
    assert_true(state_bombs(&state));
    assert_false(snapshot_to_state(&snapshot, 'Z', &game, &state, &player, error, sizeof error));
}

/* Players on the rim of the window, where nobody can walk, must not displace a player inside. */
TEST(test_players_on_the_rim_displace_nobody) {
    static Snapshot snapshot;
    static const int place[5][2] = {{20, 20}, {9, 20}, {29, 20}, {20, 9}, {28, 28}};
    make_empty_board(&snapshot, 5);
    for (int p = 0; p < 5; p++)
        snapshot.players[p] =
            (SnapshotPlayer){(char)('A' + p), "", 0, false, 1, 1, place[p][0], place[p][1]};
    Game game;
    State state;
    int player;
    char error[256];
    assert_true(snapshot_to_state(&snapshot, 'A', &game, &state, &player, error, sizeof error));
    int alive = 0;
    for (int p = 0; p < state.players; p++)
        if (state_is_alive(&state, p)) {
            alive++;
            assert_false(board_has(&state.blocked, state.cell[p]));
        }
    assert_true(alive >= 2);
    Cell inside = (Cell)(state.cell[0] + 8 + 8 * 32);
    assert_int_equal(state.cell[1], inside);
}

/* E stands outside A's window, and its bomb lies inside: the bomb is assigned to the last player
 * there. A bomb that explodes in the round of the file is gone. */
TEST(test_bombs_in_the_window_have_owners) {
    static Snapshot snapshot;
    static const int place[5][2] = {{20, 20}, {24, 20}, {20, 24}, {24, 24}, {2, 2}};
    make_empty_board(&snapshot, 5);
    for (int p = 0; p < 5; p++)
        snapshot.players[p] =
            (SnapshotPlayer){(char)('A' + p), "", 0, false, 1, 1, place[p][0], place[p][1]};
    snapshot.blocks[22][20].bomb = (SnapshotBomb){4, 2, 5, false};
    snapshot.blocks[20][22].bomb = (SnapshotBomb){1, 2, 5, false};
    snapshot.blocks[18][20].bomb = (SnapshotBomb){1, 2, 1, true};
    Game game;
    State state;
    int player;
    char error[256];
    assert_true(snapshot_to_state(&snapshot, 'A', &game, &state, &player, error, sizeof error));
    assert_int_equal(state.players, MAX_PLAYERS);
    assert_int_equal(__builtin_popcount(state_bombs(&state)), 2);
    assert_true(state_has_bomb(&state, (Cell)(state.cell[0] + 2)));
    assert_true(state_has_bomb(&state, (Cell)(state.cell[0] + 2 * 32)));
    for (int p = 0; p < MAX_PLAYERS; p++)
        assert_int_equal(__builtin_popcount(state.owned[p]), p == 1 || p == MAX_PLAYERS - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_board_is_written_and_read),
        cmocka_unit_test(test_all_agents_search_on_large_boards),
        cmocka_unit_test(test_all_agents_answer_when_the_match_is_over),
        cmocka_unit_test(test_window_follows_the_player),
        cmocka_unit_test(test_players_on_the_rim_displace_nobody),
        cmocka_unit_test(test_bombs_in_the_window_have_owners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
