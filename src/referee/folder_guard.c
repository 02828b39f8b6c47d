#include "referee/folder_guard.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/folder.h"
#include "platform/number.h"
#include "processes/cleanup.h"

enum { PATH_SIZE = GUARD_PATH + 512 };

const char *const guard_file_names[GUARD_FILES] = {"state.json", "map.txt", "roundInfo.json"};

static Identity identify(const char *path) {
    struct stat status;
    if (lstat(path, &status) != 0)
        return (Identity){0};
    return (Identity){status.st_dev, status.st_ino, status.st_mode & S_IFMT, status.st_ctim};
}

static bool is_same(const Identity *a, const Identity *b) {
    return a->device == b->device && a->inode == b->inode && a->kind == b->kind;
}

static bool is_unchanged(const Identity *a, const Identity *b) {
    return is_same(a, b) && a->changed.tv_sec == b->changed.tv_sec &&
           a->changed.tv_nsec == b->changed.tv_nsec;
}

static bool exists(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0;
}

static void round_path(const FolderGuard *guard, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%d", guard->match, guard->round);
}

static void player_path(const FolderGuard *guard, int player, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%d/%c", guard->match, guard->round, guard->keys[player]);
}

static void open_match(FolderGuard *guard) {
    guard->handle = open(guard->match, O_PATH | O_DIRECTORY | O_CLOEXEC);
    guard->match_id = identify(guard->match);
}

void folder_guard_open(FolderGuard *guard, const char *match, const char *keys, int count) {
    memset(guard, 0, sizeof *guard);
    snprintf(guard->match, sizeof guard->match, "%s", match);
    memcpy(guard->keys, keys, (size_t)count);
    guard->count = count;
    guard->round = -1;
    open_match(guard);
}

void folder_guard_close(FolderGuard *guard) {
    if (guard->handle >= 0)
        close(guard->handle);
    guard->handle = -1;
}

/* All removals of a check share its time. */
static void remove_planted(const FolderGuard *guard, const char *path) {
    int64_t left = (guard->deadline - clock_now()) / 1000000;
    cleanup_remove(path, left > 1 ? (int)left : 1);
}

static int64_t end_of_time(void) {
    return clock_now() + CLEANUP_MS * 1000000ll;
}

static bool make(const FolderGuard *guard, const char *path, Identity *identity, bool *removed) {
    *removed = exists(path);
    if (*removed)
        remove_planted(guard, path);
    if (!folder_create(path))
        return false;
    *identity = identify(path);
    return true;
}

bool folder_guard_make_round(FolderGuard *guard, int round, bool *removed) {
    char path[PATH_SIZE];
    *removed = false;
    if (guard->round == round)
        return true;
    guard->round = round;
    memset(guard->files, 0, sizeof guard->files);
    memset(guard->players, 0, sizeof guard->players);
    guard->deadline = end_of_time();
    round_path(guard, path);
    return make(guard, path, &guard->round_id, removed);
}

bool folder_guard_make_player(FolderGuard *guard, int player, bool *removed) {
    char path[PATH_SIZE];
    player_path(guard, player, path);
    Identity now = identify(path);
    *removed = false;
    if (guard->players[player].device && is_same(&now, &guard->players[player]))
        return true;
    guard->deadline = end_of_time();
    return make(guard, path, &guard->players[player], removed);
}

void folder_guard_note_files(FolderGuard *guard) {
    char path[PATH_SIZE];
    for (int i = 0; i < GUARD_FILES; i++) {
        snprintf(path, sizeof path, "%s/%d/%s", guard->match, guard->round, guard_file_names[i]);
        guard->files[i] = identify(path);
    }
}

/* A report of what was wrong, as a list with commas. */
typedef struct Report {
    char *text;
    size_t used;
} Report;

__attribute__((format(printf, 2, 3))) static void report(Report *list, const char *format, ...) {
    va_list values;
    if (list->used + 1 >= GUARD_TEXT)
        return;
    if (list->used)
        list->used += (size_t)snprintf(list->text + list->used, GUARD_TEXT - list->used, ", ");
    if (list->used + 1 >= GUARD_TEXT)
        return;
    va_start(values, format);
    list->used +=
        (size_t)vsnprintf(list->text + list->used, GUARD_TEXT - list->used, format, values);
    va_end(values);
}

