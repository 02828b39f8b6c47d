#ifndef _WIN32

#include "platform/platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct Thread {
    pthread_t handle;
    void (*run)(void *);
    void *argument;
};

struct Event {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool set;
};

static int64_t read_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static _Thread_local clockid_t clock_of_thread = CLOCK_MONOTONIC;

int64_t clock_now(void) {
    return read_clock(clock_of_thread);
}

void clock_count_own_time(bool own) {
    clock_of_thread = own ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
}

#ifdef __linux__

/* Field 22 of /proc/self/stat: the start of the process in ticks since boot. The name in field 2
 * may hold blanks and brackets, so fields are counted from the last bracket on. */
static bool read_start_ticks(unsigned long long *ticks) {
    char text[1024];
    FILE *file = fopen("/proc/self/stat", "r");
    if (!file)
        return false;
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    const char *rest = strrchr(text, ')');
    return rest && sscanf(rest + 1,
                          " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d "
                          "%*d %*d %llu",
                          ticks) == 1;
}

int64_t clock_process_start(void) {
    int64_t now = clock_now();
    int64_t since_boot = read_clock(CLOCK_BOOTTIME);
    unsigned long long ticks;
    long per_second = sysconf(_SC_CLK_TCK);
    if (per_second <= 0 || !read_start_ticks(&ticks))
        return now;
    int64_t start = (int64_t)(ticks * (1000000000ull / (unsigned long long)per_second));
    int64_t age = since_boot - start;
    return age > 0 ? now - age : now;
}

#else

int64_t clock_process_start(void) {
    return clock_now();
}

#endif

void clock_sleep_ms(int ms) {
    struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL);
}

int platform_cores(void) {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
#endif
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (int)cores : 1;
}

void platform_begin(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    for (int file = 0; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", O_RDWR) != file)
            return;
}

void *memory_allocate_aligned(size_t size) {
    enum { LINE = 64 };
    return aligned_alloc(LINE, (size + LINE - 1) / LINE * LINE);
}

void memory_free_aligned(void *history) {
    free(history);
}

/* Create a file that did not exist before. Whatever has its name, be it a link to elsewhere, is
 * removed, never written to. */
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

/* Close after a failure, whose errno is kept. */
static void close_failed(int file) {
    int error = errno;
    if (file >= 0)
        close(file);
    errno = error;
}

/* Returns the file, open; -1 with errno. */
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

/* With `file`, it stays open. */
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

/* Only of ordinary files: a pipe or a terminal could keep us waiting. */
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

/* Fill `text`. Returns the number of bytes, less than `space` at the end of the file; -1 with
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

/* Mostly only the last one is missing: nothing above it is looked at unless that fails. */
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

static void *run_thread(void *argument) {
    Thread *thread = argument;
    thread->run(thread->argument);
    return NULL;
}

Thread *thread_start(void (*run)(void *), void *argument) {
    Thread *thread = malloc(sizeof *thread);
    if (!thread)
        return NULL;
    thread->run = run;
    thread->argument = argument;
    if (pthread_create(&thread->handle, NULL, run_thread, thread) != 0) {
        free(thread);
        return NULL;
    }
    return thread;
}

void thread_join(Thread *thread) {
    if (!thread)
        return;
    pthread_join(thread->handle, NULL);
    free(thread);
}

Event *event_create(void) {
    Event *event = malloc(sizeof *event);
    if (event)
        *event = (Event){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    return event;
}

void event_destroy(Event *event) {
    if (!event)
        return;
    pthread_cond_destroy(&event->changed);
    pthread_mutex_destroy(&event->mutex);
    free(event);
}

static void event_change(Event *event, bool set) {
    pthread_mutex_lock(&event->mutex);
    event->set = set;
    pthread_mutex_unlock(&event->mutex);
}

void event_set(Event *event) {
    event_change(event, true);
    pthread_cond_broadcast(&event->changed);
}

void event_reset(Event *event) {
    event_change(event, false);
}

void event_wait(Event *event) {
    pthread_mutex_lock(&event->mutex);
    while (!event->set)
        pthread_cond_wait(&event->changed, &event->mutex);
    pthread_mutex_unlock(&event->mutex);
}

#endif
