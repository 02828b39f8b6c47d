/* The little that differs between Linux and Windows: clocks, threads, aligned memory, files that
 * are replaced whole. All text, names of files too, is UTF-8 on both.
 */
#ifndef BLASTBEAM_PLATFORM_H
#define BLASTBEAM_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Nanoseconds of a clock that never jumps. Only differences mean something. */
int64_t clock_now(void);

/* Let clock_now, in the calling thread, count only the time in which this thread ran: measurements
 * then do not suffer from what else the machine does. Time that other threads work for this one is
 * not counted. */
void clock_count_own_time(bool own);

/* The moment at which this process was started, on the scale of clock_now, as the system recorded
 * it: the time of the loader, and of a launcher that replaced itself by exec, counts. Resolution
 * 10 ms on Linux (rounded to the earlier side). Never later than the first call; when the system
 * does not tell, the moment of the first call. */
int64_t clock_process_start(void);

void clock_sleep_ms(int ms);

/* Processors that this process may run on, at least 1. */
int platform_cores(void);

/* What main does first, once. On Windows: have its arguments in UTF-8, which are handed over in a
 * code page of their own; they stay as they are where memory is short. Elsewhere: let standard
 * streams that are closed lead nowhere, or the next file to be opened would be taken for one and
 * get what is printed. */
void platform_begin(int *argc, char ***argv);

/* What main returns last: `status`, or where standard output did not take all that was printed (a
 * full disk), and nothing else went wrong, 1. `program` is named in the message. */
int platform_end(const char *program, int status);

/* At least `size` bytes on a boundary of 64, not initialized; NULL when memory is short. To be
 * freed by memory_free_aligned, which takes NULL, too. */
void *memory_allocate_aligned(size_t size);
void memory_free_aligned(void *history);

/* Have the program and its libraries in memory, and let them stay there as far as the system
 * allows: to read a page of them again takes a second where the disk is busy, and nothing can
 * interrupt it. Nothing is done on Windows. */
void pin_pages(void);

/* Write `size` bytes into the file at `path`, whole or not at all: into a temporary file beside it,
 * which then replaces it. A link at `path` is replaced, not followed. Returns false, and leaves no
 * temporary file, when that fails; errno then says why. On Windows somebody who has the old file
 * open makes it fail, after a few tries (EACCES). */
bool file_replace(const char *path, const void *data, size_t size);

/* Whether the file at `path` cannot be replaced: a device, a pipe, a folder, or what our own
 * standard output goes to. Not on Windows. */
bool file_is_special(const char *path);

/* Open a special file to write at its end; with standard output, after what is in it. Returns NULL
 * with errno, else a stream that the caller closes. Not on Windows. */
FILE *file_open_special(const char *path);

/* file_replace for a path that a person has named: a link to a file is followed (one that leads to
 * none is replaced), and a special file is written to. On Windows it is file_replace. */
bool file_write(const char *path, const void *data, size_t size);

/* A file that stays open, to be changed in place. */
enum { NO_FILE = -1 };

/* file_replace, and *file is the new file, for file_overwrite and file_release; NO_FILE when it
 * could not be kept open. */
bool file_replace_kept(const char *path, const void *data, size_t size, intptr_t *file);

/* Put `data` over the first bytes of the file. That waits for nobody, while to make and to rename
 * files takes half a second where the disk is busy. Of a single byte readers see the old or the
 * new. Returns false when that fails, or when the file is no longer to be found under any name. */
bool file_overwrite(intptr_t file, const void *data, size_t size);

/* NO_FILE is allowed. */
void file_release(intptr_t file);

/* Read a whole file of at most `limit` bytes. Returns malloced memory with a 0 after the last byte,
 * and its length in *size; NULL, with errno set (EFBIG when it is larger, EINVAL when it is a pipe
 * or a device), when it cannot be read. */
char *file_read(const char *path, size_t limit, size_t *size);

/* fopen, for a path in UTF-8. */
FILE *file_open(const char *path, const char *mode);

typedef enum PathKind { PATH_MISSING, PATH_FILE, PATH_FOLDER } PathKind;

PathKind path_kind(const char *path);

/* Call `visit` with the name of each entry of a folder, in any order. Returns false, with errno
 * set, when it cannot be opened. */
bool folder_visit(const char *path, void (*visit)(void *context, const char *name), void *context);

/* Create a folder and those above it. Returns false, with errno set, when that fails. */
bool folder_create(const char *path);

typedef struct Thread Thread;

/* Start `run(argument)` in a thread of its own. Returns NULL when that fails: the caller then does
 * the work itself. */
Thread *thread_start(void (*run)(void *), void *argument);

/* Wait for the end of a thread and free it. NULL is allowed. */
void thread_join(Thread *thread);

/* Something that threads wait for: set or not. */
typedef struct Event Event;

/* An event that is not set; NULL when that fails. To be freed by event_destroy, which takes NULL,
 * too, when nobody waits for it any more. */
Event *event_create(void);
void event_destroy(Event *event);

/* Let those who wait go on, and all who will until event_reset. */
void event_set(Event *event);
void event_reset(Event *event);

/* Sleep until the event is set. */
void event_wait(Event *event);

#endif
