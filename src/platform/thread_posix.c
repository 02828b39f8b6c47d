#ifndef _WIN32

#include "platform/thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
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
