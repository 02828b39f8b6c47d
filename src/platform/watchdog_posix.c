#ifndef _WIN32

#include "platform/watchdog.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/watchdog_gate.h"

enum { NUDGE = SIGUSR1 /* sent by watchdog_move and watchdog_stop to the thread */ };

struct Watchdog {
    pthread_t thread;
    _Atomic int64_t deadline, max_wait; /* see watchdog_move */
    atomic_bool stopped;
    Gate gate;
    sigset_t original_mask; /* the signals that are blocked without the watchdog */
    void (*on_timeout)(void *argument, int signal);
    void *argument;
};

/* Signals that the parent process has set to be ignored, as nohup does, stay ignored. */
static sigset_t awaited_signals(void) {
    static const int ending_signals[] = {SIGTERM, SIGINT, SIGHUP};
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < 3; i++) {
        struct sigaction action;
        if (sigaction(ending_signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&set, ending_signals[i]);
    }
    sigaddset(&set, NUDGE);
    return set;
}

/* The time until `deadline`, between 0 and `max_wait`, plus `more` nanoseconds. */
static struct timespec time_left(int64_t deadline, int64_t max_wait, int64_t more) {
    const int64_t second = 1000000000;
    int64_t left = deadline - clock_now();
    left = (left < 0 ? 0 : left < max_wait ? left : max_wait) + more;
    return (struct timespec){(time_t)(left / second), (long)(left % second)};
}

/* Returns the received signal, or 0 at the deadline. The system's timer decides whether the
 * deadline is reached; the clock is not read again. */
static int wait_for_signal(const Watchdog *watchdog) {
    sigset_t set = awaited_signals();
    for (;;) {
        int64_t deadline = atomic_load(&watchdog->deadline);
        struct timespec left = time_left(deadline, atomic_load(&watchdog->max_wait), 0);
        int got = deadline ? sigtimedwait(&set, NULL, &left) : sigwaitinfo(&set, NULL);
        if (got > 0)
            return got;
        if (errno == EAGAIN)
            return 0;
    }
}

static void *watch(void *argument) {
    Watchdog *watchdog = argument;
    int received = NUDGE;
    while (received == NUDGE) {
        received = wait_for_signal(watchdog);
        if (atomic_load(&watchdog->stopped))
            return NULL;
    }
    gate_close(&watchdog->gate, received ? WATCHDOG_SIGNAL_GRACE_MS : WATCHDOG_HOLD_GRACE_MS);
    watchdog->on_timeout(watchdog->argument, received);
    return NULL;
}

/* Let the system send SIGALRM, which ends the process whatever its threads do. */
static void set_last_resort(int64_t deadline, int64_t max_wait) {
    struct itimerval timer = {{0, 0}, {0, 0}};
    sigset_t alarm_signal;
    if (deadline) {
        struct timespec left = time_left(deadline, max_wait, WATCHDOG_LAST_MS * 1000000ll);
        timer.it_value = (struct timeval){left.tv_sec, left.tv_nsec / 1000};
    }
    sigemptyset(&alarm_signal);
    sigaddset(&alarm_signal, SIGALRM);
    signal(SIGALRM, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &alarm_signal, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

Watchdog *watchdog_start(int64_t deadline, void (*on_timeout)(void *argument, int signal),
                         void *argument) {
    set_last_resort(deadline, INT64_MAX / 2);
    signal(SIGPIPE, SIG_IGN);
    Watchdog *watchdog = malloc(sizeof *watchdog);
    if (!watchdog)
        return NULL;
    memset(watchdog, 0, sizeof *watchdog);
    atomic_init(&watchdog->deadline, deadline);
    atomic_init(&watchdog->max_wait, INT64_MAX / 2);
    atomic_init(&watchdog->gate.owner, GATE_WRITER);
    watchdog->on_timeout = on_timeout;
    watchdog->argument = argument;
    sigset_t set = awaited_signals();
    pthread_sigmask(SIG_BLOCK, &set, &watchdog->original_mask);
    if (pthread_create(&watchdog->thread, NULL, watch, watchdog) == 0)
        return watchdog;
    pthread_sigmask(SIG_SETMASK, &watchdog->original_mask, NULL);
    free(watchdog);
    return NULL;
}

void watchdog_move(Watchdog *watchdog, int64_t deadline, int64_t max_wait) {
    set_last_resort(deadline, max_wait);
    if (!watchdog)
        return;
    atomic_store(&watchdog->max_wait, max_wait);
    atomic_store(&watchdog->deadline, deadline);
    pthread_kill(watchdog->thread, NUDGE);
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
    pthread_kill(watchdog->thread, NUDGE);
    pthread_join(watchdog->thread, NULL);
    pthread_sigmask(SIG_SETMASK, &watchdog->original_mask, NULL);
    free(watchdog);
}

#endif
