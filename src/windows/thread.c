#ifdef _WIN32

#include "platform/thread.h"

#include <process.h>
#include <stdlib.h>
#include <windows.h>

#include "platform/clock.h"

struct Thread {
    HANDLE handle;
    void (*run)(void *);
    void *argument;
};

/* Windows provides no mask for a process in several processor groups. */
int thread_cores(void) {
    DWORD_PTR process, machine;
    SYSTEM_INFO system;
    if (GetProcessAffinityMask(GetCurrentProcess(), &process, &machine) && process)
        return __builtin_popcountll(process);
    GetSystemInfo(&system);
    return system.dwNumberOfProcessors > 0 ? (int)system.dwNumberOfProcessors : 1;
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

void thread_lower_priority(void) {
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST);
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

bool event_wait_until(Event *event, int64_t deadline) {
    int64_t left = deadline ? (deadline - clock_now()) / 1000000 : INFINITE;
    DWORD ms = left < 0 ? 0 : (DWORD)left;
    return WaitForSingleObject((HANDLE)event, ms) == WAIT_OBJECT_0;
}

#endif
