/* The files of a round: read, written back, and turned into states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "folder/round_info.h"
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
        if (snapshot_is_standard(from_json))
            assert_int_equal(player, p);
        assert_memory_equal(&state[0].walls, &state[1].walls, sizeof(Board));
        assert_memory_equal(&state[0].blocked, &state[1].blocked, sizeof(Board));
        assert_int_equal(state[0].bag[player], state[1].bag[player]);
        assert_int_equal(state[0].cell[player], state[1].cell[player]);
        assert_int_equal(state[0].points[player], state[1].points[player]);
        assert_memory_equal(&state[0].bombs, &state[1].bombs, sizeof(Bombs));
        assert_memory_equal(state[0].owned, state[1].owned, sizeof state[0].owned);
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

static void copy_field(const cJSON *object, const char *name, char out[SNAPSHOT_NAME]) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
    assert_non_null(value);
    snprintf(out, SNAPSHOT_NAME, "%s", value);
}

static void check_round_info(Bytes bytes) {
    RoundInfo info = {0};
    cJSON *root = cJSON_ParseWithLength(bytes.text, bytes.size);
    const cJSON *item;
    info.seed = cJSON_GetObjectItem(root, "MapSeed")->valueint;
    info.round = cJSON_GetObjectItem(root, "Round")->valueint;
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(root, "Players")) {
        Entrant *entrant = &info.entrants[info.player_count++];
        copy_field(item, "Author", entrant->author);
        copy_field(item, "NickName", entrant->nickname);
        copy_field(item, "Email", entrant->email);
        copy_field(item, "BotType", entrant->type);
        entrant->key = cJSON_GetObjectItem(item, "PlayerKey")->valuestring[0];
    }
    int place = 0;
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(root, "LeaderBoard")) {
        info.leaderboard[place++] = cJSON_GetObjectItem(item, "PlayerKey")->valuestring[0] - 'A';
    }
    cJSON_Delete(root);
    size_t size;
    char *written = round_info_write(&info, &size);
    assert_same_bytes(bytes, written, size);
    free(bytes.text);
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
            Bytes info = load("%s/%d/%s", replays[i], round, "roundInfo.json");
            if (info.text)
                check_round_info(info);
        }
}

/* Only the rule behind the last section may be cut. */
static void test_truncated_files_are_refused(void **unused) {
    (void)unused;
    static Snapshot snapshot;
    Bytes json = load_sample(1, "state.json"), map = load_sample(1, "map.txt");
    size_t rule = map.size - strlen("---------------------------\n");
    for (size_t size = 0; size < json.size - 1; size += 997) {
        char error[256] = "";
        assert_false(snapshot_read_json(json.text, size, &snapshot, error, sizeof error));
        assert_true(error[0]);
    }
    for (size_t size = 0; size <= rule; size++) {
        char error[256] = "";
        assert_false(snapshot_read_map(map.text, size, &snapshot, error, sizeof error));
        assert_true(error[0]);
    }
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
    Bytes json = load_sample(2, "state.json");
    char *with_mark = malloc(json.size + 3);
    memcpy(with_mark, "\xef\xbb\xbf", 3);
    memcpy(with_mark + 3, json.text, json.size);
    assert_true(snapshot_read_json(json.text, json.size, &plain, error, sizeof error));
    assert_true(snapshot_read_json(with_mark, json.size + 3, &marked, error, sizeof error));
    assert_memory_equal(&plain, &marked, sizeof plain);
    free(with_mark);
    free(json.text);
}

/* A file of the first sample with the first `from` replaced by `to`. */
static Bytes load_changed(const char *name, const char *from, const char *to) {
    Bytes file = load_sample(0, name);
    const char *at = strstr(file.text, from);
    assert_non_null(at);
    size_t before = (size_t)(at - file.text);
    Bytes changed = {malloc(file.size + strlen(to) + 1), 0};
    memcpy(changed.text, file.text, before);
    strcpy(changed.text + before, to);
    strcat(changed.text, at + strlen(from));
    changed.size = strlen(changed.text);
    free(file.text);
    return changed;
}

typedef bool Reader(const char *, size_t, Snapshot *, char *, size_t);

static void assert_changed_refused(const char *name, Reader *reader, const char *from,
                                   const char *to, const char *word) {
    static Snapshot snapshot;
    char error[256] = "";
    Bytes changed = load_changed(name, from, to);
    if (reader(changed.text, changed.size, &snapshot, error, sizeof error))
        fail_msg("%s is taken for %s", to, from);
    if (!strstr(error, word))
        fail_msg("\"%s\" does not name %s", error, word);
    free(changed.text);
}

