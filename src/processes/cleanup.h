/* Removes what a bot leaves in its round folder besides its move. */
#ifndef BLASTBEAM_PROCESSES_CLEANUP_H
#define BLASTBEAM_PROCESSES_CLEANUP_H

#include <stdbool.h>

enum { CLEANUP_KEEP_MB = 16, CLEANUP_KEEP_FILES = 1000 };

/* If the folder holds more than CLEANUP_KEEP_MB or CLEANUP_KEEP_FILES, remove everything except
 * move.txt, state.json and map.txt. These three are also removed when they are larger than 1 MB.
 * Links are removed, not followed. Returns the number of bytes removed. */
long long cleanup_folder(const char *folder);

/* Remove whatever is at `path`, with all that is below it. A link is removed, not followed. Returns
 * false when something is left. */
bool cleanup_remove(const char *path);

#endif
