/* Keeps the folder of a match as the referee made it, although bots without a sandbox can write to
 * all of it: moved folders are moved back, and what was put where the referee is going to write is
 * removed. Links are removed, not followed. */
#ifndef BLASTBEAM_REFEREE_FOLDER_GUARD_H
#define BLASTBEAM_REFEREE_FOLDER_GUARD_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "engine/state.h"

enum { GUARD_FILES = 3, GUARD_TEXT = 256, GUARD_PATH = 1024 };

/* Tells whether a path still leads to the same file or folder. */
typedef struct Identity {
    dev_t device;
    ino_t inode;
    mode_t kind;             /* an inode number can be used again, for a link */
    struct timespec changed; /* for files: the last change of content, name or rights */
} Identity;

typedef struct FolderGuard {
    char match[GUARD_PATH]; /* absolute */
    int handle;             /* of the folder of the match; -1 when it could not be opened */
    int round;              /* the last round whose folder was made; -1 before the first */
    Identity match_id, round_id;
    Identity files[GUARD_FILES];
    Identity players[MAX_PLAYERS]; /* folders in the round; device 0 when not made yet */
    char keys[MAX_PLAYERS];
    int count;
    int64_t deadline; /* of the removals of a check */
} FolderGuard;

/* The files of a round that all players may read. */
extern const char *const guard_file_names[GUARD_FILES];

/* Start to guard the folder `match`, which exists. `keys` has the keys of the players. */
void folder_guard_open(FolderGuard *guard, const char *match, const char *keys, int count);

/* Make the folder of a round, or of a player in the current round (again when it is gone). What
 * else lies there is removed first; *removed is then true. They return false with errno when the
 * folder cannot be made. */
bool folder_guard_make_round(FolderGuard *guard, int round, bool *removed);
bool folder_guard_make_player(FolderGuard *guard, int player, bool *removed);

/* Call when all files of the round have been written. */
void folder_guard_note_files(FolderGuard *guard);

/* Call after a bot has run. Puts the folders right and writes what was wrong into `text` ("" when
 * nothing was), such as "there was already a 7/A". Returns the names of files that must be written
 * again, as bits of guard_file_names. */
unsigned folder_guard_check(FolderGuard *guard, char text[GUARD_TEXT]);

void folder_guard_close(FolderGuard *guard);

#endif