static void assert_refused(const char *from, const char *to, const char *word) {
    assert_changed_refused("state.json", snapshot_read_json, from, to, word);
}

static void assert_map_refused(const char *from, const char *to, const char *word) {
    assert_changed_refused("map.txt", snapshot_read_map, from, to, word);
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
    assert_refused("\"CurrentRound\":12", "\"CurrentRound\":12.5", "CurrentRound");
    assert_refused("\"MapWidth\":21", "\"MapWidth\":25", "MapWidth");
    assert_refused("\"Killed\":false", "\"Killed\":\"no\"", "Killed");
    assert_refused("\"Key\":\"B\"", "\"Key\":\"A\"", "Key");
    assert_refused("\"Name\":\"", "\"Nome\":\"", "Name");
    assert_refused("\"Bomb\":null", "\"Bomb\":\"none\"", "Bomb");
    assert_refused("\"PowerUp\":null", "\"PowerUp\":{\"$type\":\"Teapot\"}", "PowerUp");
    assert_refused("\"Exploding\":false", "\"Exploding\":0", "Exploding");
    assert_refused("\"GameBlocks\":[[{", "\"GameBlocks\":[[5,{", "GameBlocks");
    assert_refused("\"Location\":{\"X\":", "\"Location\":{\"X\":1", "Location");
}

static void test_nonsense_maps_are_refused(void **unused) {
    (void)unused;
    assert_map_refused("Map Width: 21", "Map Width: 22", "first line");
    assert_map_refused("Seed: ", "Seed: x", "first line");
    assert_map_refused("#####\n", "####\n", "board");
    assert_map_refused("#####\n", "####?\n", "board");
    assert_map_refused("Key: A", "Key: a", "Key");
    assert_map_refused("Key: B", "Key: A", "Key");
    assert_map_refused("Points: ", "Points: many ", "Points");
    assert_map_refused("Status: Alive", "Status: Well", "Status");
    assert_map_refused("Status: Alive", "Status: Dead", "is dead");
    assert_map_refused("Bombs: ", "Bombs: {x:99,y:2,fuse:3,radius:1}", "Bombs");
    assert_map_refused("Bombs: ", "Bombs: {x:1,y:1,fuse:3,radius:1}", "bombs");
    assert_map_refused("BombBag: ", "BombBog: ", "BombBag");
    assert_map_refused("# # #", "# #9#", "bombs");
    assert_map_refused("Player Name", "Name", "Player Name");
}

static void test_unknown_fields_are_ignored(void **unused) {
    (void)unused;
    static Snapshot plain, extended;
    char error[256];
    Bytes json = load_sample(0, "state.json");
    Bytes more = load_changed("state.json", "\"CurrentRound\"",
                              "\"Weather\":[{\"Rain\":true}],\"CurrentRound\"");
    assert_true(snapshot_read_json(json.text, json.size, &plain, error, sizeof error));
    assert_true(snapshot_read_json(more.text, more.size, &extended, error, sizeof error));
    assert_memory_equal(&plain, &extended, sizeof plain);
    free(json.text);
    free(more.text);
}

static void test_deep_nesting_is_refused(void **unused) {
    (void)unused;
    enum { DEPTH = 1000000 };
    static Snapshot snapshot;
    char error[256] = "";
    char *text = malloc(DEPTH);
    memset(text, '[', DEPTH);
    assert_false(snapshot_read_json(text, DEPTH, &snapshot, error, sizeof error));
    assert_true(error[0]);
    free(text);
}

static void test_folder_falls_back_to_the_map(void **unused) {
    (void)unused;
    static Snapshot snapshot;
    char message[512], folder[] = "/tmp/snapshot-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    assert_false(snapshot_read_folder(folder, &snapshot, message, sizeof message));
    assert_non_null(strstr(message, "map.txt"));
    Bytes map = load_sample(0, "map.txt");
    snprintf(path, sizeof path, "%s/map.txt", folder);
    assert_true(file_replace(path, map.text, map.size));
    assert_true(snapshot_read_folder(folder, &snapshot, message, sizeof message));
    assert_non_null(strstr(message, "state.json"));
    assert_int_equal(snapshot.round, 12);
    assert_true(snapshot_read_folder("sample-state/2p-late/", &snapshot, message, sizeof message));
    assert_string_equal(message, "");
    assert_int_equal(snapshot.round, 115);
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(folder), 0);
    free(map.text);
}

