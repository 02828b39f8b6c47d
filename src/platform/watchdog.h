/* Ends the process in time even when its other threads hang, spin or wait for a disk.
 *
 *   start      soft limit         deadline           deadline + WATCHDOG_LAST_MS
 *   |----------|------------------|------------------|
 *              the search ends    on_timeout() is    the system kills the process (Linux)
 *              by itself          called
 */
#ifndef BLASTBEAM_PLATFORM_WATCHDOG_H
#define BLASTBEAM_PLATFORM_WATCHDOG_H

#include <stdint.h>

enum {
    WATCHDOG_LAST_MS = 40,
    WATCHDOG_HOLD_GRACE_MS = 20,   /* longest delay of on_timeout() by watchdog_hold at the
                                    deadline */
    WATCHDOG_SIGNAL_GRACE_MS = 500 /* the same after a signal */
};

typedef struct Watchdog Watchdog;

/* Start watching. A thread of the watchdog calls on_timeout(argument, 0) at `deadline` (a time of
 * clock_now; 0 for never), and on_timeout(argument, signal) when the process receives SIGTERM,
 * SIGINT or SIGHUP. Signals that are ignored stay ignored; on Windows these signals end the process
 * at once. on_timeout must end the process by program_exit_now. SIGPIPE is ignored from now on, so
 * that a closed standard output does not end the process. Call this before other threads are
 * started. The watchdog is held as by watchdog_hold until watchdog_release. Returns NULL when no
 * thread can be created; then only the system's kill at the end remains. */
Watchdog *watchdog_start(int64_t deadline, void (*on_timeout)(void *argument, int signal),
                         void *argument);

/* Set another deadline, earlier or later. The watchdog waits at most `max_wait` nanoseconds for it:
 * if the clock jumped back between two readings, the deadline would otherwise be delayed by the
 * jump. With NULL only the system's kill is moved. */
void watchdog_move(Watchdog *watchdog, int64_t deadline, int64_t max_wait);

/* Enclose an operation that should not be interrupted, such as writing a file. watchdog_hold does
 * not return when on_timeout has been called. Only one thread may use these at a time. NULL is
 * allowed.
 */
void watchdog_hold(Watchdog *watchdog);
void watchdog_release(Watchdog *watchdog);

/* Stop watching and free the watchdog, because the work is done. The system still kills a process
 * that does not end. Does not return when on_timeout has been called. NULL is allowed. */
void watchdog_stop(Watchdog *watchdog);

#endif
