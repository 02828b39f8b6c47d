/* move.txt: the answer, always whole, always the last good one. */
#ifndef BLASTBEAM_FOLDER_MOVEFILE_H
#define BLASTBEAM_FOLDER_MOVEFILE_H

#include <stdbool.h>

#include "engine/state.h"

enum { MOVEFILE_PATH = 4096 };

typedef struct MoveFile {
    char path[MOVEFILE_PATH];
    int written; /* the command that stands in the file; -1 before the first */
} MoveFile;

/* Nothing is written yet. */
void movefile_init(MoveFile *file, const char *folder);

/* Let `command` stand in the file. Returns false, with the file as it was, when it cannot be
 * written. */
bool movefile_write(MoveFile *file, Command command);

/* The command that a move.txt with this content gives: only the first character counts. */
Command movefile_parse(const char *text);

#endif
