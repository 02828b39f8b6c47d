/* The folder of a whole match: a folder for each round, and in it one for each player. */
#ifndef BLASTBEAM_RECORDS_SEED_FOLDER_H
#define BLASTBEAM_RECORDS_SEED_FOLDER_H

#include "protocol/snapshot.h"

typedef struct SeedFolder {
    const char *path;
    int first, last; /* the rounds that have a folder lie between; some may be missing */
} SeedFolder;

/* Find the rounds. `path` must stay valid. Returns false when there is none. */
bool seedfolder_open(SeedFolder *folder, const char *path);

/* For messages about a folder that is no match: find one in it. Returns false when there is none;
 * else `name` is that of one. */
bool seedfolder_find_match(const char *path, char *name, size_t size);

/* Read the beginning of a round. Returns false, with a message, when that fails or the folder holds
 * another round. `message` says what was wrong also when map.txt was read instead of state.json;
 * it is empty when all was well. */
bool seedfolder_read_round(const SeedFolder *folder, int round, Snapshot *snapshot, char *message,
                           size_t size);

/* Read what came after the last round, which the engine leaves in the players' folders of that
 * round. Returns false when it is not there. */
bool seedfolder_read_end(const SeedFolder *folder, Snapshot *snapshot);

/* The command in a player's move.txt, COMMAND_NOTHING where there is none. */
Command seedfolder_read_move(const SeedFolder *folder, int round, char key);

/* Whether the player's log.txt says that the engine dropped its command: the process took longer
 * than the limit, and the engine minded (bin/referee --nolimit does not). */
bool seedfolder_was_late(const SeedFolder *folder, int round, char key);

/* The command that the engine played for a living player: move.txt, unless it came too late (*late
 * says so), and what the harness makes of doing nothing. *nothing counts commands in a row that did
 * nothing: 0 before the first round, then left as it is from round to round. */
Command seedfolder_played(const SeedFolder *folder, int round, char key, int *nothing, bool *late);

#endif
