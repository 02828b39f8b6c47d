/* move.txt: the answer, always whole, always the last good one. */
#ifndef BLASTBEAM_FOLDER_MOVEFILE_H
#define BLASTBEAM_FOLDER_MOVEFILE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/state.h"

enum { MOVEFILE_PATH = 4096 };

typedef struct MoveFile {
    char path[MOVEFILE_PATH];
    atomic_int written; /* the command that stands in the file; -1 before the first */
} MoveFile;

/* Nothing is written yet. A folder whose name is too long for any file in it is taken, too: nothing
 * can be written then. */
void movefile_init(MoveFile *file, const char *folder);

/* Let `command` stand in the file. Returns false, with the file as it was and errno set, when it
 * cannot be written. By one thread at a time; the others may read file->written. */
bool movefile_write(MoveFile *file, Command command);

/* The command that a move.txt with this content gives: only the first character counts. */
Command movefile_parse(const char *text);

/* What the player whose round folder is `folder` answered in the round before; COMMAND_NOTHING when
 * its move.txt is not there. */
Command movefile_read_last(const char *folder);

#endif
