/* Ends the process in time, whatever its other threads do: they may hang, spin or wait for a disk.
 *
 *   start      soft limit         deadline           deadline + WATCHDOG_LAST_MS
 *   |----------|------------------|------------------|
 *              the search ends    leave() is called  the system kills the process (Linux)
 *              by itself
 */
#ifndef BLASTBEAM_PLATFORM_WATCHDOG_H
#define BLASTBEAM_PLATFORM_WATCHDOG_H

#include <stdint.h>

enum {
    WATCHDOG_LAST_MS = 40,
    WATCHDOG_HOLD_GRACE_MS = 20,   /* most time that a leave() at the deadline is put off by
                                    watchdog_hold */
    WATCHDOG_SIGNAL_GRACE_MS = 500 /* and one for a signal */
};

typedef struct Watchdog Watchdog;

/* Watch from now on. A thread calls leave(argument, 0) at `deadline` (clock_now; 0: never) and
 * leave(argument, signal) when somebody asks the process to end: by SIGTERM, SIGINT or SIGHUP,
 * where they are not ignored (on Windows they end it at once). leave ends the process by
 * program_exit_now. A standard output that nobody reads any more does not end the process. To be
 * called before other threads are started; begins as after watchdog_hold. Returns NULL where no
 * thread can be had: then the system's kill at the end is all there is. */
Watchdog *watchdog_start(int64_t deadline, void (*leave)(void *argument, int signal),
                         void *argument);

/* Another deadline, earlier or later, but at most `most` nanoseconds from now: a clock that jumps
 * back between two looks at it would put the deadline off by as much. With NULL the system's kill
 * alone is moved. */
void watchdog_move(Watchdog *watchdog, int64_t deadline, int64_t most);

/* Something that should not be left half done, as writing a file, begins and ends. When leave has
 * been called already, hold does not return. By one thread at a time; NULL is allowed. */
void watchdog_hold(Watchdog *watchdog);
void watchdog_release(Watchdog *watchdog);

/* The work is done: leave will not be called any more; the system still kills a process that does
 * not end. When leave has been called already this does not return. NULL is allowed. */
void watchdog_stop(Watchdog *watchdog);

#endif
