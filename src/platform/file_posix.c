#ifndef _WIN32

#include "platform/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Create a new file. An existing file or link of this name is removed, not written to. */
static int create_new(const char *path) {
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int file = open(path, flags, 0666);
    if (file < 0 && errno == EEXIST && unlink(path) == 0)
        file = open(path, flags, 0666);
    return file;
}

static bool write_all(int file, const char *data, size_t size) {
    while (size > 0) {
        ssize_t step = write(file, data, size);
        if (step < 0 && errno == EINTR)
            continue;
        if (step <= 0)
            return false;
        data += step;
        size -= (size_t)step;
    }
    return true;
}

/* Close a file after a failure, and keep the errno of the failure. */
static void close_failed(int file) {
    int error = errno;
    if (file >= 0)
        close(file);
    errno = error;
}

/* Returns the open file; -1 with errno. */
static int write_new(const char *path, const void *data, size_t size) {
    int file = create_new(path);
    if (file >= 0 && write_all(file, data, size))
        return file;
    close_failed(file);
    return -1;
}

static bool write_and_close(const char *path, const void *data, size_t size) {
    int file = write_new(path, data, size);
    return file >= 0 && close(file) == 0;
}

static bool write_and_keep(const char *path, const void *data, size_t size, intptr_t *file) {
    *file = write_new(path, data, size);
    return *file >= 0;
}

/* If `file` is not NULL, the new file stays open in it. */
static bool replace(const char *path, const void *data, size_t size, intptr_t *file) {
    size_t length = strlen(path) + 32;
    char *temporary = malloc(length);
    if (!temporary)
        return false;
    snprintf(temporary, length, "%s.%ld.tmp", path, (long)getpid());
    bool written =
        file ? write_and_keep(temporary, data, size, file) : write_and_close(temporary, data, size);
    bool replaced = written && rename(temporary, path) == 0;
    int error = errno;
    if (!replaced)
        unlink(temporary);
    free(temporary);
    errno = error;
    return replaced;
}

bool file_replace(const char *path, const void *data, size_t size) {
    return replace(path, data, size, NULL);
}

static bool is_our_output(const struct stat *file) {
    struct stat output;
    return fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == file->st_dev &&
           output.st_ino == file->st_ino;
}

bool file_is_special(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && (!S_ISREG(status.st_mode) || is_our_output(&status));
}

FILE *file_open_special(const char *path) {
    struct stat status;
    bool ours = stat(path, &status) == 0 && is_our_output(&status);
    int file = ours ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                    : open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    FILE *stream = file < 0 ? NULL : fdopen(file, "a");
    if (!stream)
        close_failed(file);
    return stream;
}

static bool write_special(const char *path, const void *data, size_t size) {
    FILE *file = file_open_special(path);
    if (!file)
        return false;
    bool written = fwrite(data, 1, size, file) == size;
    return fclose(file) == 0 && written;
}

bool file_write(const char *path, const void *data, size_t size) {
    if (file_is_special(path))
        return write_special(path, data, size);
    char *target = realpath(path, NULL);
    bool written = file_replace(target ? target : path, data, size);
    int error = errno;
    free(target);
    errno = error;
    return written;
}

bool file_replace_kept(const char *path, const void *data, size_t size, intptr_t *file) {
    *file = NO_FILE;
    if (replace(path, data, size, file))
        return true;
    close_failed((int)*file);
    *file = NO_FILE;
    return false;
}

bool file_overwrite(intptr_t file, const void *data, size_t size) {
    struct stat status;
    return file != NO_FILE && fstat((int)file, &status) == 0 && status.st_nlink > 0 &&
           pwrite((int)file, data, size, 0) == (ssize_t)size;
}

void file_release(intptr_t file) {
    if (file != NO_FILE)
        close((int)file);
}

/* Open regular files only: reading a pipe or a terminal could block. */
static int open_file(const char *path) {
    struct stat status = {.st_mode = 0};
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return -1;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        return file;
    int error = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    close(file);
    errno = error;
    return -1;
}

/* Read up to `space` bytes. Returns their number, which is smaller at the end of the file; -1 with
 * errno. */
static ssize_t fill(int file, char *text, size_t space) {
    size_t length = 0;
    while (length < space) {
        ssize_t step = read(file, text + length, space - length);
        if (step < 0 && errno == EINTR)
            continue;
        if (step < 0)
            return -1;
        if (step == 0)
            break;
        length += (size_t)step;
    }
    return (ssize_t)length;
}

static char *read_open(int file, size_t limit, size_t *size) {
    size_t space = 1 << 16, length = 0;
    char *text = malloc(space + 1);
    while (text) {
        ssize_t step = fill(file, text + length, space - length);
        length += step > 0 ? (size_t)step : 0;
        if (step < 0 || length > limit) {
            errno = step < 0 ? errno : EFBIG;
            break;
        }
        if (length < space) {
            text[ *size = length] = 0;
            return text;
        }
        char *larger = realloc(text, 2 * space + 1);
        if (!larger)
            break;
        text = larger;
        space *= 2;
    }
    int error = errno;
    free(text);
    errno = error;
    return NULL;
}

char *file_read(const char *path, size_t limit, size_t *size) {
    int file = open_file(path);
    if (file < 0)
        return NULL;
    char *text = read_open(file, limit, size);
    int error = errno;
    close(file);
    errno = error;
    return text;
}

FILE *file_open(const char *path, const char *mode) {
    return fopen(path, mode);
}

#endif
