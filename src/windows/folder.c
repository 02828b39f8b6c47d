#ifdef _WIN32

#include "platform/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "windows/support.h"

PathKind path_kind(const char *path) {
    wchar_t *wide = windows_widen(path);
    DWORD attributes = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    free(wide);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return PATH_MISSING;
    return attributes & FILE_ATTRIBUTE_DIRECTORY ? PATH_FOLDER : PATH_FILE;
}

static HANDLE find_first(const char *folder, WIN32_FIND_DATAW *entry) {
    size_t length = strlen(folder) + 3;
    char *pattern = malloc(length);
    if (!pattern)
        return INVALID_HANDLE_VALUE;
    snprintf(pattern, length, "%s\\*", folder);
    wchar_t *wide = windows_widen(pattern);
    HANDLE search = wide ? FindFirstFileW(wide, entry) : INVALID_HANDLE_VALUE;
    if (wide && search == INVALID_HANDLE_VALUE)
        windows_set_errno();
    free(pattern);
    free(wide);
    return search;
}

bool folder_visit(const char *path, void (*visit)(void *context, const char *name), void *context) {
    WIN32_FIND_DATAW entry;
    HANDLE search = find_first(path, &entry);
    if (search == INVALID_HANDLE_VALUE)
        return false;
    do {
        char *name = windows_narrow(entry.cFileName);
        if (name)
            visit(context, name);
        free(name);
    } while (FindNextFileW(search, &entry));
    FindClose(search);
    return true;
}

static bool create_one(const char *path) {
    wchar_t *wide = windows_widen(path);
    bool exists = wide && (CreateDirectoryW(wide, NULL) || windows_is_folder(wide));
    if (wide && !exists)
        windows_set_errno();
    free(wide);
    return exists;
}

bool folder_create(const char *path) {
    char *copy = strdup(path);
    if (!copy)
        return false;
    bool created = true;
    for (char *at = copy + (*copy != 0); created && *at; at++)
        if ((*at == '/' || *at == '\\') && at[-1] != ':') {
            char separator = *at;
            *at = 0;
            created = create_one(copy);
            *at = separator;
        }
    created = created && create_one(copy);
    free(copy);
    return created;
}

#endif
