/* The log of a tuning: a table that gnuplot can read, and from which a tuning can be resumed.
 *
 *   # tune agent=beam nodes=2000 ... seed=1              the title: all settings of the tuning
 *   # iteration score bag2 bag3 target_step
 *   1 0.250000 30.120000 17.950000 0.351000              the values after the iteration
 *   ...
 */
#ifndef BLASTBEAM_TUNING_SPSA_LOG_H
#define BLASTBEAM_TUNING_SPSA_LOG_H

#include <stdio.h>

#include "tuning/spsa.h"

/* Create a log. `title` is one line with everything that the result depends on. Returns NULL with a
 * message when the file exists or cannot be written. The log is locked until it is closed: it
 * cannot be resumed meanwhile, not even by this process. */
FILE *spsa_log_create(const char *path, const char *title, const Spsa *spsa, char *error,
                      size_t size);

/* Resume a log: *spsa, just initialized by spsa_init, gets the state after the last line. A last
 * line that was cut off is removed. A file that does not exist is created. Returns NULL with a
 * message when the file cannot be read, has another title, other parameters or a wrong line, or is
 * locked by another tuning. */
FILE *spsa_log_resume(const char *path, const char *title, Spsa *spsa, char *error, size_t size);

/* Append the last iteration and flush the file. Returns false when it cannot be written. */
bool spsa_log_add(FILE *log, const Spsa *spsa);

#endif
