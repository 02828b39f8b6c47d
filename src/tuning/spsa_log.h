/* The log of a tuning: a table that gnuplot can read, and from which a tuning can be resumed.
 *
 *   # tune agent=beam nodes=2000 ... seed=1              the title: all settings of the tuning
 *   # iteration score bag2 bag3 target_step
 *   1 0.250000 30.120000 17.950000 0.351000              the values after the iteration
 *   ...
 */
#ifndef BLASTBEAM_TUNING_SPSA_LOG_H
#define BLASTBEAM_TUNING_SPSA_LOG_H

#include <signal.h>
#include <stdio.h>

#include "tuning/spsa.h"

/* Create a log. `title` is one line with everything that the result depends on. Returns NULL with a
 * message when the file exists or cannot be written. The log is locked until it is closed: it
 * cannot be resumed meanwhile, not even by this process. */
FILE *spsa_log_create(const char *path, const char *title, const Spsa *spsa, char *error,
                      size_t size);

/* How to resume a log. */
typedef struct LogResume {
    int wait_s;                        /* for another tuning to end, at most */
    void (*say)(const char *text);     /* called for each message to the user */
    const volatile sig_atomic_t *stop; /* ends the waiting once it is set; may be NULL */
} LogResume;

/* Resume a log: *spsa, just initialized by spsa_init, gets the state after the last whole line. A
 * file that is missing, empty or cut off in its first two lines is begun. Lines that are cut off or
 * overwritten by zero bytes are reported and appended to PATH.damaged, and the log is replaced by
 * one without them. Returns NULL with a message when the file cannot be read or written, has
 * another title or other parameters, or is locked by another tuning. */
FILE *spsa_log_resume(const char *path, const char *title, Spsa *spsa, const LogResume *how,
                      char *error, size_t size);

/* Append the last iteration and flush the file. Returns false when it cannot be written. */
bool spsa_log_add(FILE *log, const Spsa *spsa);

#endif
