#include "bot/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records/seed_folder.h"

enum { MESSAGE = 2048 }; /* size of the message of one attempt */

typedef struct PositionReader {
    const RoundPath *path;
    char key;
    Snapshot *snapshot;
    View *view;
    char *message; /* collects the messages of all attempts */
    size_t size;
} PositionReader;

static void add_message(PositionReader *reader, const char *text) {
    size_t used = strlen(reader->message);
    if (text[0])
        snprintf(reader->message + used, reader->size - used, "%s%s", used ? "; " : "", text);
}

static bool read_from(PositionReader *reader, const char *folder, bool same_round) {
    char message[MESSAGE];
    bool read = snapshot_read_folder(folder, reader->snapshot, message, sizeof message);
    add_message(reader, message);
    if (!read)
        return false;
    if (same_round && reader->snapshot->round != reader->path->round) {
        snprintf(message, sizeof message, "%s has another round", folder);
        add_message(reader, message);
        return false;
    }
    if (view_init(reader->view, reader->snapshot, reader->key, message, sizeof message))
        return true;
    add_message(reader, message);
    return false;
}

static bool read_round_folder(PositionReader *reader) {
    char file[ROUND_PATH_SIZE];
    if (!round_path_file(reader->path, reader->path->round, false, "", file) || !file[0])
        return false;
    return read_from(reader, file, true);
}

/* Copy the names and the seed, because a state of the engine does not have them. */
static void copy_names(Snapshot *to, const Snapshot *from) {
    to->seed = from->seed;
    for (int p = 0; p < to->player_count; p++)
        memcpy(to->players[p].name, from->players[p].name, sizeof to->players[p].name);
}

/* Play the previous round, whose position is `last`, with the moves of all players. Returns false,
 * maybe with a message, when that is not possible. */
static bool play_on(PositionReader *reader, const SeedFolder *match, const Snapshot *last,
                    char message[MESSAGE]) {
    uint8_t command[MAX_PLAYERS] = {0};
    Game game;
    State state;
    RoundEvents events;
    int player;
    if (!snapshot_is_standard(last) ||
        !snapshot_to_state(last, reader->key, &game, &state, &player, message, MESSAGE))
        return false;
    for (int p = 0; p < last->player_count; p++)
        command[p] = (uint8_t)seed_folder_read_move(match, last->round, last->players[p].key);
    engine()->play(&game, &state, command, &RANKS_IN_ORDER, &events);
    snapshot_from_state(&game, &state, &events, reader->snapshot);
    copy_names(reader->snapshot, last);
    return view_init(reader->view, reader->snapshot, reader->key, message, MESSAGE);
}

static bool play_last_round_on(PositionReader *reader) {
    const SeedFolder match = {.path = reader->path->match};
    int round = reader->path->round - 1;
    Snapshot *last = round >= 0 ? malloc(sizeof *last) : NULL;
    char message[MESSAGE] = "";
    bool read = last && seed_folder_read_round(&match, round, last, message, sizeof message);
    add_message(reader, message);
    message[0] = 0;
    bool played = read && play_on(reader, &match, last, message);
    add_message(reader,
                played ? "the previous round's position and moves were used instead" : message);
    free(last);
    return played;
}

bool position_read(const char *folder, const RoundPath *path, char key, Snapshot *snapshot,
                   View *view, char *message, size_t size) {
    PositionReader reader = {.path = path,
                             .key = key,
                             .snapshot = snapshot,
                             .view = view,
                             .message = message,
                             .size = size};
    message[0] = 0;
    if (read_from(&reader, folder, false))
        return true;
    if (!path->key[0])
        return false;
    return read_round_folder(&reader) || play_last_round_on(&reader);
}
