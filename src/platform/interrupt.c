#include "platform/interrupt.h"

#include <time.h>

static volatile sig_atomic_t interrupted;
static volatile time_t first_time;

/* One request can cause several signals, for example from the terminal and from the parent. */
static void on_signal(int number) {
    time_t now = time(NULL);
    if (!interrupted)
        first_time = now;
    interrupted = 1;
    signal(number, now - first_time > 1 ? SIG_DFL : on_signal);
    if (now - first_time > 1)
        raise(number);
}

const volatile sig_atomic_t *interrupt_watch(void) {
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
#ifdef SIGHUP
    /* Programs that are started by nohup must go on ignoring it. */
    if (signal(SIGHUP, on_signal) == SIG_IGN)
        signal(SIGHUP, SIG_IGN);
#endif
    return &interrupted;
}