/* B is not on the board: it is on A's bomb, not on its own, which would be drawn as a letter. */
static void test_hidden_player_is_found(void **unused) {
    (void)unused;
    static Snapshot snapshot, again;
    char error[256];
    size_t size;
    Bytes json = load_sample(0, "state.json");
    assert_true(snapshot_read_json(json.text, json.size, &snapshot, error, sizeof error));
    for (int x = 1; x <= 21; x++)
        for (int y = 1; y <= 21; y++)
            snapshot.blocks[x][y].bomb.owner = -1;
    SnapshotPlayer *player = &snapshot.players[1];
    SnapshotBlock *open = &snapshot.blocks[player->x][player->y];
    open->entity = ENTITY_NONE;
    snapshot.blocks[2][18] = (SnapshotBlock){.bomb = {1, 2, 3, false}};
    snapshot.blocks[2][2] = (SnapshotBlock){.bomb = {-1, 0, 0, false}, .exploding = true};
    snapshot.blocks[2][19] = (SnapshotBlock){ENTITY_PLAYER, 1, {0, 4, 5, false}, 0, false};
    snapshot.players[1].bag = snapshot.players[0].bag = 1;
    char *map = snapshot_write_map(&snapshot, &size);
    if (!snapshot_read_map(map, size, &again, error, sizeof error))
        fail_msg("%s", error);
    assert_int_equal(again.players[1].x, 2);
    assert_int_equal(again.players[1].y, 19);
    assert_int_equal(again.players[0].bag, 1);
    free(map);
    free(json.text);
}

static void make_large_board(Snapshot *snapshot) {
    memset(snapshot, 0, sizeof *snapshot);
    snapshot->width = snapshot->height = 41;
    snapshot->player_count = 12;
    for (int x = 1; x <= 41; x++)
        for (int y = 1; y <= 41; y++) {
            bool pillar = x == 1 || y == 1 || x == 41 || y == 41 || (x % 2 && y % 2);
            snapshot->blocks[x][y].entity = pillar ? ENTITY_PILLAR : ENTITY_NONE;
            snapshot->blocks[x][y].bomb.owner = -1;
        }
    for (int p = 0; p < 12; p++) {
        SnapshotPlayer *player = &snapshot->players[p];
        *player = (SnapshotPlayer){(char)('A' + p), "", 5, false, 1, 2, 2 + 2 * p, 2 + 3 * p};
        snapshot->blocks[player->x][player->y].entity = ENTITY_PLAYER;
        snapshot->blocks[player->x][player->y].player = p;
    }
    snapshot->blocks[20][26].bomb = (SnapshotBomb){8, 4, 3, false};
}

static void test_large_board_is_written_and_read(void **unused) {
    (void)unused;
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

static void test_window_of_a_large_board(void **unused) {
    (void)unused;
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

/* Players on the rim of the window, where nobody can go, must not keep out one who is inside. */
static void test_players_on_the_rim_take_no_place(void **unused) {
    (void)unused;
    static Snapshot snapshot;
    static const int place[5][2] = {{20, 20}, {9, 20}, {29, 20}, {20, 9}, {28, 28}};
    memset(&snapshot, 0, sizeof snapshot);
    snapshot.width = snapshot.height = 41;
    snapshot.player_count = 5;
    for (int x = 1; x <= 41; x++)
        for (int y = 1; y <= 41; y++) {
            bool pillar = x == 1 || y == 1 || x == 41 || y == 41 || (x % 2 && y % 2);
            snapshot.blocks[x][y].entity = pillar ? ENTITY_PILLAR : ENTITY_NONE;
            snapshot.blocks[x][y].bomb.owner = -1;
        }
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_all_replays),
        cmocka_unit_test(test_truncated_files_are_refused),
        cmocka_unit_test(test_byte_order_mark_and_crlf),
        cmocka_unit_test(test_nonsense_is_refused),
        cmocka_unit_test(test_nonsense_maps_are_refused),
        cmocka_unit_test(test_unknown_fields_are_ignored),
        cmocka_unit_test(test_deep_nesting_is_refused),
        cmocka_unit_test(test_folder_falls_back_to_the_map),
        cmocka_unit_test(test_hidden_player_is_found),
        cmocka_unit_test(test_large_board_is_written_and_read),
        cmocka_unit_test(test_window_of_a_large_board),
        cmocka_unit_test(test_players_on_the_rim_take_no_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
