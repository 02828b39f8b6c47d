#include "processes/folder_size.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/clock.h"

enum { BLOCK = 512, NAMES_MAX = 64 << 20, FOLDER_FLAGS = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

/* Give the owner all permissions of a folder that cannot be opened. */
static void give_permissions(int parent, const char *name) {
    char path[64];
    int place = openat(parent, name, O_PATH | FOLDER_FLAGS);
    if (place < 0)
        return;
    snprintf(path, sizeof path, "/proc/self/fd/%d", place);
    chmod(path, FOLDER_CHANGE);
    close(place);
}

int folder_open_at(int parent, const char *name, unsigned permissions) {
    struct stat status;
    int folder = openat(parent, name, O_RDONLY | FOLDER_FLAGS);
    if (folder < 0 && errno == EACCES) {
        give_permissions(parent, name);
        folder = openat(parent, name, O_RDONLY | FOLDER_FLAGS);
    }
    if (folder >= 0 && fstat(folder, &status) == 0 && (status.st_mode & permissions) != permissions)
        fchmod(folder, (status.st_mode & 07777) | permissions);
    return folder;
}

bool folder_visit_open(int folder, bool (*visit)(void *context, const char *name), void *context) {
    int copy = openat(folder, ".", O_RDONLY | FOLDER_FLAGS);
    DIR *list = copy < 0 ? NULL : fdopendir(copy);
    bool going = list != NULL;
    if (!list && copy >= 0)
        close(copy);
    for (const struct dirent *entry; going && (entry = readdir(list));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            going = visit(context, entry->d_name);
    if (list)
        closedir(list);
    return going;
}

/* A folder on the way from the top to the one that is open. */
typedef struct Level {
    dev_t device;
    ino_t inode;
    size_t names; /* where the names of its folders begin that are still to be visited */
} Level;

/* A walk with one open folder. The names of the folders to be visited, each with its 0, form a
 * stack: those of the open folder are at its end. */
typedef struct Walk {
    int open;
    Level *levels;
    size_t depth, level_space;
    char *names;
    size_t used, name_space;
    FolderSize size;
    long long max_bytes, max_files;
    int64_t deadline;
    bool stopped;
} Walk;

/* Make room for one more. Returns false when memory is short. */
static bool make_room(void **array, size_t *space, size_t used, size_t more, size_t element) {
    if (used + more <= *space)
        return true;
    size_t larger = 2 * (used + more) + 256;
    void *moved = realloc(*array, larger * element);
    if (!moved)
        return false;
    *array = moved;
    *space = larger;
    return true;
}

static bool push_name(Walk *walk, const char *name) {
    size_t length = strlen(name) + 1;
    void *names = walk->names;
    if (walk->used + length > NAMES_MAX ||
        !make_room(&names, &walk->name_space, walk->used, length, 1))
        return false;
    walk->names = names;
    memcpy(walk->names + walk->used, name, length);
    walk->used += length;
    return true;
}

/* The last name of the stack, which begins behind the 0 of the name before it. */
static void pop_name(Walk *walk, size_t first, char name[NAME_MAX + 1]) {
    size_t start = walk->used - 1;
    while (start > first && walk->names[start - 1])
        start--;
    memcpy(name, walk->names + start, walk->used - start);
    walk->used = start;
}

static bool count_entry(void *context, const char *name) {
    Walk *walk = context;
    struct stat status;
    FolderSize *size = &walk->size;
    if (fstatat(walk->open, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        size->complete = size->complete && errno == ENOENT;
        return true;
    }
    size->files++;
    size->bytes += (long long)status.st_blocks * BLOCK;
    walk->stopped = size->bytes > walk->max_bytes || size->files > walk->max_files ||
                    clock_now() > walk->deadline ||
                    (S_ISDIR(status.st_mode) && !push_name(walk, name));
    return !walk->stopped;
}

/* Make `folder` the open one and count what is in it. */
static void enter(Walk *walk, int folder) {
    struct stat status;
    void *levels = walk->levels;
    if (walk->open >= 0)
        close(walk->open);
    walk->open = folder;
    if (fstat(folder, &status) != 0 ||
        !make_room(&levels, &walk->level_space, walk->depth, 1, sizeof *walk->levels)) {
        walk->stopped = true;
        return;
    }
    walk->levels = levels;
    walk->levels[walk->depth++] = (Level){status.st_dev, status.st_ino, walk->used};
    if (!folder_visit_open(folder, count_entry, walk))
        walk->size.complete = false;
}

/* Go back to the folder above. Stop when it is not the one from which the walk came. */
static void leave(Walk *walk) {
    struct stat status;
    if (--walk->depth == 0)
        return;
    const Level *above = &walk->levels[walk->depth - 1];
    int folder = openat(walk->open, "..", O_RDONLY | FOLDER_FLAGS);
    walk->stopped = folder < 0 || fstat(folder, &status) != 0 || status.st_dev != above->device ||
                    status.st_ino != above->inode;
    close(walk->open);
    walk->open = folder;
}

static void visit_next(Walk *walk) {
    size_t first = walk->levels[walk->depth - 1].names;
    char name[NAME_MAX + 1];
    if (walk->used == first) {
        leave(walk);
        return;
    }
    pop_name(walk, first, name);
    int folder = folder_open_at(walk->open, name, FOLDER_READ);
    if (folder >= 0)
        enter(walk, folder);
    else if (errno != ENOENT)
        walk->size.complete = false;
}

FolderSize folder_measure_until(const char *folder, long long bytes, long long files,
                                int limit_ms) {
    Walk walk = {.open = -1,
                 .size = {.complete = true},
                 .max_bytes = bytes,
                 .max_files = files,
                 .deadline = clock_now() + limit_ms * 1000000ll};
    int top = folder_open_at(AT_FDCWD, folder, FOLDER_READ);
    if (top < 0)
        return (FolderSize){.complete = errno == ENOENT};
    enter(&walk, top);
    while (!walk.stopped && walk.depth > 0)
        visit_next(&walk);
    if (walk.open >= 0)
        close(walk.open);
    free(walk.levels);
    free(walk.names);
    walk.size.complete = walk.size.complete && !walk.stopped;
    return walk.size;
}

FolderSize folder_measure(const char *folder, int limit_ms) {
    return folder_measure_until(folder, LLONG_MAX, LLONG_MAX, limit_ms);
}
