/* The monotonic clock, the start of the process, and sleeping. */
#ifndef BLASTBEAM_PLATFORM_CLOCK_H
#define BLASTBEAM_PLATFORM_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Nanoseconds of a monotonic clock. Only differences between two calls are meaningful. */
int64_t clock_now(void);

/* With `own`, clock_now in the calling thread counts only the processor time of this thread, so
 * that other processes do not disturb a measurement. The time of helper threads is not counted.
 * Without `own`, the thread reads the monotonic clock again. */
void clock_count_own_time(bool own);

/* The start of this process on the scale of clock_now, as recorded by the system. It includes the
 * time of the loader, and of a launcher that replaced itself by exec. The resolution is 10 ms on
 * Linux, rounded down. Never later than the first call. When the system does not provide the start,
 * the result is the time of this call. */
int64_t clock_process_start(void);

void clock_sleep_ms(int ms);

#endif
