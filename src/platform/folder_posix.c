#ifndef _WIN32

#include "platform/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

PathKind path_kind(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        return PATH_MISSING;
    return S_ISDIR(status.st_mode) ? PATH_FOLDER : PATH_FILE;
}

bool folder_visit(const char *path, void (*visit)(void *context, const char *name), void *context) {
    DIR *folder = opendir(path);
    if (!folder)
        return false;
    for (struct dirent *entry; (entry = readdir(folder));)
        visit(context, entry->d_name);
    closedir(folder);
    return true;
}

static bool create_one(const char *path) {
    if (mkdir(path, 0777) == 0)
        return true;
    if (errno == EEXIST && path_kind(path) != PATH_FOLDER)
        errno = ENOTDIR;
    return errno == EEXIST;
}

/* Usually only the last folder is missing, so the parents are created only when that fails. */
bool folder_create(const char *path) {
    if (create_one(path))
        return true;
    char *copy = errno == ENOENT ? strdup(path) : NULL;
    if (!copy)
        return false;
    bool created = true;
    for (char *at = copy + 1; created && *at; at++)
        if (*at == '/') {
            *at = 0;
            created = create_one(copy);
            *at = '/';
        }
    created = created && create_one(copy);
    int error = errno;
    free(copy);
    errno = error;
    return created;
}

#endif
