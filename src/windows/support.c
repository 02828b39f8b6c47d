#ifdef _WIN32

#include "windows/support.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SAFE_LENGTH = 240 /* CreateDirectory accepts 248 at most: MAX_PATH minus an 8.3 name */ };

static wchar_t *to_utf16(const char *text) {
    int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = length > 0 ? malloc((size_t)length * sizeof *wide) : NULL;
    if (wide)
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, length);
    else if (length <= 0)
        errno = EILSEQ;
    return wide;
}

/* Make the path absolute and prepend the prefix: \\?\C:\..., \\?\UNC\server\... */
static wchar_t *lift_limit(const wchar_t *path) {
    static const wchar_t plain[] = L"\\\\?\\", share[] = L"\\\\?\\UNC";
    DWORD space = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *full = malloc((space + 1) * sizeof *full);
    wchar_t *lifted = malloc((space + 1) * sizeof *full + sizeof share);
    DWORD length = full && lifted ? GetFullPathNameW(path, space + 1, full, NULL) : 0;
    if (length == 0 || length > space) {
        free(lifted);
        lifted = NULL;
    } else if (wcsncmp(full, plain, 4) == 0) {
        wcscpy(lifted, full);
    } else {
        bool shared = wcsncmp(full, L"\\\\", 2) == 0;
        wcscpy(lifted, shared ? share : plain);
        wcscat(lifted, full + shared);
    }
    free(full);
    return lifted;
}

wchar_t *windows_widen(const char *text) {
    wchar_t *path = to_utf16(text);
    if (!path || wcslen(path) < SAFE_LENGTH)
        return path;
    wchar_t *lifted = lift_limit(path);
    free(path);
    if (!lifted)
        errno = ENOMEM;
    return lifted;
}

char *windows_narrow(const wchar_t *text) {
    int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *narrow = length > 0 ? malloc((size_t)length) : NULL;
    if (narrow)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, length, NULL, NULL);
    return narrow;
}

void windows_set_errno(void) {
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
        errno = ENOENT;
        break;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_DIRECTORY:
        errno = ENOTDIR;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        errno = EACCES;
        break;
    case ERROR_WRITE_PROTECT:
        errno = EROFS;
        break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        errno = ENOSPC;
        break;
    case ERROR_FILENAME_EXCED_RANGE:
        errno = ENAMETOOLONG;
        break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        errno = ENOMEM;
        break;
    default:
        errno = EIO;
    }
}

FARPROC windows_find_function(const char *library, const char *name) {
    HMODULE module = LoadLibraryA(library);
    return module ? GetProcAddress(module, name) : NULL;
}

bool windows_is_folder(const wchar_t *path) {
    DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY;
}

#endif
