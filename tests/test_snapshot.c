/* The files of a round: read, written back, and turned into states. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "protocol/round_info.h"
#include "support/positions.h"
#include "support/samples.h"
#include "support/scratch.h"
#include "test.h"

static Bytes load(const char *format, const char *folder, int round, const char *name) {
    char path[512];
    Bytes bytes;
    snprintf(path, sizeof path, format, folder, round, name);
    bytes.text = file_read(path, 1 << 24, &bytes.size);
    return bytes;
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
        PlayerInfo *info_player = &info.players[info.player_count++];
        copy_field(item, "Author", info_player->author);
        copy_field(item, "NickName", info_player->nickname);
        copy_field(item, "Email", info_player->email);
        copy_field(item, "BotType", info_player->type);
        info_player->key = cJSON_GetObjectItem(item, "PlayerKey")->valuestring[0];
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

TEST(test_samples_are_read_and_written_back) {
    for (int i = 0; i < SAMPLES; i++)
        check_files(load_sample(i, "state.json"), load_sample(i, "map.txt"));
}

TEST(test_all_replays_are_read_and_written_back) {
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

TEST(test_folder_falls_back_to_the_map) {
    static Snapshot snapshot;
    char message[SCRATCH_PATH];
    assert_false(snapshot_read_folder(scratch, &snapshot, message, sizeof message));
    assert_non_null(strstr(message, "map.txt"));
    Bytes map = load_sample(0, "map.txt");
    scratch_write("map.txt", map.text, 0644);
    assert_true(snapshot_read_folder(scratch, &snapshot, message, sizeof message));
    assert_non_null(strstr(message, "state.json"));
    assert_int_equal(snapshot.round, 12);
    assert_true(snapshot_read_folder("sample-state/2p-late/", &snapshot, message, sizeof message));
    assert_string_equal(message, "");
    assert_int_equal(snapshot.round, 115);
    free(map.text);
}

/* B is not on the board: it stands on A's bomb. On its own bomb it would be drawn as a letter. */
TEST(test_hidden_player_is_found) {
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

/* All four players want the crossing between them. The ranks must give it to the player that is
 * there next. */
TEST(test_ranks_follow_the_moves) {
    static const uint8_t inwards[MAX_PLAYERS] = {COMMAND_DOWN, COMMAND_RIGHT, COMMAND_LEFT,
                                                 COMMAND_UP};
    static Snapshot now, next;
    for (int winner = 0; winner < MAX_PLAYERS; winner++) {
        Game game;
        State start, state;
        RoundEvents events;
        Ranks dice = {{5, 5, 5, 5}};
        game_init(&game, MAX_PLAYERS, 100);
        state_init(&start, &game);
        for (int p = 0; p < MAX_PLAYERS; p++)
            put_player(&start, p, cell_beside(cell_at(5, 5), opposite_move(inwards[p])));
        state = start;
        dice.rank[winner] = 0;
        engine()->play(&game, &state, inwards, &dice, &events);
        assert_int_equal(events.moved, 1 << winner);
        snapshot_from_state(&game, &start, NULL, &now);
        snapshot_from_state(&game, &state, &events, &next);
        Ranks ranks = snapshot_ranks(&now, &next);
        engine()->play(&game, &start, inwards, &ranks, &events);
        assert_int_equal(events.moved, 1 << winner);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_are_read_and_written_back),
        cmocka_unit_test(test_all_replays_are_read_and_written_back),
        cmocka_unit_test(test_folder_falls_back_to_the_map),
        cmocka_unit_test(test_hidden_player_is_found),
        cmocka_unit_test(test_ranks_follow_the_moves),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
