#include "support/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "test.h"

static const char *const samples[SAMPLES] = {"2p-early", "2p-middle", "2p-late",
                                             "4p-early", "4p-middle", "4p-late"};

Bytes load_sample(int sample, const char *name) {
    char path[512];
    Bytes bytes;
    snprintf(path, sizeof path, "sample-state/%s/%s", samples[sample], name);
    bytes.text = file_read(path, 1 << 24, &bytes.size);
    assert_non_null(bytes.text);
    return bytes;
}

void assert_same_bytes(Bytes expected, char *written, size_t size) {
    assert_non_null(written);
    assert_int_equal(size, expected.size);
    assert_memory_equal(written, expected.text, size);
    free(written);
}

void check_state_json(Bytes bytes, Snapshot *snapshot) {
    char error[256];
    size_t size;
    if (!snapshot_read_json(bytes.text, bytes.size, snapshot, error, sizeof error))
        fail_msg("%s", error);
    char *written = snapshot_write_json(snapshot, &size);
    assert_same_bytes(bytes, written, size);
}

void check_map(Bytes bytes, Snapshot *snapshot) {
    char error[256];
    size_t size;
    if (!snapshot_read_map(bytes.text, bytes.size, snapshot, error, sizeof error))
        fail_msg("%s", error);
    char *written = snapshot_write_map(snapshot, &size);
    assert_same_bytes(bytes, written, size);
}

void check_same_state(const Snapshot *from_json, const Snapshot *from_map) {
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
