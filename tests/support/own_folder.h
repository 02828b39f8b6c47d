/* A folder of a program's own, in $TMPDIR or else in /tmp. */
#ifndef BLASTBEAM_TESTS_SUPPORT_OWN_FOLDER_H
#define BLASTBEAM_TESTS_SUPPORT_OWN_FOLDER_H

#include <stdbool.h>

/* A folder's path has this size at most. */
enum { OWN_FOLDER_SIZE = 256 };

/* Make an empty one. False, with a message on standard error, when it cannot be made; `path` is
 * empty then. */
bool own_folder_make(char path[OWN_FOLDER_SIZE]);

/* Remove it with all that is in it. False, with a message, when something is left behind. */
bool own_folder_remove(const char *path);

#endif
