#include <stdlib.h>

#include "records/match_replay_internal.h"
#include "records/seed_folder.h"

typedef struct Reader {
    SeedFolder folder;
    Film *film;
    int nothing[SNAPSHOT_PLAYERS]; /* see seedfolder_played */
    Snapshot snapshot;
} Reader;

static bool is_same_match(const Snapshot *a, const Snapshot *b) {
    return a->seed == b->seed && a->player_count == b->player_count && a->width == b->width &&
           a->height == b->height;
}

static void read_commands(Reader *self, int round, FilmMoment *moment) {
    for (int p = 0; p < moment->snapshot.player_count; p++)
        if (!moment->snapshot.players[p].killed)
            moment->command[p] =
                seedfolder_played(&self->folder, round, moment->snapshot.players[p].key,
                                  &self->nothing[p], &moment->late[p]);
}

static void read_round(Reader *self, int round) {
    Film *film = self->film;
    char message[FILM_WARNING / 2];
    bool read =
        seedfolder_read_round(&self->folder, round, &self->snapshot, message, sizeof message);
    if (message[0])
        film_warn(film, "round %d: %s", round, message);
    if (!read)
        return;
    if (film->count > 0 && !is_same_match(&film->moments[0].snapshot, &self->snapshot)) {
        film_warn(film, "round %d: it is of another match", round);
        return;
    }
    FilmMoment *moment = film_add(film, &self->snapshot);
    if (moment)
        read_commands(self, round, moment);
}

/* The end is in a folder of its own, or only with the players of the last round. */
static void read_end(Reader *self) {
    Film *film = self->film;
    if (film->count > 0 && snapshot_is_over(&film->moments[film->count - 1].snapshot))
        film->ended = true;
    else if (seedfolder_read_end(&self->folder, &self->snapshot) && film->count > 0 &&
             is_same_match(&film->moments[0].snapshot, &self->snapshot))
        film->ended = film_add(film, &self->snapshot) != NULL;
    else
        film_warn(film, "what came after the last round is not there");
}

/* A folder of one round alone. */
static void read_lone_round(Reader *self, const char *path) {
    char message[FILM_WARNING / 2];
    if (snapshot_read_folder(path, &self->snapshot, message, sizeof message))
        film_add(self->film, &self->snapshot);
    if (message[0])
        film_warn(self->film, "%s", message);
}

void film_load_seed_folder(Film *film, const char *path) {
    Reader *self = calloc(1, sizeof *self);
    if (!self) {
        film_warn(film, "not enough memory");
        return;
    }
    self->film = film;
    if (seedfolder_open(&self->folder, path)) {
        for (int round = self->folder.first; round <= self->folder.last; round++)
            read_round(self, round);
        read_end(self);
    } else {
        read_lone_round(self, path);
    }
    free(self);
}
