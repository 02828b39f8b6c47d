#include "processes/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/clock.h"

enum { BLOCK = 512, LARGE_FILE = 1 << 20, NAME_SIZE = 32 };

/* A tree is removed without descending into it: each folder that is not empty is moved to the top,
 * under a number, so that two open folders are enough for any depth. */
typedef struct Removal {
    int top;        /* the folder whose contents are removed */
    int folder;     /* the one in it that is emptied */
    bool keep;      /* the files of the round */
    unsigned first; /* of the numbers that are still to be emptied */
    unsigned next;  /* the next number that is free */
    long long bytes;
    long found, removed; /* entries at the top in this pass */
    int64_t deadline;
} Removal;

static bool has_time(const Removal *removal) {
    return clock_now() < removal->deadline;
}

static void number_name(unsigned number, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, ".cleanup-%u", number);
}

static long long disk_bytes(const struct stat *status) {
    return (long long)status->st_blocks * BLOCK;
}

static bool is_kept(const char *name, const struct stat *status) {
    static const char *const kept[] = {"move.txt", "state.json", "map.txt"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, kept[i]) == 0)
            return S_ISREG(status->st_mode) && disk_bytes(status) <= LARGE_FILE;
    return false;
}

/* Remove a file, or a folder that is empty. */
static bool remove_one(Removal *removal, int folder, const char *name, const struct stat *status) {
    if (unlinkat(folder, name, S_ISDIR(status->st_mode) ? AT_REMOVEDIR : 0) != 0)
        return errno == ENOENT;
    removal->bytes += disk_bytes(status);
    return true;
}

static bool rename_to_top(Removal *removal, const char *name) {
    char number[NAME_SIZE];
    bool moved = false, taken = true;
    while (!moved && taken && has_time(removal)) {
        number_name(removal->next++, number);
        moved = renameat(removal->folder, name, removal->top, number) == 0;
        taken = errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR;
    }
    return moved;
}

/* Only a folder that its owner may change can be moved. */
static void move_to_top(Removal *removal, const char *name) {
    if (rename_to_top(removal, name) || errno != EACCES)
        return;
    int folder = folder_open_at(removal->folder, name, FOLDER_CHANGE);
    if (folder < 0)
        return;
    close(folder);
    rename_to_top(removal, name);
}

static bool remove_below(void *context, const char *name) {
    Removal *removal = context;
    struct stat status;
    if (fstatat(removal->folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        !remove_one(removal, removal->folder, name, &status) && S_ISDIR(status.st_mode))
        move_to_top(removal, name);
    return has_time(removal);
}

/* Empty a folder at the top. A folder that holds nothing is not opened. */
static bool remove_folder(Removal *removal, const char *name, const struct stat *status) {
    if (remove_one(removal, removal->top, name, status))
        return true;
    removal->folder = folder_open_at(removal->top, name, FOLDER_CHANGE);
    if (removal->folder < 0)
        return false;
    folder_visit_open(removal->folder, remove_below, removal);
    close(removal->folder);
    return remove_one(removal, removal->top, name, status);
}

static bool remove_at_top(void *context, const char *name) {
    Removal *removal = context;
    struct stat status;
    if (fstatat(removal->top, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        (removal->keep && is_kept(name, &status)))
        return has_time(removal);
    removal->found++;
    removal->removed += S_ISDIR(status.st_mode) ? remove_folder(removal, name, &status)
                                                : remove_one(removal, removal->top, name, &status);
    return has_time(removal);
}

/* Remove all that is at the top, and the folders that come there meanwhile. */
static void run_pass(Removal *removal) {
    char name[NAME_SIZE];
    removal->found = removal->removed = 0;
    folder_visit_open(removal->top, remove_at_top, removal);
    for (; removal->first < removal->next && has_time(removal); removal->first++) {
        number_name(removal->first, name);
        remove_at_top(removal, name);
    }
}

/* Remove what is in a folder. A pass that finds nothing confirms that nothing is left. */
static CleanupResult remove_contents(const char *folder, bool keep, int64_t deadline) {
    Removal removal = {
        .top = folder_open_at(AT_FDCWD, folder, FOLDER_CHANGE), .keep = keep, .deadline = deadline};
    if (removal.top < 0)
        return (CleanupResult){0, errno == ENOENT};
    do
        run_pass(&removal);
    while (removal.removed > 0 && has_time(&removal));
    close(removal.top);
    return (CleanupResult){removal.bytes, removal.found == 0 && has_time(&removal)};
}

CleanupResult cleanup_folder(const char *folder, int limit_ms) {
    int64_t deadline = clock_now() + limit_ms * 1000000ll;
    /* Half of the time is left for removing, so that each call removes something. */
    FolderSize size = folder_measure_until(folder, (long long)CLEANUP_KEEP_MB << 20,
                                           CLEANUP_KEEP_FILES, limit_ms / 2);
    if (size.complete)
        return (CleanupResult){0, true};
    return remove_contents(folder, true, deadline);
}

bool cleanup_remove(const char *path, int limit_ms) {
    struct stat status;
    if (lstat(path, &status) != 0)
        return errno == ENOENT;
    if (!S_ISDIR(status.st_mode))
        return unlink(path) == 0;
    remove_contents(path, false, clock_now() + limit_ms * 1000000ll);
    return rmdir(path) == 0;
}
