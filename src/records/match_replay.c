#include "records/match_replay.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "platform/folder.h"
#include "platform/memory.h"
#include "records/match_replay_internal.h"
#include "records/seed_folder.h"

ReplayMoment *match_replay_add(MatchReplay *replay, const Snapshot *snapshot) {
    enum { STEP = 64 };
    if (replay->count % STEP == 0) {
        size_t size = (size_t)(replay->count + STEP) * sizeof *replay->moments;
        ReplayMoment *moments = realloc(replay->moments, size);
        if (!moments) {
            match_replay_warn(replay, "not enough memory for round %d", snapshot->round);
            return NULL;
        }
        replay->moments = moments;
    }
    ReplayMoment *moment = &replay->moments[replay->count];
    memset(moment, 0, sizeof *moment);
    moment->snapshot = *snapshot;
    if (replay->count > 0)
        moment->history = moment[-1].history;
    history_update(&moment->history, snapshot);
    replay->count++;
    return moment;
}

void match_replay_warn(MatchReplay *replay, const char *format, ...) {
    replay->damaged = true;
    if (replay->warning_count++ >= REPLAY_WARNINGS)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(replay->warnings[replay->warning_count - 1], REPLAY_WARNING, format, arguments);
    va_end(arguments);
}

static void gather_powerups(MatchReplay *replay) {
    game_init(&replay->powerups, 2, 0);
    for (int i = 0; i < replay->count && snapshot_is_standard(&replay->moments[i].snapshot); i++)
        snapshot_gather_powerups(&replay->moments[i].snapshot, &replay->powerups);
}

MatchReplay *match_replay_load(const char *path, char *error, size_t size) {
    PathKind kind = path_kind(path);
    if (kind == PATH_MISSING) {
        snprintf(error, size, "%s: no such file or folder", path);
        return NULL;
    }
    MatchReplay *replay = memory_allocate_aligned(sizeof *replay);
    if (!replay) {
        snprintf(error, size, "%s: not enough memory", path);
        return NULL;
    }
    memset(replay, 0, sizeof *replay);
    if (kind == PATH_FOLDER)
        match_replay_load_seed_folder(replay, path);
    else
        match_replay_load_recording(replay, path);
    if (replay->count == 0) {
        const char *reason =
            replay->warning_count ? replay->warnings[0] : "it has no round that can be read";
        seed_folder_explain_missing(path, reason, error, size);
        match_replay_free(replay);
        return NULL;
    }
    gather_powerups(replay);
    return replay;
}

void match_replay_free(MatchReplay *replay) {
    if (replay)
        free(replay->moments);
    memory_free_aligned(replay);
}

int match_replay_find(const MatchReplay *replay, int round) {
    for (int i = 0; i < replay->count; i++)
        if (replay->moments[i].snapshot.round == round)
            return i;
    return -1;
}

bool match_replay_state(const MatchReplay *replay, int index, bool all, Game *game, State *state) {
    const ReplayMoment *moment = &replay->moments[index];
    char message[256];
    int player;
    if (!snapshot_is_standard(&moment->snapshot) ||
        !snapshot_to_state(&moment->snapshot, moment->snapshot.players[0].key, game, state, &player,
                           message, sizeof message))
        return false;
    history_apply(&moment->history, &moment->snapshot, game, state);
    if (all)
        snapshot_add_hidden_powerups(&replay->powerups, game, state);
    return true;
}

static const char *action_name(Command command, const MoveNote *note) {
    static const char *const failed[] = {
        [MOVE_LATE] = "too late", [MOVE_MISSING] = "no move", [MOVE_CRASHED] = "crashed"};
    if (note->forced)
        return command == COMMAND_BOMB ? "forced bomb" : "forced trigger";
    bool lost = command == COMMAND_NOTHING && note->failure != MOVE_IN_TIME;
    return lost ? failed[note->failure] : command_name(command);
}

const char *match_replay_action(const MatchReplay *replay, int index, int player) {
    const ReplayMoment *moment = &replay->moments[index];
    bool is_end = replay->ended && index == replay->count - 1;
    if (is_end || moment->snapshot.players[player].killed)
        return "";
    return action_name(moment->command[player], &moment->note[player]);
}
