/* move.txt: the bot's answer. At any moment it holds the last command that was written, whole. */
#ifndef BLASTBEAM_PROTOCOL_MOVE_FILE_H
#define BLASTBEAM_PROTOCOL_MOVE_FILE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/state.h"
#include "protocol/round_path.h"

typedef struct MoveFile {
    char path[ROUND_PATH_SIZE];
    atomic_int written; /* the command in the file; -1 before the first write */
    intptr_t file;      /* kept open after the first write, so that later ones replace the digit */
} MoveFile;

/* Prepare for writing FOLDER/move.txt; nothing is written yet. If the path is too long, every later
 * write fails. */
void move_file_init(MoveFile *file, const char *folder);

/* Write `command`. The first call replaces the file by a new one; later calls overwrite the digit,
 * which does not wait for a busy disk. Returns false with errno set when that fails; the file is
 * then unchanged. Only one thread may write at a time; other threads may read file->written. */
bool move_file_write(MoveFile *file, Command command);

/* Close the file. Nothing may be written afterwards. */
void move_file_close(MoveFile *file);

/* The command in a move.txt with this content. Only the first character after a byte order mark
 * counts; marks of UTF-8 and UTF-16 are accepted because .NET, which the engine runs on, accepts
 * them. `text` has `size` bytes, followed by a 0. */
Command move_file_parse(const char *text, size_t size);

/* True when such a content holds a command, which may be "do nothing": 0, 7 to 9 or a negative
 * number, which the engine takes for it (its sample bots write 7, other bots -1). */
bool move_file_has_command(const char *text, size_t size);

/* The command that the player of `path` gave in the previous round; COMMAND_NOTHING when that
 * round has no move.txt. */
Command move_file_read_last(const RoundPath *path);

#endif
