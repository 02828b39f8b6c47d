#ifndef _WIN32

#include "platform/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t read_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static _Thread_local clockid_t clock_of_thread = CLOCK_MONOTONIC;

int64_t clock_now(void) {
    return read_clock(clock_of_thread);
}

void clock_count_own_time(bool own) {
    clock_of_thread = own ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
}

#ifdef __linux__

/* Read field 22 of /proc/self/stat: the start of the process in ticks since boot. The name in field
 * 2 may contain blanks and brackets, so fields are counted from the last bracket. */
static bool read_start_ticks(unsigned long long *ticks) {
    char text[1024];
    FILE *file = fopen("/proc/self/stat", "r");
    if (!file)
        return false;
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    const char *rest = strrchr(text, ')');
    return rest && sscanf(rest + 1,
                          " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d "
                          "%*d %*d %llu",
                          ticks) == 1;
}

int64_t clock_process_start(void) {
    int64_t now = clock_now();
    int64_t since_boot = read_clock(CLOCK_BOOTTIME);
    unsigned long long ticks;
    long per_second = sysconf(_SC_CLK_TCK);
    if (per_second <= 0 || !read_start_ticks(&ticks))
        return now;
    int64_t start = (int64_t)(ticks * (1000000000ull / (unsigned long long)per_second));
    int64_t age = since_boot - start;
    return age > 0 ? now - age : now;
}

#else

int64_t clock_process_start(void) {
    return clock_now();
}

#endif

void clock_sleep_ms(int ms) {
    struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL);
}

#endif
