#include "web/folders.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "platform/clock.h"
#include "platform/folder.h"
#include "platform/text.h"
#include "platform/thread.h"
#include "records/match_replay.h"
#include "records/seed_folder.h"
#include "replay/html.h"
#include "replay/json_text.h"

enum { PATH_SIZE = 2048, DEPTH_MAX = 4, VISITS_MAX = 200000, LOOK_MS = 3000 };

/* A match that was found. */
typedef struct Found {
    char *name;     /* its path below the folder */
    time_t changed; /* when its last round was written */
    int last;       /* its last round when it was read */
    bool is_there;  /* the present walk has come across it */
    char *json;     /* of the list, without "id" and braces; NULL: it is not listed */
} Found;

struct Folders {
    const char *path;
    Thread *thread;
    Event *ending;
    pthread_mutex_t mutex; /* guards what follows */
    int count;
    Found found[FOLDERS_MAX];
};

static bool is_ended(const Folders *folders) {
    return event_wait_until(folders->ending, clock_now());
}

/* Returns false when the path is too long. */
static bool set_path(const Folders *folders, const char *name, char path[PATH_SIZE]) {
    return snprintf(path, PATH_SIZE, "%s/%s", folders->path, name) < PATH_SIZE;
}

/* ---- What the list says about a match. ---- */

static int find_winner(const Snapshot *end) {
    int winner = 0;
    for (int p = 1; p < end->player_count; p++) {
        const SnapshotPlayer *best = &end->players[winner], *player = &end->players[p];
        bool is_better =
            best->killed != player->killed ? best->killed : player->points > best->points;
        winner = is_better ? p : winner;
    }
    return winner;
}

static void add_players(Text *out, const Snapshot *end) {
    text_add(out, ",\"players\":[");
    for (int p = 0; p < end->player_count; p++) {
        const SnapshotPlayer *player = &end->players[p];
        text_add(out, "%s{\"key\":\"%c\",\"points\":%d,\"alive\":%s,\"name\":", p ? "," : "",
                 player->key, player->points, player->killed ? "false" : "true");
        json_add_string(out, player->name);
        text_add(out, "}");
    }
    text_add(out, "]");
}

/* Returns NULL when the match has no round that can be read. The caller frees it. */
static char *describe(const SeedFolder *seed, const char *name, time_t changed) {
    Text out = {0};
    char message[256];
    size_t size;
    Snapshot *end = malloc(sizeof *end);
    bool read = end && (seed_folder_read_end(seed, end) ||
                        seed_folder_read_round(seed, seed->last, end, message, sizeof message));
    if (!read) {
        free(end);
        return NULL;
    }
    bool ended = snapshot_is_over(end);
    text_add(&out, "\"name\":");
    json_add_string(&out, name);
    text_add(&out, ",\"rounds\":%d,\"seed\":%d,\"ended\":%s,\"date\":%lld", end->round, end->seed,
             ended ? "true" : "false", (long long)changed);
    add_players(&out, end);
    if (ended)
        text_add(&out, ",\"winner\":%d", find_winner(end));
    free(end);
    return text_take(&out, &size);
}

/* ---- Looking for matches. ---- */

/* A walk through the folders. */
typedef struct Walk {
    Folders *folders;
    const char *name; /* of the folder that is listed, below folders->path */
    int depth;
    int *visits;
} Walk;

/* True when the folder holds rounds: a folder with a number as its name and state.json or map.txt
 * in it. */
static bool is_match(const char *path, SeedFolder *seed) {
    char file[PATH_SIZE + 64];
    if (!seed_folder_open(seed, path))
        return false;
    snprintf(file, sizeof file, "%s/%d/state.json", path, seed->first);
    if (path_kind(file) == PATH_FILE)
        return true;
    snprintf(file, sizeof file, "%s/%d/map.txt", path, seed->first);
    return path_kind(file) == PATH_FILE;
}

static Found *find(Folders *folders, const char *name) {
    for (int i = 0; i < folders->count; i++)
        if (strcmp(folders->found[i].name, name) == 0)
            return &folders->found[i];
    if (folders->count == FOLDERS_MAX)
        return NULL;
    Found *found = &folders->found[folders->count];
    *found = (Found){.name = strdup(name), .last = -1};
    folders->count += found->name != NULL;
    return found->name ? found : NULL;
}

static time_t change_time(const char *path, int round) {
    char folder[PATH_SIZE + 64];
    struct stat status;
    snprintf(folder, sizeof folder, "%s/%d", path, round);
    return stat(folder, &status) == 0 ? status.st_mtime : 0;
}

static void note_match(Folders *folders, const char *name, const SeedFolder *seed) {
    time_t changed = change_time(seed->path, seed->last);
    pthread_mutex_lock(&folders->mutex);
    Found *found = find(folders, name);
    if (found)
        found->is_there = true;
    bool is_known = !found || (found->changed == changed && found->last == seed->last);
    pthread_mutex_unlock(&folders->mutex);
    char *json = is_known ? NULL : describe(seed, name, changed);
    if (!json)
        return;
    pthread_mutex_lock(&folders->mutex);
    Found *written = find(folders, name);
    free(written->json);
    written->json = json;
    written->changed = changed;
    written->last = seed->last;
    pthread_mutex_unlock(&folders->mutex);
}

