#include <stdlib.h>

#include "records/match_replay_internal.h"
#include "records/seed_folder.h"

typedef struct Reader {
    SeedFolder folder;
    MatchReplay *replay;
    int idle_rounds[SNAPSHOT_PLAYERS]; /* see seed_folder_played_command */
    Snapshot snapshot;
} Reader;

static void read_commands(Reader *self, int round, ReplayMoment *moment) {
    for (int p = 0; p < moment->snapshot.player_count; p++)
        if (!moment->snapshot.players[p].killed)
            moment->command[p] =
                seed_folder_played_command(&self->folder, round, moment->snapshot.players[p].key,
                                           &self->idle_rounds[p], &moment->note[p]);
}

static void read_round(Reader *self, int round) {
    MatchReplay *replay = self->replay;
    char message[REPLAY_WARNING / 2];
    bool read =
        seed_folder_read_round(&self->folder, round, &self->snapshot, message, sizeof message);
    if (message[0])
        match_replay_warn(replay, "round %d: %s", round, message);
    if (!read)
        return;
    if (replay->count > 0 &&
        !snapshot_is_same_match(&replay->moments[0].snapshot, &self->snapshot)) {
        match_replay_warn(replay, "round %d: it belongs to another match", round);
        return;
    }
    ReplayMoment *moment = match_replay_add(replay, &self->snapshot);
    if (moment)
        read_commands(self, round, moment);
}

/* Nothing shows that the round of the last moment was played, so nothing was forced in it. */
static void forget_forced_moves(ReplayMoment *last) {
    for (int p = 0; p < last->snapshot.player_count; p++)
        if (last->note[p].forced) {
            last->note[p].forced = false;
            last->command[p] = COMMAND_NOTHING;
        }
}

/* The position after the last round is in a round folder of its own, or only in the players'
 * folders of the last round. */
static void read_end(Reader *self) {
    MatchReplay *replay = self->replay;
    if (replay->count > 0 && snapshot_is_over(&replay->moments[replay->count - 1].snapshot))
        replay->ended = true;
    else if (seed_folder_read_end(&self->folder, &self->snapshot) && replay->count > 0 &&
             snapshot_is_same_match(&replay->moments[0].snapshot, &self->snapshot))
        replay->ended = match_replay_add(replay, &self->snapshot) != NULL;
    else
        match_replay_warn(replay, "the position after the last round is missing");
    if (replay->count > 0 && !replay->ended)
        forget_forced_moves(&replay->moments[replay->count - 1]);
}

/* Read a folder that holds a single round. */
static void read_single_round(Reader *self, const char *path) {
    char message[REPLAY_WARNING / 2];
    if (snapshot_read_folder(path, &self->snapshot, message, sizeof message))
        match_replay_add(self->replay, &self->snapshot);
    if (message[0])
        match_replay_warn(self->replay, "%s", message);
}

void match_replay_load_seed_folder(MatchReplay *replay, const char *path) {
    Reader *self = calloc(1, sizeof *self);
    if (!self) {
        match_replay_warn(replay, "not enough memory");
        return;
    }
    self->replay = replay;
    if (seed_folder_open(&self->folder, path)) {
        for (int round = self->folder.first; round <= self->folder.last; round++)
            read_round(self, round);
        read_end(self);
    } else {
        read_single_round(self, path);
    }
    free(self);
}
