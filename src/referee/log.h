/* A log in the engine's format, kept in memory until the file of its round is written. Every line
 * starts with a line end, the time and a level: D (debug), I (information), E (error). No text can
 * begin a line of its own: see log_file.h for what that is good for. */
#ifndef BLASTBEAM_REFEREE_LOG_H
#define BLASTBEAM_REFEREE_LOG_H

#include "platform/text.h"

enum { LOG_SIZE_MAX = 4 << 20 }; /* bytes; further output of a bot is dropped */

/* Initialize with {0}. */
typedef struct Log {
    Text text;
    bool echo; /* also print the lines to standard output, without the time and made printable */
} Log;

/* Append a line, formatted as by printf. Line ends inside it become blanks. */
__attribute__((format(printf, 3, 4))) void log_add(Log *log, char level, const char *format, ...);

/* Append what a bot printed. As in the engine, a carriage return ends a line, too, and each line
 * begins with "Output from bot: ". */
void log_add_output(Log *log, char level, const char *text);

/* Append an exception as the engine does: a line of level E, followed by a line end. */
__attribute__((format(printf, 2, 3))) void log_add_exception(Log *log, const char *format, ...);

/* Remove and return the text; the caller frees it. Returns NULL when memory was short. */
char *log_take(Log *log, size_t *size);

/* Discard the text. */
void log_clear(Log *log);

#endif
