/* Conditions of POSIX threads that can be waited for until a moment of clock_now. */
#ifndef BLASTBEAM_HOST_CONDITION_H
#define BLASTBEAM_HOST_CONDITION_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

static inline void condition_open(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

/* As pthread_cond_timedwait. The condition was opened with condition_open; the thread does not
 * count its own time (clock_count_own_time). */
static inline int condition_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                       int64_t deadline) {
    const int64_t second = 1000000000;
    struct timespec until = {.tv_sec = deadline / second, .tv_nsec = deadline % second};
    return pthread_cond_timedwait(condition, mutex, &until);
}

#endif
