#include "records/match_replay.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "platform/platform.h"
#include "records/match_replay_internal.h"
#include "records/seed_folder.h"

enum { NAME_SIZE = 256 };

FilmMoment *film_add(Film *film, const Snapshot *snapshot) {
    enum { STEP = 64 };
    if (film->count % STEP == 0) {
        size_t size = (size_t)(film->count + STEP) * sizeof *film->moments;
        FilmMoment *moments = realloc(film->moments, size);
        if (!moments) {
            film_warn(film, "not enough memory for round %d", snapshot->round);
            return NULL;
        }
        film->moments = moments;
    }
    FilmMoment *moment = &film->moments[film->count];
    memset(moment, 0, sizeof *moment);
    moment->snapshot = *snapshot;
    if (film->count > 0)
        moment->memory = moment[-1].memory;
    memory_update(&moment->memory, snapshot);
    film->count++;
    return moment;
}

void film_warn(Film *film, const char *format, ...) {
    film->damaged = true;
    if (film->warning_count++ >= FILM_WARNINGS)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(film->warnings[film->warning_count - 1], FILM_WARNING, format, arguments);
    va_end(arguments);
}

static void gather_powerups(Film *film) {
    game_init(&film->powerups, 2, 0);
    for (int i = 0; i < film->count && snapshot_is_standard(&film->moments[i].snapshot); i++)
        for (int x = 2; x < BOARD_SIZE; x++)
            for (int y = 2; y < BOARD_SIZE; y++) {
                int type = film->moments[i].snapshot.blocks[x][y].powerup;
                if (type)
                    game_add_powerup(&film->powerups, cell_at(x - 1, y - 1), (PowerUp)type);
            }
}

static void explain_nothing(const Film *film, const char *path, char *error, size_t size) {
    char match[NAME_SIZE];
    if (seedfolder_find_match(path, match, sizeof match))
        snprintf(error, size, "%s: it holds a match in \"%s\": give the path of that folder", path,
                 match);
    else
        snprintf(error, size, "%s: %s", path,
                 film->warning_count ? film->warnings[0] : "there is no round in it");
}

Film *film_load(const char *path, char *error, size_t size) {
    PathKind kind = path_kind(path);
    if (kind == PATH_MISSING) {
        snprintf(error, size, "%s: there is no such file or folder", path);
        return NULL;
    }
    Film *film = memory_allocate_aligned(sizeof *film);
    if (!film) {
        snprintf(error, size, "%s: not enough memory", path);
        return NULL;
    }
    memset(film, 0, sizeof *film);
    if (kind == PATH_FOLDER)
        film_load_seed_folder(film, path);
    else
        film_load_recording(film, path);
    if (film->count == 0) {
        explain_nothing(film, path, error, size);
        film_free(film);
        return NULL;
    }
    gather_powerups(film);
    return film;
}

void film_free(Film *film) {
    if (film)
        free(film->moments);
    memory_free_aligned(film);
}

int film_find(const Film *film, int round) {
    for (int i = 0; i < film->count; i++)
        if (film->moments[i].snapshot.round == round)
            return i;
    return -1;
}

/* A power-up is there when it is in sight or its cell is still a wall. */
static void place_powerups(const Film *film, const Snapshot *snapshot, Game *game, State *state) {
    for (int i = 0; i < film->powerups.powerup_count; i++) {
        Cell cell = film->powerups.powerup_cell[i];
        if (board_has(&state->walls, cell) &&
            !snapshot->blocks[cell_x(cell) + 1][cell_y(cell) + 1].powerup) {
            int index = game_add_powerup(game, cell, film->powerups.powerup_type[i]);
            state->powerups |= index == NO_POWERUP ? 0 : 1u << index;
        }
    }
    state_rehash(state);
}

bool film_state(const Film *film, int index, bool all, Game *game, State *state) {
    const FilmMoment *moment = &film->moments[index];
    char message[256];
    int player;
    if (!snapshot_is_standard(&moment->snapshot) ||
        !snapshot_to_state(&moment->snapshot, moment->snapshot.players[0].key, game, state, &player,
                           message, sizeof message))
        return false;
    memory_apply(&moment->memory, &moment->snapshot, game, state);
    if (all)
        place_powerups(film, &moment->snapshot, game, state);
    return true;
}

const char *film_action(const Film *film, int index, int player) {
    const FilmMoment *moment = &film->moments[index];
    bool is_end = film->ended && index == film->count - 1;
    if (is_end || moment->snapshot.players[player].killed)
        return "";
    return moment->late[player] ? "too late" : command_name(moment->command[player]);
}
