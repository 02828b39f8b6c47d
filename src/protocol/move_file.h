/* move.txt: the answer, always whole, always the last good one. */
#ifndef BLASTBEAM_PROTOCOL_MOVE_FILE_H
#define BLASTBEAM_PROTOCOL_MOVE_FILE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/state.h"

enum { MOVEFILE_PATH = 4096 };

typedef struct MoveFile {
    char path[MOVEFILE_PATH];
    atomic_int written; /* the command that stands in the file; -1 before the first */
    intptr_t file;      /* open since the first, whose digit the next ones replace */
} MoveFile;

/* Nothing is written yet. A folder whose name is too long for any file in it is taken, too: nothing
 * can be written then. */
void movefile_init(MoveFile *file, const char *folder);

/* Let `command` stand in the file. The first is a new file in the place of what is there, later
 * ones change its digit, which takes no time however busy the disk is. Returns false, with the file
 * as it was and errno set, when it cannot be written. By one thread at a time; the others may read
 * file->written. */
bool movefile_write(MoveFile *file, Command command);

/* Nothing is written any more. */
void movefile_close(MoveFile *file);

/* The command that a move.txt with this content gives: only the first character counts, behind a
 * byte order mark, if there is one (of UTF-8, or UTF-16, whose first byte .NET reads as a
 * character, too). `text` has `size` bytes and a 0 behind them. */
Command movefile_parse(const char *text, size_t size);

/* What the player whose round folder is `folder` answered in the round before; COMMAND_NOTHING when
 * its move.txt is not there. */
Command movefile_read_last(const char *folder);

#endif
