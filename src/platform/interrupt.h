/* Stopping early on SIGINT, SIGTERM and SIGHUP. */
#ifndef BLASTBEAM_PLATFORM_INTERRUPT_H
#define BLASTBEAM_PLATFORM_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/* The exit status of a program that stopped early. It is not 0, so that scripts, GNU parallel and
 * Slurm see that work is left. */
enum { INTERRUPTED_STATUS = 130 };

/* Handle SIGINT, SIGTERM and, unless it is ignored, SIGHUP from now on. The first signal sets the
 * returned flag. A further signal, more than a second after the first, ends the process at once. */
const volatile sig_atomic_t *interrupt_watch(void);

/* Read and set such a flag in a program where another thread, and no signal, may set it. NULL is a
 * flag that nobody sets. */
static inline bool interrupt_is_set(const volatile sig_atomic_t *flag) {
    return flag && __atomic_load_n(flag, __ATOMIC_RELAXED);
}
static inline void interrupt_set(volatile sig_atomic_t *flag, bool value) {
    __atomic_store_n(flag, value, __ATOMIC_RELAXED);
}

#endif
