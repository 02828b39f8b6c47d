/* Any bytes as the memory file of the previous round. A valid checksum is added at the end. */
#include "bot/memory_file.h"
#include "fuzz/fuzz.h"

#include <inttypes.h>

#include "records/history.h"

static void write_with_checksum(const uint8_t *data, size_t size) {
    char check[32];
    uint64_t sum = 0xcbf29ce484222325ull;
    char *text = malloc(size + sizeof check);
    CHECK(text);
    if (size)
        memcpy(text, data, size);
    text[size] = '\n';
    for (size_t i = 0; i <= size; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3ull;
    size_t end = size + 1;
    end += (size_t)snprintf(text + end, sizeof check - 1, "check %" PRIx64 "\n", sum);
    fuzz_write("2/A/blastbeam.memory", text, end);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Snapshot snapshot;
    static bool ready;
    char folder[OWN_FOLDER_SIZE + 64], message[256];
    RoundPath path;
    History history;
    Game game;
    State state;
    int player;
    if (!ready) {
        CHECK(snapshot_read_folder("sample-state/2p-early", &snapshot, message, sizeof message));
        ready = true;
    }
    write_with_checksum(data, size);
    snprintf(folder, sizeof folder, "%s/3/A", fuzz_folder());
    CHECK(round_path_split(folder, &path));
    memory_file_load(&history, &path);
    /* The board becomes the next round of the same match, so that the history is used. */
    snapshot.seed = history.seed;
    snapshot.round = history.round + 1;
    history_update(&history, &snapshot);
    CHECK(snapshot_to_state(&snapshot, 'A', &game, &state, &player, message, sizeof message));
    history_apply(&history, &snapshot, &game, &state);
    for (int p = 0; p < snapshot.player_count; p++)
        CHECK(history_last_command(&history, p) < COMMAND_COUNT);
    CHECK(memory_file_save(&history, &path));
    return 0;
}
