/* Stopping when a person or the system asks for it. */
#ifndef BLASTBEAM_ARENA_INTERRUPT_H
#define BLASTBEAM_ARENA_INTERRUPT_H

#include <signal.h>

/* From now on SIGINT and SIGTERM set what is returned; asked again a second later, or after more,
 * the process ends at once. */
const volatile sig_atomic_t *interrupt_watch(void);

#endif
