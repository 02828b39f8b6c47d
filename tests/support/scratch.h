/* A folder for the files that a test program writes. */
#ifndef BLASTBEAM_TESTS_SUPPORT_SCRATCH_H
#define BLASTBEAM_TESTS_SUPPORT_SCRATCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "protocol/round_path.h"
#include "support/own_folder.h"

/* Paths of files in the folder have this size at most. */
enum { SCRATCH_PATH = 512 };

/* The folder's path between setup and teardown of the group; empty otherwise. */
extern char scratch[OWN_FOLDER_SIZE];

/* Make the folder and set $scratch to it; remove it with all its contents. Group setup and teardown
 * of cmocka. */
int make_scratch(void **unused);
int remove_scratch(void **unused);

/* Path of a file in the folder. Fails the test when it is too long. */
const char *scratch_path(const char *name, char path[SCRATCH_PATH]);

/* Write a text into a file of the folder. The folders in its path must exist. */
void scratch_write(const char *name, const char *text, mode_t mode);

/* The text of a file in the folder, which the caller frees; NULL when it cannot be read. */
char *scratch_read(const char *name);

/* True when that text contains `what`. */
bool scratch_says(const char *name, const char *what);

/* The parts of a player's folder of a round; all 0 when it has another form. The same static struct
 * at each call. */
const RoundPath *split_path(const char *folder);

#endif
