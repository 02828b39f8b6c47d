/* Stopping when a person or the system asks for it. */
#ifndef BLASTBEAM_PLATFORM_INTERRUPT_H
#define BLASTBEAM_PLATFORM_INTERRUPT_H

#include <signal.h>

/* Exit status of a program that was asked to stop before its end: not that of success, so that
 * scripts, GNU parallel and Slurm see that something is left to do. */
enum { INTERRUPTED_STATUS = 130 };

/* From now on SIGINT and SIGTERM set what is returned; asked again a second later, or after more,
 * the process ends at once. */
const volatile sig_atomic_t *interrupt_watch(void);

#endif
