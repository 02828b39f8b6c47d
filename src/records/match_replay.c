#include "records/match_replay.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "platform/folder.h"
#include "platform/memory.h"
#include "records/match_replay_internal.h"
#include "records/seed_folder.h"

enum { NAME_SIZE = 256 };

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
        for (int x = 2; x < BOARD_SIZE; x++)
            for (int y = 2; y < BOARD_SIZE; y++) {
                int type = replay->moments[i].snapshot.blocks[x][y].powerup;
                if (type)
                    game_add_powerup(&replay->powerups, cell_at(x - 1, y - 1), (PowerUp)type);
            }
}

static void explain_nothing(const MatchReplay *replay, const char *path, char *error, size_t size) {
    char match[NAME_SIZE];
    if (seedfolder_find_match(path, match, sizeof match))
        snprintf(error, size, "%s: it holds a match in \"%s\": give the path of that folder", path,
                 match);
    else
        snprintf(error, size, "%s: %s", path,
                 replay->warning_count ? replay->warnings[0] : "there is no round in it");
}

MatchReplay *match_replay_load(const char *path, char *error, size_t size) {
    PathKind kind = path_kind(path);
    if (kind == PATH_MISSING) {
        snprintf(error, size, "%s: there is no such file or folder", path);
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
        explain_nothing(replay, path, error, size);
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

/* A power-up is there when it is in sight or its cell is still a wall. */
static void place_powerups(const MatchReplay *replay, const Snapshot *snapshot, Game *game,
                           State *state) {
    for (int i = 0; i < replay->powerups.powerup_count; i++) {
        Cell cell = replay->powerups.powerup_cell[i];
        if (board_has(&state->walls, cell) &&
            !snapshot->blocks[cell_x(cell) + 1][cell_y(cell) + 1].powerup) {
            int index = game_add_powerup(game, cell, replay->powerups.powerup_type[i]);
            state->powerups |= index == NO_POWERUP ? 0 : 1u << index;
        }
    }
    state_rehash(state);
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
        place_powerups(replay, &moment->snapshot, game, state);
    return true;
}

const char *match_replay_action(const MatchReplay *replay, int index, int player) {
    const ReplayMoment *moment = &replay->moments[index];
    bool is_end = replay->ended && index == replay->count - 1;
    if (is_end || moment->snapshot.players[player].killed)
        return "";
    return moment->late[player] ? "too late" : command_name(moment->command[player]);
}
