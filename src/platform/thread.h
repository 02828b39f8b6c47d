/* Threads, and events for which threads wait. */
#ifndef BLASTBEAM_PLATFORM_THREAD_H
#define BLASTBEAM_PLATFORM_THREAD_H

#include <stdbool.h>
#include <stdint.h>

/* The number of processors on which this process may run, at least 1. */
int thread_cores(void);

typedef struct Thread Thread;

/* Start a thread that calls run(argument). Returns NULL when that fails; the caller then does the
 * work itself. */
Thread *thread_start(void (*run)(void *), void *argument);

/* Wait for the end of a thread and free it. NULL is allowed. */
void thread_join(Thread *thread);

/* Let all other threads and processes go before the calling thread. */
void thread_lower_priority(void);

/* A flag for which threads can wait. */
typedef struct Event Event;

/* Create an event that is not set. Returns NULL when that fails. The caller frees it with
 * event_destroy, which accepts NULL, when no thread waits for it. */
Event *event_create(void);
void event_destroy(Event *event);

/* Wake all threads that wait for the event. Until event_reset, no thread has to wait. */
void event_set(Event *event);
void event_reset(Event *event);

/* Sleep until the event is set. */
void event_wait(Event *event);

/* Sleep until the event is set or the deadline (clock_now; 0: none) has passed. Returns whether the
 * event is set. */
bool event_wait_until(Event *event, int64_t deadline);

#endif