/* Move the folder of the match back to where it was. */
static void restore_match(FolderGuard *guard, Report *list) {
    char link[64], moved[PATH_SIZE], parent[GUARD_PATH];
    Identity now = identify(guard->match);
    if (is_same(&now, &guard->match_id))
        return;
    report(list, "the folder of the match was moved");
    remove_planted(guard, guard->match);
    snprintf(link, sizeof link, "/proc/self/fd/%d", guard->handle);
    ssize_t length = guard->handle >= 0 ? readlink(link, moved, sizeof moved - 1) : -1;
    moved[length > 0 ? length : 0] = 0;
    snprintf(parent, sizeof parent, "%s", guard->match);
    *strrchr(parent, '/') = 0;
    if (folder_create(parent) && length > 0 && rename(moved, guard->match) == 0)
        return;
    report(list, "and is lost");
    folder_create(guard->match);
    folder_guard_close(guard);
    open_match(guard);
}

/* The names in a folder, which is then changed. */
typedef struct Names {
    char **list;
    int count, space;
} Names;

static void add_name(void *context, const char *name) {
    Names *names = context;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return;
    if (names->count == names->space) {
        int space = 2 * names->space + 16;
        char **larger = realloc(names->list, (size_t)space * sizeof *larger);
        if (!larger)
            return;
        names->list = larger;
        names->space = space;
    }
    names->list[names->count] = strdup(name);
    names->count += names->list[names->count] != NULL;
}

/* Remove the entries of `folder` that should not be there. */
static void remove_strangers(const FolderGuard *guard, const char *folder,
                             bool (*belongs)(const FolderGuard *guard, const char *name),
                             Report *list) {
    Names names = {NULL, 0, 0};
    char path[PATH_SIZE];
    folder_visit(folder, add_name, &names);
    for (int i = 0; i < names.count; i++) {
        int length = snprintf(path, sizeof path, "%s/%s", folder, names.list[i]);
        if (!belongs(guard, names.list[i]) && length < (int)sizeof path) {
            report(list, "there was already a %s", path + strlen(guard->match) + 1);
            remove_planted(guard, path);
        }
        free(names.list[i]);
    }
    free(names.list);
}

/* In the folder of the match the referee makes only folders of rounds. */
static bool belongs_to_match(const FolderGuard *guard, const char *name) {
    long long round;
    return !number_whole(name, 0, INT_MAX, &round) || round <= guard->round;
}

static bool belongs_to_round(const FolderGuard *guard, const char *name) {
    for (int i = 0; i < GUARD_FILES; i++)
        if (strcmp(name, guard_file_names[i]) == 0)
            return true;
    for (int p = 0; p < guard->count; p++)
        if (guard->players[p].device && name[0] == guard->keys[p] && !name[1])
            return true;
    return false;
}

/* A bot may have taken the rights to its folder from us. */
static void restore_rights(const char *path) {
    enum { FOLDER_RIGHTS = 0755 };
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
        (status.st_mode & S_IRWXU) != S_IRWXU)
        chmod(path, FOLDER_RIGHTS);
}

static void restore_round(FolderGuard *guard, Report *list) {
    char path[PATH_SIZE];
    bool removed;
    round_path(guard, path);
    restore_rights(guard->match);
    restore_rights(path);
    Identity now = identify(path);
    if (is_same(&now, &guard->round_id))
        return;
    report(list, "the folder of round %d was replaced", guard->round);
    make(guard, path, &guard->round_id, &removed);
}

static void restore_players(FolderGuard *guard, Report *list) {
    char path[PATH_SIZE];
    bool removed;
    for (int p = 0; p < guard->count; p++) {
        player_path(guard, p, path);
        restore_rights(path);
        Identity now = identify(path);
        if (!guard->players[p].device || is_same(&now, &guard->players[p]))
            continue;
        report(list, "the folder of player %c was replaced", guard->keys[p]);
        make(guard, path, &guard->players[p], &removed);
    }
}

static unsigned find_changed_files(const FolderGuard *guard, Report *list) {
    char path[PATH_SIZE];
    unsigned changed = 0;
    for (int i = 0; i < GUARD_FILES; i++) {
        snprintf(path, sizeof path, "%s/%d/%s", guard->match, guard->round, guard_file_names[i]);
        Identity now = identify(path);
        if (!guard->files[i].device || is_unchanged(&now, &guard->files[i]))
            continue;
        report(list, "%s of round %d was changed", guard_file_names[i], guard->round);
        if (exists(path))
            remove_planted(guard, path);
        changed |= 1u << i;
    }
    return changed;
}

unsigned folder_guard_check(FolderGuard *guard, char text[GUARD_TEXT]) {
    Report list = {text, 0};
    char path[PATH_SIZE];
    text[0] = 0;
    guard->deadline = end_of_time();
    restore_match(guard, &list);
    remove_strangers(guard, guard->match, belongs_to_match, &list);
    restore_round(guard, &list);
    round_path(guard, path);
    remove_strangers(guard, path, belongs_to_round, &list);
    restore_players(guard, &list);
    return find_changed_files(guard, &list);
}
