#ifndef _WIN32

#include "platform/thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "platform/clock.h"

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

int thread_cores(void) {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
#endif
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (int)cores : 1;
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

void thread_lower_priority(void) {
#ifdef __linux__
    enum { LAST = 19 };
    setpriority(PRIO_PROCESS, 0, LAST); /* on Linux of the thread only */
#endif
}

Event *event_create(void) {
    Event *event = malloc(sizeof *event);
    pthread_condattr_t attributes;
    if (!event)
        return NULL;
    *event = (Event){.mutex = PTHREAD_MUTEX_INITIALIZER};
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&event->changed, &attributes);
    pthread_condattr_destroy(&attributes);
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

/* The moment on CLOCK_MONOTONIC that `deadline` is on the scale of clock_now. */
static struct timespec monotonic_time(int64_t deadline) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t ns = now.tv_sec * 1000000000ll + now.tv_nsec + deadline - clock_now();
    return (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
}

bool event_wait_until(Event *event, int64_t deadline) {
    if (deadline == 0) {
        event_wait(event);
        return true;
    }
    const struct timespec end = monotonic_time(deadline);
    pthread_mutex_lock(&event->mutex);
    while (!event->set && clock_now() < deadline &&
           pthread_cond_timedwait(&event->changed, &event->mutex, &end) == 0)
        continue;
    bool set = event->set;
    pthread_mutex_unlock(&event->mutex);
    return set;
}

#endif
