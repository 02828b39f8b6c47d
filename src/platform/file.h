/* Reading files, replacing them whole, and overwriting an open one. All paths are UTF-8. */
#ifndef BLASTBEAM_PLATFORM_FILE_H
#define BLASTBEAM_PLATFORM_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Write `size` bytes into the file at `path`, all or nothing: a temporary file is written beside it
 * and then renamed. A link at `path` is replaced, not followed. On failure this returns false, sets
 * errno and leaves no temporary file. On Windows it fails with EACCES, after a few tries, when
 * another process has the old file open. */
bool file_replace(const char *path, const void *data, size_t size);

/* True when the file at `path` cannot be replaced: it is a device, a pipe, a folder, or the file to
 * which our own standard output is redirected. Not available on Windows. */
bool file_is_special(const char *path);

/* Open a special file to append to it. For our own standard output the stream writes after what is
 * already there. Returns a stream that the caller closes; NULL with errno on failure. Not available
 * on Windows. */
FILE *file_open_special(const char *path);

/* file_replace for a path that the user has given: a link to a file is followed (a dangling link is
 * replaced), and a special file is written to. The same as file_replace on Windows. */
bool file_write(const char *path, const void *data, size_t size);

/* The handle of a file that stays open to be changed in place. */
enum { NO_FILE = -1 };

/* file_replace that keeps the new file open in *file, for file_overwrite and file_release. On
 * failure *file is NO_FILE. On Windows *file is also NO_FILE, with the result true, when the new
 * file could not be opened again. */
bool file_replace_kept(const char *path, const void *data, size_t size, intptr_t *file);

/* Overwrite the first `size` bytes of the file. This does not wait for the disk, while creating and
 * renaming a file can take half a second on a busy one. Readers see either the old or the new value
 * of a byte. Returns false when writing fails, or when no name refers to the file any more. */
bool file_overwrite(intptr_t file, const void *data, size_t size);

/* Close the file. NO_FILE is allowed. */
void file_release(intptr_t file);

/* Read a whole file of at most `limit` bytes. Returns malloced memory with a 0 after the last byte,
 * and the length in *size. On failure it returns NULL with errno: EFBIG when the file is larger,
 * EINVAL when it is a pipe or a device. */
char *file_read(const char *path, size_t limit, size_t *size);

/* fopen for a path in UTF-8. */
FILE *file_open(const char *path, const char *mode);

#endif
