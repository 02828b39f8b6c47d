/* The log of a tuning: a table of text that gnuplot reads, and that a tuning goes on from.
 *
 *   # tune beam players=2 nodes=2000 ... seed=1          what it was made with
 *   # iteration score bag2 bag3 target_step
 *   1 0.250000 30.120000 17.950000 0.351000              the values after the iteration
 *   ...
 */
#ifndef BLASTBEAM_TUNING_SPSA_LOG_H
#define BLASTBEAM_TUNING_SPSA_LOG_H

#include <stdio.h>

#include "tuning/spsa.h"

/* Begin a log: `title` says in one line all that the result depends on. Returns NULL, with a
 * message, when there is such a file already or it cannot be written. Until it is closed no other
 * process, nor this one, can go on with it. */
FILE *spsa_log_create(const char *path, const char *title, const Spsa *spsa, char *error,
                      size_t size);

/* Go on with a log: *spsa, fresh from spsa_init, becomes what it was after the last line. A last
 * line without its end is cut off. Returns NULL, with a message that says where and what, when the
 * file cannot be read, has another title or other parameters, holds what no tuning wrote, or is
 * being written by another tuning. A file that does not exist is begun. */
FILE *spsa_log_resume(const char *path, const char *title, Spsa *spsa, char *error, size_t size);

/* Add the last iteration, at once. Returns false when it cannot be written. */
bool spsa_log_add(FILE *log, const Spsa *spsa);

#endif
