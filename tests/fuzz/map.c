/* Any bytes as map.txt. */
#include "fuzz/fuzz.h"
#include "fuzz/snapshots.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Snapshot snapshot;
    char error[256] = "";
    char *text = fuzz_text(data, size);
    bool read = snapshot_read_map(text, size, &snapshot, error, sizeof error);
    free(text);
    if (!read) {
        CHECK(error[0]);
        return 0;
    }
    size_t length;
    text = snapshot_write_map(&snapshot, &length);
    CHECK(text);
    free(text);
    try_players(&snapshot);
    return 0;
}
