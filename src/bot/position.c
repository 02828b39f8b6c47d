#include "bot/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records/seed_folder.h"

typedef struct PositionReader {
    const RoundPath *path;
    char key;
    Snapshot *snapshot;
    View *view;
    char *message; /* collects the messages of all attempts */
    size_t size;
} PositionReader;

/* The rest of the message buffer, for the next attempt, and its size. */
static char *next_message(const PositionReader *reader, size_t *size) {
    size_t used = strlen(reader->message);
    if (used > 0 && used + 3 < reader->size) {
        memcpy(reader->message + used, "; ", 3);
        used += 2;
    }
    *size = reader->size - used;
    return reader->message + used;
}

static bool read_from(PositionReader *reader, const char *folder, bool same_round) {
    size_t size;
    char *message = next_message(reader, &size);
    if (!snapshot_read_folder(folder, reader->snapshot, message, size))
        return false;
    message = *message ? next_message(reader, &size) : message;
    if (same_round && reader->snapshot->round != reader->path->round) {
        snprintf(message, size, "%s has another round", folder);
        return false;
    }
    return view_init(reader->view, reader->snapshot, reader->key, message, size);
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

/* Play the previous round, whose position is `last`, with the moves of all players. */
static bool play_on(PositionReader *reader, const SeedFolder *match, const Snapshot *last) {
    uint8_t command[MAX_PLAYERS] = {0};
    Game game;
    State state;
    RoundEvents events;
    int player;
    size_t size;
    char *message = next_message(reader, &size);
    if (!snapshot_is_standard(last) ||
        !snapshot_to_state(last, reader->key, &game, &state, &player, message, size))
        return false;
    for (int p = 0; p < last->player_count; p++)
        command[p] = (uint8_t)seed_folder_read_move(match, last->round, last->players[p].key);
    engine()->play(&game, &state, command, &RANKS_IN_ORDER, &events);
    snapshot_from_state(&game, &state, &events, reader->snapshot);
    copy_names(reader->snapshot, last);
    if (!view_init(reader->view, reader->snapshot, reader->key, message, size))
        return false;
    snprintf(message, size, "the previous round's position and moves were used instead");
    return true;
}

static bool play_last_round_on(PositionReader *reader) {
    const SeedFolder match = {.path = reader->path->match};
    Snapshot *last = reader->path->round > 0 ? malloc(sizeof *last) : NULL;
    size_t size;
    char *message = next_message(reader, &size);
    bool played = last &&
                  seed_folder_read_round(&match, reader->path->round - 1, last, message, size) &&
                  play_on(reader, &match, last);
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
