#include "processes/file_lock.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/interrupt.h"

enum { POLL_MS = 50, PATH = 300 };

/* True when the process has locked the file by this descriptor, or inherited it locked. */
static bool holds_by(const char *process, const char *descriptor, const struct stat *file) {
    char path[2 * PATH], line[256];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%s/fd/%s", process, descriptor);
    if (stat(path, &status) != 0 || status.st_dev != file->st_dev || status.st_ino != file->st_ino)
        return false;
    snprintf(path, sizeof path, "/proc/%s/fdinfo/%s", process, descriptor);
    FILE *info = fopen(path, "re");
    bool locked = false;
    while (info && !locked && fgets(line, sizeof line, info))
        locked = strncmp(line, "lock:", 5) == 0;
    if (info)
        fclose(info);
    return locked;
}

static bool holds(const char *process, const struct stat *file) {
    char path[PATH];
    bool found = false;
    snprintf(path, sizeof path, "/proc/%s/fd", process);
    DIR *descriptors = opendir(path);
    for (struct dirent *entry; descriptors && !found && (entry = readdir(descriptors));)
        found = holds_by(process, entry->d_name, file);
    if (descriptors)
        closedir(descriptors);
    return found;
}

static void describe(const char *process, char holder[LOCK_HOLDER]) {
    char path[PATH], command[LOCK_HOLDER - 64];
    snprintf(path, sizeof path, "/proc/%s/cmdline", process);
    FILE *file = fopen(path, "re");
    size_t length = file ? fread(command, 1, sizeof command - 1, file) : 0;
    if (file)
        fclose(file);
    while (length > 0 && !command[length - 1])
        length--;
    command[length] = 0;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)command[i] < ' ')
            command[i] = ' ';
    snprintf(holder, LOCK_HOLDER, "process %.20s (%s)", process, command);
}

/* Only Linux says which files a process has open. */
static void find_holder(int locked, char holder[LOCK_HOLDER]) {
    struct stat file;
    DIR *processes = fstat(locked, &file) == 0 ? opendir("/proc") : NULL;
    snprintf(holder, LOCK_HOLDER, "another process");
    for (struct dirent *entry; processes && (entry = readdir(processes));)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && holds(entry->d_name, &file)) {
            describe(entry->d_name, holder);
            break;
        }
    if (processes)
        closedir(processes);
}

static bool is_waiting(const LockWait *wait, int64_t since) {
    return !interrupt_is_set(wait->stop) && clock_now() - since < (int64_t)wait->wait_ms * 1000000;
}

static bool lock(int file, LockWait *wait, int64_t since) {
    while (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        bool first = !wait->holder[0];
        if (first)
            find_holder(file, wait->holder);
        if (!is_waiting(wait, since)) {
            errno = EWOULDBLOCK;
            return false;
        }
        if (first && wait->report)
            wait->report(wait->context, wait->holder);
        clock_sleep_ms(POLL_MS);
    }
    return true;
}

/* False when the name refers to another file than the one that is open. */
static bool has_name(int file, const char *path) {
    struct stat opened, named;
    return fstat(file, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

FILE *file_open_locked(const char *path, LockWait *wait) {
    int64_t since = clock_now();
    wait->holder[0] = 0;
    for (;;) {
        FILE *file = fopen(path, "a+e");
        if (!file)
            return NULL;
        bool locked = lock(fileno(file), wait, since);
        if (locked && has_name(fileno(file), path))
            return file;
        int error = errno;
        fclose(file);
        errno = error;
        if (!locked)
            return NULL;
    }
}

/* Returns the open file, or NULL with errno and without the file. */
static FILE *write_locked(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "w+e");
    bool locked = file && (flock(fileno(file), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK);
    if (locked && fwrite(data, 1, size, file) == size && fflush(file) == 0)
        return file;
    int error = errno;
    if (file) {
        fclose(file);
        unlink(path);
    }
    errno = error;
    return NULL;
}

FILE *file_replace_locked(const char *path, const void *data, size_t size) {
    char *target = realpath(path, NULL), *temporary = NULL;
    const char *name = target ? target : path;
    FILE *file = NULL;
    if (asprintf(&temporary, "%s.%ld.tmp", name, (long)getpid()) > 0)
        file = write_locked(temporary, data, size);
    if (file && rename(temporary, name) != 0) {
        int error = errno;
        fclose(file);
        unlink(temporary);
        errno = error;
        file = NULL;
    }
    int error = errno;
    free(temporary);
    free(target);
    errno = error;
    return file;
}
