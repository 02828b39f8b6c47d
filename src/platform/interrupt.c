#include "platform/interrupt.h"

#include <time.h>

static volatile sig_atomic_t interrupted;
static volatile time_t first_asked;

/* One request may come as several signals, from a terminal and from a parent. */
static void on_signal(int number) {
    time_t now = time(NULL);
    if (!interrupted)
        first_asked = now;
    interrupted = 1;
    signal(number, now - first_asked > 1 ? SIG_DFL : on_signal);
    if (now - first_asked > 1)
        raise(number);
}

const volatile sig_atomic_t *interrupt_watch(void) {
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    return &interrupted;
}