/* At the end of a walk: list those no longer that have been deleted. */
static void forget_deleted(Folders *folders) {
    pthread_mutex_lock(&folders->mutex);
    for (int i = 0; i < folders->count; i++) {
        Found *found = &folders->found[i];
        if (!found->is_there) {
            free(found->json);
            found->json = NULL;
            found->last = -1;
        }
        found->is_there = false;
    }
    pthread_mutex_unlock(&folders->mutex);
}

static void visit(void *context, const char *name);

static void walk(const Walk *above, const char *name) {
    char path[PATH_SIZE];
    SeedFolder seed;
    if (!set_path(above->folders, name, path) || ++*above->visits > VISITS_MAX ||
        path_kind(path) != PATH_FOLDER || is_ended(above->folders))
        return;
    if (is_match(path, &seed)) {
        note_match(above->folders, name, &seed);
        return;
    }
    Walk own = {above->folders, name, above->depth + 1, above->visits};
    if (own.depth <= DEPTH_MAX)
        folder_visit(path, visit, &own);
}

static void visit(void *context, const char *name) {
    const Walk *self = context;
    char below[PATH_SIZE];
    if (name[0] == '.' || (int)sizeof below <= snprintf(below, sizeof below, "%s%s%s", self->name,
                                                        self->name[0] ? "/" : "", name))
        return;
    walk(self, below);
}

static void run(void *context) {
    const int64_t shortest = LOOK_MS * 1000000ll;
    Folders *folders = context;
    thread_lower_priority();
    bool ended = false;
    while (!ended) {
        int visits = 0;
        Walk top = {.folders = folders, .name = "", .depth = 0, .visits = &visits};
        int64_t began = clock_now();
        walk(&top, "");
        if (visits <= VISITS_MAX && !is_ended(folders))
            forget_deleted(folders);
        /* A slow walk is repeated less often. */
        int64_t now = clock_now(), pause = 10 * (now - began);
        ended = event_wait_until(folders->ending, now + (pause > shortest ? pause : shortest));
    }
}

Folders *folders_open(const char *path) {
    Folders *folders = calloc(1, sizeof *folders);
    if (!folders)
        return NULL;
    folders->path = path;
    pthread_mutex_init(&folders->mutex, NULL);
    folders->ending = event_create();
    folders->thread = folders->ending ? thread_start(run, folders) : NULL;
    if (folders->thread)
        return folders;
    folders_close(folders);
    return NULL;
}

void folders_close(Folders *folders) {
    if (!folders)
        return;
    if (folders->thread)
        event_set(folders->ending);
    thread_join(folders->thread);
    for (int i = 0; i < folders->count; i++) {
        free(folders->found[i].name);
        free(folders->found[i].json);
    }
    event_destroy(folders->ending);
    pthread_mutex_destroy(&folders->mutex);
    free(folders);
}

/* ---- What the host asks for. ---- */

/* A match in the order of the list. */
typedef struct Listed {
    int id;
    time_t changed;
} Listed;

static int compare(const void *a, const void *b) {
    const Listed *x = a, *y = b;
    if (x->changed != y->changed)
        return x->changed < y->changed ? 1 : -1;
    return y->id - x->id;
}

Blob *folders_list(Folders *folders) {
    Listed list[FOLDERS_MAX] = {0};
    int count = 0, written = 0;
    size_t size;
    Text out = {0};
    pthread_mutex_lock(&folders->mutex);
    for (int i = 0; i < folders->count; i++)
        if (folders->found[i].json)
            list[count++] = (Listed){i, folders->found[i].changed};
    qsort(list, (size_t)count, sizeof *list, compare);
    text_add(&out, "[");
    for (int i = 0; i < count; i++) {
        json_separate(&out, &written);
        text_add(&out, "\n{\"id\":%d,%s}", list[i].id, folders->found[list[i].id].json);
    }
    text_add(&out, "]\n");
    pthread_mutex_unlock(&folders->mutex);
    char *bytes = text_take(&out, &size);
    return bytes ? blob_make(bytes, size) : NULL;
}

/* The path of a match. Returns false when there is none with this id. */
static bool find_path(Folders *folders, int id, char path[PATH_SIZE], char name[PATH_SIZE]) {
    pthread_mutex_lock(&folders->mutex);
    bool exists = id >= 0 && id < folders->count;
    snprintf(name, PATH_SIZE, "%s", exists ? folders->found[id].name : "");
    pthread_mutex_unlock(&folders->mutex);
    return exists && set_path(folders, name, path);
}

Blob *folders_page(Folders *folders, int id) {
    char path[PATH_SIZE], name[PATH_SIZE], error[512];
    size_t size;
    if (!find_path(folders, id, path, name))
        return NULL;
    MatchReplay *replay = match_replay_load(path, error, sizeof error);
    char *page = replay ? html_page(replay, path, name, &size) : NULL;
    match_replay_free(replay);
    return page ? blob_make(page, size) : NULL;
}
