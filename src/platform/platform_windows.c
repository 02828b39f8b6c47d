#ifdef _WIN32

#include "platform/platform.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

struct Thread {
    HANDLE handle;
    void (*run)(void *);
    void *argument;
};

static int64_t filetime_ticks(FILETIME time) {
    return (int64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static _Thread_local bool counts_own_time;

void clock_count_own_time(bool own) {
    counts_own_time = own;
}

static int64_t own_time(void) {
    enum { TICK_NS = 100 };
    FILETIME created, exited, kernel, user;
    if (!GetThreadTimes(GetCurrentThread(), &created, &exited, &kernel, &user))
        return 0;
    return (filetime_ticks(kernel) + filetime_ticks(user)) * TICK_NS;
}

int64_t clock_now(void) {
    if (counts_own_time)
        return own_time();
    LARGE_INTEGER count, per_second;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&per_second);
    int64_t seconds = count.QuadPart / per_second.QuadPart;
    int64_t rest = count.QuadPart % per_second.QuadPart;
    return seconds * 1000000000 + rest * 1000000000 / per_second.QuadPart;
}

int64_t clock_process_start(void) {
    enum { TICK_NS = 100 };
    int64_t now = clock_now();
    FILETIME created, exited, kernel, user, today;
    GetSystemTimePreciseAsFileTime(&today);
    if (!GetProcessTimes(GetCurrentProcess(), &created, &exited, &kernel, &user))
        return now;
    int64_t age = (filetime_ticks(today) - filetime_ticks(created)) * TICK_NS;
    return age > 0 ? now - age : now;
}

void clock_sleep_ms(int ms) {
    Sleep((DWORD)ms);
}

int platform_cores(void) {
    DWORD_PTR process, machine;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &process, &machine) || !process)
        return 1;
    return __builtin_popcountll(process);
}

/* Say in errno why the last call of the system failed. */
static void set_errno(void) {
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
        errno = ENOENT;
        break;
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        errno = EACCES;
        break;
    case ERROR_DISK_FULL:
        errno = ENOSPC;
        break;
    case ERROR_NOT_ENOUGH_MEMORY:
        errno = ENOMEM;
        break;
    default:
        errno = EIO;
    }
}

/* WriteFile and ReadFile take 32 bits of length. */
static DWORD next_length(size_t left) {
    enum { MOST = 1 << 30 };
    return left < MOST ? (DWORD)left : MOST;
}

static bool write_all(const char *path, const char *data, size_t size) {
    HANDLE file =
        CreateFileA(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        set_errno();
        return false;
    }
    bool written = true;
    for (size_t done = 0; written && done < size;) {
        DWORD step = 0;
        written = WriteFile(file, data + done, next_length(size - done), &step, NULL) && step > 0;
        done += step;
    }
    if (!written)
        set_errno();
    CloseHandle(file);
    return written;
}

static bool move_over(const char *from, const char *to) {
    bool moved = MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING);
    if (!moved)
        set_errno();
    return moved;
}

bool file_replace(const char *path, const void *data, size_t size) {
    size_t length = strlen(path) + 32;
    char *temporary = malloc(length);
    if (!temporary)
        return false;
    snprintf(temporary, length, "%s.%lu.tmp", path, (unsigned long)GetCurrentProcessId());
    bool replaced = write_all(temporary, data, size) && move_over(temporary, path);
    if (!replaced)
        DeleteFileA(temporary);
    free(temporary);
    return replaced;
}

static bool read_all(HANDLE file, char *text, size_t size) {
    for (size_t done = 0; done < size;) {
        DWORD step = 0;
        if (!ReadFile(file, text + done, next_length(size - done), &step, NULL) || step == 0) {
            set_errno();
            return false;
        }
        done += step;
    }
    return true;
}

static char *read_open(HANDLE file, size_t limit, size_t *size) {
    LARGE_INTEGER length;
    if (!GetFileSizeEx(file, &length)) {
        set_errno();
        return NULL;
    }
    if ((uint64_t)length.QuadPart > limit) {
        errno = EFBIG;
        return NULL;
    }
    *size = (size_t)length.QuadPart;
    char *text = malloc(*size + 1);
    if (text && !read_all(file, text, *size)) {
        free(text);
        return NULL;
    }
    if (text)
        text[*size] = 0;
    return text;
}

char *file_read(const char *path, size_t limit, size_t *size) {
    HANDLE file = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                              OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        set_errno();
        return NULL;
    }
    char *text = read_open(file, limit, size);
    CloseHandle(file);
    return text;
}

static bool is_folder(const char *path) {
    DWORD attributes = GetFileAttributesA(path);
    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY;
}

static bool create_one(const char *path) {
    if (CreateDirectoryA(path, NULL))
        return true;
    set_errno();
    return is_folder(path);
}

bool folder_create(const char *path) {
    char *copy = strdup(path);
    if (!copy)
        return false;
    bool created = true;
    for (char *at = copy + 1; created && *at; at++)
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

static DWORD WINAPI run_thread(void *argument) {
    Thread *thread = argument;
    thread->run(thread->argument);
    return 0;
}

Thread *thread_start(void (*run)(void *), void *argument) {
    Thread *thread = malloc(sizeof *thread);
    if (!thread)
        return NULL;
    thread->run = run;
    thread->argument = argument;
    thread->handle = CreateThread(NULL, 0, run_thread, thread, 0, NULL);
    if (!thread->handle) {
        free(thread);
        return NULL;
    }
    return thread;
}

void thread_join(Thread *thread) {
    if (!thread)
        return;
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
    free(thread);
}

#endif
