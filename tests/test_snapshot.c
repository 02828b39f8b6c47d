/* The files of a round: read, written back, and turned into states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "folder/snapshot.h"
#include "platform/platform.h"

static const char *const samples[] = {"2p-early", "2p-middle", "2p-late",
                                      "4p-early", "4p-middle", "4p-late"};

enum { SAMPLES = 6 };

typedef struct Bytes {
    char *text;
    size_t size;
} Bytes;

static Bytes load(const char *format, const char *folder, int round, const char *name) {
    char path[512];
    Bytes bytes;
    snprintf(path, sizeof path, format, folder, round, name);
    bytes.text = file_read(path, 1 << 24, &bytes.size);
    return bytes;
}

static Bytes load_sample(int sample, const char *name) {
    char path[512];
    Bytes bytes;
    snprintf(path, sizeof path, "sample-state/%s/%s", samples[sample], name);
    bytes.text = file_read(path, 1 << 24, &bytes.size);
    assert_non_null(bytes.text);
    return bytes;
}

static void assert_same_bytes(Bytes expected, char *written, size_t size) {
    assert_non_null(written);
    assert_int_equal(size, expected.size);
    assert_memory_equal(written, expected.text, size);
    free(written);
}

static void check_state_json(Bytes bytes, Snapshot *snapshot) {
    char error[256];
    size_t size;
    if (!snapshot_read_json(bytes.text, bytes.size, snapshot, error, sizeof error))
        fail_msg("%s", error);
    char *written = snapshot_write_json(snapshot, &size);
    assert_same_bytes(bytes, written, size);
}

static void check_map(Bytes bytes, Snapshot *snapshot) {
    char error[256];
    size_t size;
    if (!snapshot_read_map(bytes.text, bytes.size, snapshot, error, sizeof error))
        fail_msg("%s", error);
    char *written = snapshot_write_map(snapshot, &size);
    assert_same_bytes(bytes, written, size);
}

/* What both files know must give the same state; under stars the map may hide power-ups and
 * players. */
static void check_same_state(const Snapshot *from_json, const Snapshot *from_map) {
    for (int p = 0; p < from_json->player_count; p++) {
        if (from_json->players[p].killed)
            continue;
        Game game[2];
        State state[2];
        int player;
        char error[256];
        char key = from_json->players[p].key;
        assert_true(snapshot_to_state(from_json, key, &game[0], &state[0], &player, error, 256));
        assert_true(snapshot_to_state(from_map, key, &game[1], &state[1], &player, error, 256));
        assert_int_equal(player, p);
        assert_memory_equal(&state[0].walls, &state[1].walls, sizeof(Board));
        assert_memory_equal(&state[0].blocked, &state[1].blocked, sizeof(Board));
        assert_int_equal(state[0].bag[p], state[1].bag[p]);
        assert_int_equal(state[0].cell[p], state[1].cell[p]);
        assert_int_equal(state[0].points[p], state[1].points[p]);
        assert_int_equal(state[0].owned[p] != 0, state[1].owned[p] != 0);
    }
}

static void check_round_trip(const Snapshot *snapshot) {
    static Snapshot again;
    Game game;
    State state;
    int player;
    char error[256];
    assert_true(snapshot_to_state(snapshot, 'A', &game, &state, &player, error, sizeof error));
    snapshot_from_state(&game, &state, NULL, &again);
    again.seed = snapshot->seed;
    for (int p = 0; p < again.player_count; p++)
        memcpy(again.players[p].name, snapshot->players[p].name, SNAPSHOT_NAME);
    static Snapshot unmarked;
    unmarked = *snapshot;
    for (int x = 1; x <= 21; x++)
        for (int y = 1; y <= 21; y++)
            unmarked.blocks[x][y].exploding = false;
    size_t expected_size, size;
    char *expected = snapshot_write_json(&unmarked, &expected_size);
    char *written = snapshot_write_json(&again, &size);
    assert_same_bytes((Bytes){expected, expected_size}, written, size);
    free(expected);
}

static void check_files(Bytes json, Bytes map) {
    static Snapshot from_json, from_map;
    check_state_json(json, &from_json);
    check_map(map, &from_map);
    check_same_state(&from_json, &from_map);
    check_round_trip(&from_json);
    free(json.text);
    free(map.text);
}

static void test_samples(void **unused) {
    (void)unused;
    for (int i = 0; i < SAMPLES; i++)
        check_files(load_sample(i, "state.json"), load_sample(i, "map.txt"));
}

static void test_all_replays(void **unused) {
    (void)unused;
    static const char *const replays[] = {
        "../shared/replays/2p-seed1", "../shared/replays/2p-seed3", "../shared/replays/4p-seed11"};
    for (int i = 0; i < 3; i++)
        for (int round = 0;; round++) {
            Bytes json = load("%s/%d/%s", replays[i], round, "state.json");
            Bytes map = load("%s/%d/%s", replays[i], round, "map.txt");
            if (!json.text || !map.text)
                break;
            check_files(json, map);
        }
}

