/* Removes what a bot leaves in its round folder besides its move, however deep and however much it
 * is. Links are removed, not followed.
 */
#ifndef BLASTBEAM_PROCESSES_CLEANUP_H
#define BLASTBEAM_PROCESSES_CLEANUP_H

#include <stdbool.h>

#include "processes/folder_size.h"

enum {
    CLEANUP_KEEP_MB = 16,
    CLEANUP_KEEP_FILES = 1000,
    CLEANUP_MS = 2000 /* a usual limit for a call */
};

typedef struct CleanupResult {
    long long removed; /* bytes on the disk */
    bool complete; /* false: something is left, because the time was over or it cannot be removed */
} CleanupResult;

/* If the folder holds more than CLEANUP_KEEP_MB or CLEANUP_KEEP_FILES, remove everything except the
 * files move.txt, state.json and map.txt. These three are also removed when they are larger than
 * 1 MB. Takes about `limit_ms` milliseconds at most; removing one huge file can take longer. */
CleanupResult cleanup_folder(const char *folder, int limit_ms);

/* Remove whatever is at `path`, with all that is below it, within the same limit. Returns false
 * when something is left. */
bool cleanup_remove(const char *path, int limit_ms);

#endif
