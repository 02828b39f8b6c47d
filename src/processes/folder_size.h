/* Folders that a bot has filled: opening, listing and measuring them, whatever is in them. They may
 * be deeper than any path can name, hold any number of files, and forbid their own owner to read
 * them. Links are not followed.
 */
#ifndef BLASTBEAM_PROCESSES_FOLDER_SIZE_H
#define BLASTBEAM_PROCESSES_FOLDER_SIZE_H

#include <limits.h>
#include <stdbool.h>

typedef struct FolderSize {
    long long bytes; /* on the disk; a file with two names counts twice */
    long long files; /* of any kind, folders included, without the folder itself */
    bool complete;   /* false: the folder holds at least these, and perhaps more */
} FolderSize;

/* Measure all that is below a folder, in about `limit_ms` milliseconds at most. A folder that its
 * owner may not read gets that permission. A missing folder is empty. */
FolderSize folder_measure(const char *folder, int limit_ms);

/* The same, but stop as soon as the folder holds more than `bytes` or more than `files`. */
FolderSize folder_measure_until(const char *folder, long long bytes, long long files, int limit_ms);

enum { FOLDER_READ = 0500, FOLDER_CHANGE = 0700 };

/* Open the folder `name` inside the folder `parent` (or AT_FDCWD), and give its owner the
 * permissions if they are missing. Returns a file descriptor; -1 with errno, also for a link. */
int folder_open_at(int parent, const char *name, unsigned permissions);

/* Call visit(context, name) for each entry until it returns false. Returns false when it did, or
 * when the folder cannot be read. */
bool folder_visit_open(int folder, bool (*visit)(void *context, const char *name), void *context);

#endif