static void test_truncated_files_are_refused(void **unused) {
    (void)unused;
    static Snapshot snapshot;
    char error[256];
    Bytes json = load_sample(1, "state.json"), map = load_sample(1, "map.txt");
    for (size_t size = 0; size < json.size - 1; size += 997) {
        error[0] = 0;
        assert_false(snapshot_read_json(json.text, size, &snapshot, error, sizeof error));
        assert_true(error[0]);
    }
    for (size_t size = 0; size < 460; size += 7)
        assert_false(snapshot_read_map(map.text, size, &snapshot, error, sizeof error));
    free(json.text);
    free(map.text);
}

static void test_byte_order_mark_and_crlf(void **unused) {
    (void)unused;
    static Snapshot plain, marked;
    char error[256];
    Bytes map = load_sample(2, "map.txt");
    char *windows = malloc(2 * map.size + 4);
    size_t size = 0;
    memcpy(windows, "\xef\xbb\xbf", 3);
    size = 3;
    for (size_t i = 0; i < map.size; i++) {
        if (map.text[i] == '\n')
            windows[size++] = '\r';
        windows[size++] = map.text[i];
    }
    assert_true(snapshot_read_map(map.text, map.size, &plain, error, sizeof error));
    assert_true(snapshot_read_map(windows, size, &marked, error, sizeof error));
    assert_memory_equal(&plain, &marked, sizeof plain);
    free(windows);
    free(map.text);
}

/* Replace the first `from` of the sample by `to`; it must then be refused, naming `word`. */
static void assert_refused(const char *from, const char *to, const char *word) {
    static Snapshot snapshot;
    char error[256] = "";
    Bytes json = load_sample(0, "state.json");
    char *at = strstr(json.text, from);
    assert_non_null(at);
    char *changed = malloc(json.size + strlen(to) + 1);
    size_t before = (size_t)(at - json.text);
    memcpy(changed, json.text, before);
    strcpy(changed + before, to);
    strcat(changed, at + strlen(from));
    assert_false(snapshot_read_json(changed, strlen(changed), &snapshot, error, sizeof error));
    if (!strstr(error, word))
        fail_msg("\"%s\" does not name %s", error, word);
    free(changed);
    free(json.text);
}

static void test_nonsense_is_refused(void **unused) {
    (void)unused;
    assert_refused("\"CurrentRound\":12", "\"CurrentRound\":\"12\"", "CurrentRound");
    assert_refused("\"CurrentRound\":12", "\"CurrentRound\":-12", "CurrentRound");
    assert_refused("\"CurrentRound\":12", "\"CurrentRound\":1e300", "CurrentRound");
    assert_refused("\"MapWidth\":21", "\"MapWidth\":2100", "MapWidth");
    assert_refused("\"GameBlocks\":[", "\"GameBlocks\":[[],", "GameBlocks");
    assert_refused("\"Key\":\"A\"", "\"Key\":\"z\"", "Key");
    assert_refused("\"Key\":\"B\"", "\"Key\":null", "Key");
    assert_refused("IndestructibleWallEntity", "Teapot", "$type");
    assert_refused("{\"Registered", "[", "JSON");
}

static void test_window_of_a_large_board(void **unused) {
    (void)unused;
    static Snapshot snapshot;
    snapshot.width = snapshot.height = 41;
    snapshot.player_count = 12;
    for (int x = 1; x <= 41; x++)
        for (int y = 1; y <= 41; y++) {
            bool pillar = x == 1 || y == 1 || x == 41 || y == 41 || (x % 2 && y % 2);
            snapshot.blocks[x][y].entity = pillar ? ENTITY_PILLAR : ENTITY_NONE;
            snapshot.blocks[x][y].bomb.owner = -1;
        }
    for (int p = 0; p < 12; p++) {
        SnapshotPlayer *player = &snapshot.players[p];
        *player = (SnapshotPlayer){(char)('A' + p), "", 5, false, 1, 2, 2 + 2 * p, 2 + 3 * p};
        snapshot.blocks[player->x][player->y].entity = ENTITY_PLAYER;
        snapshot.blocks[player->x][player->y].player = p;
    }
    snapshot.blocks[20][26].bomb = (SnapshotBomb){8, 4, 3, false};
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
    }
    char error[256];
    Game game;
    State state;
    int player;
    assert_true(snapshot_to_state(&snapshot, 'I', &game, &state, &player, error, sizeof error));
    assert_true(state_bombs(&state));
    assert_false(snapshot_to_state(&snapshot, 'Z', &game, &state, &player, error, sizeof error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_all_replays),
        cmocka_unit_test(test_truncated_files_are_refused),
        cmocka_unit_test(test_byte_order_mark_and_crlf),
        cmocka_unit_test(test_nonsense_is_refused),
        cmocka_unit_test(test_window_of_a_large_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
