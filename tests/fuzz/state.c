/* Any bytes as state.json: refused with a message, or read, and then the same when written and read
 * again, and playable for each player. */
#include "fuzz/fuzz.h"
#include "fuzz/snapshots.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Snapshot snapshot, again;
    char error[256] = "";
    char *text = fuzz_text(data, size);
    bool read = snapshot_read_json(text, size, &snapshot, error, sizeof error);
    free(text);
    if (!read) {
        CHECK(error[0]);
        return 0;
    }
    size_t length;
    text = snapshot_write_json(&snapshot, &length);
    CHECK(text);
    CHECK(snapshot_read_json(text, length, &again, error, sizeof error));
    for (int p = 0; p < snapshot.player_count; p++)
        CHECK(snapshot.players[p].key == again.players[p].key &&
              snapshot.players[p].points == again.players[p].points);
    free(text);
    try_players(&snapshot);
    return 0;
}
