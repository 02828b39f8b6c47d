#ifdef _WIN32

#include "platform/clock.h"

#include <windows.h>

#include "windows/support.h"

enum { TICK_NS = 100 /* of a FILETIME, which would not fit into 64 bits as nanoseconds */ };

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

/* The wall clock, rounded up: before Windows 8 it advances in steps of 1/64 s. */
static int64_t wall_ticks(void) {
    enum { STEP = 10000000 / 64 };
    typedef VOID(WINAPI * Clock)(FILETIME *);
    Clock precise =
        (Clock)(void *)windows_find_function("kernel32.dll", "GetSystemTimePreciseAsFileTime");
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

#endif
