/* A folder of a test program's own, for what it writes. */
#ifndef BLASTBEAM_TESTS_SUPPORT_SCRATCH_H
#define BLASTBEAM_TESTS_SUPPORT_SCRATCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "support/own_folder.h"

/* Paths of files in the folder have this size at most. */
enum { SCRATCH_PATH = 512 };

/* Empty but between setup and teardown of the group. */
extern char scratch[OWN_FOLDER_SIZE];

/* Make the folder and set $scratch to it; remove it with all that is in it. As group setup and
 * teardown of cmocka. */
int make_scratch(void **unused);
int remove_scratch(void **unused);

/* Path of a file in the folder. Fails the test when it is too long. */
const char *scratch_path(const char *name, char path[SCRATCH_PATH]);

/* Write a text into a file of the folder, of which the folders must be there. */
void scratch_write(const char *name, const char *text, mode_t mode);

/* The text of a file there, for the caller to free; NULL when it cannot be read. */
char *scratch_read(const char *name);

/* Whether that text contains `what`. */
bool scratch_says(const char *name, const char *what);

#endif
