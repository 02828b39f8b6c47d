#ifdef _WIN32

#include "platform/watchdog.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "platform/clock.h"
#include "platform/watchdog_gate.h"

struct Watchdog {
    HANDLE thread;
    HANDLE nudge; /* an event, set when the deadline was moved or the work is done */
    _Atomic int64_t deadline, max_wait; /* see watchdog_move */
    atomic_bool stopped;
    Gate gate;
    void (*on_timeout)(void *argument, int signal);
    void *argument;
};

static DWORD milliseconds_left(int64_t deadline, int64_t max_wait) {
    int64_t left = deadline - clock_now();
    left = left < max_wait ? left : max_wait;
    return !deadline ? INFINITE : left > 0 ? (DWORD)((left + 999999) / 1000000) : 0;
}

static DWORD WINAPI watch(void *argument) {
    Watchdog *watchdog = argument;
    DWORD result = WAIT_OBJECT_0;
    while (result == WAIT_OBJECT_0) {
        result = WaitForSingleObject(
            watchdog->nudge,
            milliseconds_left(atomic_load(&watchdog->deadline), atomic_load(&watchdog->max_wait)));
        if (atomic_load(&watchdog->stopped))
            return 0;
    }
    gate_close(&watchdog->gate, WATCHDOG_HOLD_GRACE_MS);
    watchdog->on_timeout(watchdog->argument, 0);
    return 0;
}

static void destroy(Watchdog *watchdog) {
    if (watchdog->nudge)
        CloseHandle(watchdog->nudge);
    if (watchdog->thread)
        CloseHandle(watchdog->thread);
    free(watchdog);
}

Watchdog *watchdog_start(int64_t deadline, void (*on_timeout)(void *argument, int signal),
                         void *argument) {
    Watchdog *watchdog = calloc(1, sizeof *watchdog);
    if (!watchdog)
        return NULL;
    atomic_init(&watchdog->deadline, deadline);
    atomic_init(&watchdog->max_wait, INT64_MAX / 2);
    atomic_init(&watchdog->gate.owner, GATE_WRITER);
    watchdog->on_timeout = on_timeout;
    watchdog->argument = argument;
    watchdog->nudge = CreateEventA(NULL, FALSE, FALSE, NULL);
    watchdog->thread = watchdog->nudge ? CreateThread(NULL, 0, watch, watchdog, 0, NULL) : NULL;
    if (watchdog->thread)
        return watchdog;
    destroy(watchdog);
    return NULL;
}

void watchdog_move(Watchdog *watchdog, int64_t deadline, int64_t max_wait) {
    if (!watchdog)
        return;
    atomic_store(&watchdog->max_wait, max_wait);
    atomic_store(&watchdog->deadline, deadline);
    SetEvent(watchdog->nudge);
}

void watchdog_hold(Watchdog *watchdog) {
    if (watchdog)
        gate_enter(&watchdog->gate);
}

void watchdog_release(Watchdog *watchdog) {
    if (watchdog)
        gate_leave(&watchdog->gate);
}

void watchdog_stop(Watchdog *watchdog) {
    if (!watchdog)
        return;
    atomic_store(&watchdog->stopped, true);
    SetEvent(watchdog->nudge);
    WaitForSingleObject(watchdog->thread, INFINITE);
    destroy(watchdog);
}

#endif
