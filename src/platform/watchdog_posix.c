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

enum { NUDGE = SIGUSR1 /* from watchdog_move and watchdog_stop to the thread */ };

struct Watchdog {
    pthread_t thread;
    _Atomic int64_t deadline, most; /* see watchdog_move */
    atomic_bool stopped;
    Gate gate;
    sigset_t before; /* the signals that were blocked before */
    void (*leave)(void *argument, int signal);
    void *argument;
};

/* Signals that whoever started us wants ignored (nohup) are left so. */
static sigset_t awaited_signals(void) {
    static const int enders[] = {SIGTERM, SIGINT, SIGHUP};
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < 3; i++) {
        struct sigaction action;
        if (sigaction(enders[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&set, enders[i]);
    }
    sigaddset(&set, NUDGE);
    return set;
}

/* From now until `deadline`, between 0 and `most`, plus `more` nanoseconds. */
static struct timespec time_left(int64_t deadline, int64_t most, int64_t more) {
    const int64_t second = 1000000000;
    int64_t left = deadline - clock_now();
    left = (left < 0 ? 0 : left < most ? left : most) + more;
    return (struct timespec){(time_t)(left / second), (long)(left % second)};
}

/* Returns the signal that came, or 0 at the deadline. The system's timer decides about the latter,
 * not another look at the clock. */
static int wait_for_signal(const Watchdog *watchdog) {
    sigset_t set = awaited_signals();
    for (;;) {
        int64_t deadline = atomic_load(&watchdog->deadline);
        struct timespec left = time_left(deadline, atomic_load(&watchdog->most), 0);
        int got = deadline ? sigtimedwait(&set, NULL, &left) : sigwaitinfo(&set, NULL);
        if (got > 0)
            return got;
        if (errno == EAGAIN)
            return 0;
    }
}

static void *watch(void *argument) {
    Watchdog *watchdog = argument;
    int got = NUDGE;
    while (got == NUDGE) {
        got = wait_for_signal(watchdog);
        if (atomic_load(&watchdog->stopped))
            return NULL;
    }
    gate_close(&watchdog->gate, got ? WATCHDOG_SIGNAL_GRACE_MS : WATCHDOG_HOLD_GRACE_MS);
    watchdog->leave(watchdog->argument, got);
    return NULL;
}

/* Have the system send SIGALRM, which ends the process wherever its threads are. */
static void set_last_resort(int64_t deadline, int64_t most) {
    struct itimerval timer = {{0, 0}, {0, 0}};
    sigset_t alarm_signal;
    if (deadline) {
        struct timespec left = time_left(deadline, most, WATCHDOG_LAST_MS * 1000000ll);
        timer.it_value = (struct timeval){left.tv_sec, left.tv_nsec / 1000};
    }
    sigemptyset(&alarm_signal);
    sigaddset(&alarm_signal, SIGALRM);
    signal(SIGALRM, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &alarm_signal, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

Watchdog *watchdog_start(int64_t deadline, void (*leave)(void *argument, int signal),
                         void *argument) {
    set_last_resort(deadline, INT64_MAX / 2);
    signal(SIGPIPE, SIG_IGN);
    Watchdog *watchdog = malloc(sizeof *watchdog);
    if (!watchdog)
        return NULL;
    memset(watchdog, 0, sizeof *watchdog);
    atomic_init(&watchdog->deadline, deadline);
    atomic_init(&watchdog->most, INT64_MAX / 2);
    atomic_init(&watchdog->gate.owner, GATE_WRITER);
    watchdog->leave = leave;
    watchdog->argument = argument;
    sigset_t set = awaited_signals();
    pthread_sigmask(SIG_BLOCK, &set, &watchdog->before);
    if (pthread_create(&watchdog->thread, NULL, watch, watchdog) == 0)
        return watchdog;
    pthread_sigmask(SIG_SETMASK, &watchdog->before, NULL);
    free(watchdog);
    return NULL;
}

void watchdog_move(Watchdog *watchdog, int64_t deadline, int64_t most) {
    set_last_resort(deadline, most);
    if (!watchdog)
        return;
    atomic_store(&watchdog->most, most);
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
    pthread_sigmask(SIG_SETMASK, &watchdog->before, NULL);
    free(watchdog);
}

#endif
