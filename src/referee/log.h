/* A log that is kept in memory until its round's file is written, in the engine's form: every
 * line starts with a line end, the time and a letter: D (details), I (information), E (errors). */
#ifndef BLASTBEAM_REFEREE_LOG_H
#define BLASTBEAM_REFEREE_LOG_H

#include "platform/text.h"

enum { LOG_SIZE_MAX = 4 << 20 }; /* bytes; lines beyond are dropped */

/* Starts as {0}. */
typedef struct Log {
    Text text;
    bool echo; /* the lines go to standard output, too, without their time */
} Log;

/* Append a line, as printf does. */
__attribute__((format(printf, 3, 4))) void log_add(Log *log, char level, const char *format, ...);

/* Append what the engine says of an exception: a line of level E, followed by a line end. */
__attribute__((format(printf, 2, 3))) void log_add_exception(Log *log, const char *format, ...);

/* What was added since the last time; the caller frees it. NULL when memory was short. */
char *log_take(Log *log, size_t *size);

/* Drop what was not taken. */
void log_clear(Log *log);

#endif
