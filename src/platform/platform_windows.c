#ifdef _WIN32

#include "platform/platform.h"

#include <malloc.h>
#include <process.h>
#include <stdlib.h>
#include <windows.h>

#include "platform/path_windows.h"

enum { TICK_NS = 100 /* of a FILETIME; in nanoseconds one would not fit into 64 bits */ };

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

/* A function that not every Windows has, or that is seldom needed; NULL when it is missing. */
static FARPROC find_function(const char *library, const char *name) {
    HMODULE module = LoadLibraryA(library);
    return module ? GetProcAddress(module, name) : NULL;
}

/* The wall clock, rounded to the later side: before Windows 8 it goes on by 1/64 s at a time. */
static int64_t wall_ticks(void) {
    enum { STEP = 10000000 / 64 };
    typedef VOID(WINAPI * Clock)(FILETIME *);
    Clock precise = (Clock)(void *)find_function("kernel32.dll", "GetSystemTimePreciseAsFileTime");
    FILETIME now;
    if (precise) {
        precise(&now);
        return filetime_ticks(now);
    }
    GetSystemTimeAsFileTime(&now);
    return filetime_ticks(now) + STEP;
}

int64_t clock_process_start(void) {
    FILETIME created, exited, kernel, user;
    int64_t now = clock_now();
    if (!GetProcessTimes(GetCurrentProcess(), &created, &exited, &kernel, &user))
        return now;
    int64_t age = (wall_ticks() - filetime_ticks(created)) * TICK_NS;
    return age > 0 ? now - age : now;
}

void clock_sleep_ms(int ms) {
    Sleep((DWORD)ms);
}

/* Of a process in several groups of processors Windows tells no mask. */
int platform_cores(void) {
    DWORD_PTR process, machine;
    SYSTEM_INFO system;
    if (GetProcessAffinityMask(GetCurrentProcess(), &process, &machine) && process)
        return __builtin_popcountll(process);
    GetSystemInfo(&system);
    return system.dwNumberOfProcessors > 0 ? (int)system.dwNumberOfProcessors : 1;
}

static bool is_ascii(const wchar_t *text) {
    while (*text && *text < 0x80)
        text++;
    return *text == 0;
}

static char **narrow_all(wchar_t **wide, int count) {
    char **narrow = calloc((size_t)count + 1, sizeof *narrow);
    for (int i = 0; narrow && i < count; i++)
        if (!(narrow[i] = path_narrow(wide[i])))
            return NULL;
    return narrow;
}

/* Only where it makes a difference: shell32.dll takes its time to load. */
void platform_begin(int *argc, char ***argv) {
    typedef LPWSTR *(WINAPI * Splitter)(LPCWSTR, int *);
    const wchar_t *line = GetCommandLineW();
    if (is_ascii(line))
        return;
    Splitter split = (Splitter)(void *)find_function("shell32.dll", "CommandLineToArgvW");
    int count;
    wchar_t **wide = split ? split(line, &count) : NULL;
    char **narrow = wide ? narrow_all(wide, count) : NULL;
    if (narrow) {
        *argc = count;
        *argv = narrow;
    }
    LocalFree(wide);
}

void *memory_allocate_aligned(size_t size) {
    return _aligned_malloc(size, 64);
}

void memory_free_aligned(void *history) {
    _aligned_free(history);
}

void pin_pages(void) {
}

static unsigned __stdcall run_thread(void *argument) {
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
    thread->handle = (HANDLE)_beginthreadex(NULL, 0, run_thread, thread, 0, NULL);
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

Event *event_create(void) {
    return (Event *)CreateEventW(NULL, TRUE, FALSE, NULL);
}

void event_destroy(Event *event) {
    if (event)
        CloseHandle((HANDLE)event);
}

void event_set(Event *event) {
    SetEvent((HANDLE)event);
}

void event_reset(Event *event) {
    ResetEvent((HANDLE)event);
}

void event_wait(Event *event) {
    WaitForSingleObject((HANDLE)event, INFINITE);
}

#endif
