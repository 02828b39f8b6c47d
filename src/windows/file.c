#ifdef _WIN32

#include "platform/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "windows/support.h"

enum {
    REPLACE_TRIES = 10, /* a virus scanner, for example, opens new files for a moment */
    SHARE_ALL = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
};

/* WriteFile and ReadFile take a length of 32 bits. */
static DWORD next_length(size_t left) {
    enum { MAX_LENGTH = 1 << 30 };
    return left < MAX_LENGTH ? (DWORD)left : MAX_LENGTH;
}

static bool write_open(HANDLE file, const char *data, size_t size) {
    for (size_t done = 0; done < size;) {
        DWORD step = 0;
        if (!WriteFile(file, data + done, next_length(size - done), &step, NULL) || step == 0)
            return false;
        done += step;
    }
    return true;
}

/* Write a new file. An existing file or link of this name is removed, not written to. */
static bool write_new(const wchar_t *path, const char *data, size_t size) {
    DeleteFileW(path);
    HANDLE file =
        CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        windows_set_errno();
        return false;
    }
    bool written = write_open(file, data, size);
    if (!written)
        windows_set_errno();
    CloseHandle(file);
    return written;
}

/* Retry when access is denied, except when the target is a folder. */
static bool move_over(const wchar_t *from, const wchar_t *to) {
    for (int i = 1; !MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING); i++) {
        windows_set_errno();
        if (windows_is_folder(to))
            errno = EISDIR;
        if (errno != EACCES || i == REPLACE_TRIES)
            return false;
        Sleep(1);
    }
    return true;
}

static bool replace_wide(const wchar_t *temporary, const wchar_t *path, const void *data,
                         size_t size) {
    bool replaced = write_new(temporary, data, size) && move_over(temporary, path);
    int error = errno;
    if (!replaced)
        DeleteFileW(temporary);
    errno = error;
    return replaced;
}

/* Other processes may use, rename and remove the file meanwhile. */
static intptr_t open_kept(const wchar_t *path) {
    HANDLE file = CreateFileW(path, GENERIC_WRITE, SHARE_ALL, NULL, OPEN_EXISTING,
                              FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    return file == INVALID_HANDLE_VALUE ? NO_FILE : (intptr_t)file;
}

bool file_replace_kept(const char *path, const void *data, size_t size, intptr_t *file) {
    *file = NO_FILE;
    if (!file_replace(path, data, size))
        return false;
    wchar_t *wide = windows_widen(path);
    if (wide)
        *file = open_kept(wide);
    free(wide);
    return true;
}

static bool has_name(HANDLE file) {
    FILE_STANDARD_INFO info;
    return GetFileInformationByHandleEx(file, FileStandardInfo, &info, sizeof info) &&
           !info.DeletePending && info.NumberOfLinks > 0;
}

bool file_overwrite(intptr_t file, const void *data, size_t size) {
    HANDLE handle = (HANDLE)file;
    return file != NO_FILE && has_name(handle) &&
           SetFilePointer(handle, 0, NULL, FILE_BEGIN) == 0 && write_open(handle, data, size);
}

void file_release(intptr_t file) {
    if (file != NO_FILE)
        CloseHandle((HANDLE)file);
}

bool file_replace(const char *path, const void *data, size_t size) {
    size_t length = strlen(path) + 32;
    char *name = malloc(length);
    if (!name)
        return false;
    snprintf(name, length, "%s.%lu.tmp", path, (unsigned long)GetCurrentProcessId());
    wchar_t *temporary = windows_widen(name), *wide = windows_widen(path);
    bool replaced = temporary && wide && replace_wide(temporary, wide, data, size);
    int error = errno;
    free(name);
    free(temporary);
    free(wide);
    errno = error;
    return replaced;
}

bool file_write(const char *path, const void *data, size_t size) {
    return file_replace(path, data, size);
}

/* Read up to `space` bytes. Returns their number, which is smaller at the end of the file; -1 with
 * errno. */
static int64_t fill(HANDLE file, char *text, size_t space) {
    size_t length = 0;
    while (length < space) {
        DWORD step = 0;
        if (!ReadFile(file, text + length, next_length(space - length), &step, NULL)) {
            windows_set_errno();
            return -1;
        }
        if (step == 0)
            break;
        length += step;
    }
    return (int64_t)length;
}

static char *read_open(HANDLE file, size_t limit, size_t *size) {
    LARGE_INTEGER length;
    if (GetFileType(file) != FILE_TYPE_DISK) {
        errno = EINVAL;
        return NULL;
    }
    if (!GetFileSizeEx(file, &length)) {
        windows_set_errno();
        return NULL;
    }
    if ((uint64_t)length.QuadPart > limit) {
        errno = EFBIG;
        return NULL;
    }
    char *text = malloc((size_t)length.QuadPart + 1);
    int64_t read = text ? fill(file, text, (size_t)length.QuadPart) : -1;
    if (read < 0) {
        free(text);
        return NULL;
    }
    text[ *size = (size_t)read] = 0;
    return text;
}

static char *read_wide(const wchar_t *path, size_t limit, size_t *size) {
    HANDLE file = CreateFileW(path, GENERIC_READ, SHARE_ALL, NULL, OPEN_EXISTING,
                              FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        windows_set_errno();
        if (windows_is_folder(path))
            errno = EISDIR;
        return NULL;
    }
    char *text = read_open(file, limit, size);
    CloseHandle(file);
    return text;
}

char *file_read(const char *path, size_t limit, size_t *size) {
    wchar_t *wide = windows_widen(path);
    char *text = wide ? read_wide(wide, limit, size) : NULL;
    int error = errno;
    free(wide);
    errno = error;
    return text;
}

FILE *file_open(const char *path, const char *mode) {
    wchar_t *wide = windows_widen(path), *wide_mode = windows_widen(mode);
    FILE *file = wide && wide_mode ? _wfopen(wide, wide_mode) : NULL;
    int error = errno;
    free(wide);
    free(wide_mode);
    errno = error;
    return file;
}

#endif
