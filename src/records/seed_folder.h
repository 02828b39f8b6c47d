/* A match as the engine stores it: <seed>/<round>/ with a folder for each player in it. */
#ifndef BLASTBEAM_RECORDS_SEED_FOLDER_H
#define BLASTBEAM_RECORDS_SEED_FOLDER_H

#include "protocol/snapshot.h"
#include "records/move_note.h"

typedef struct SeedFolder {
    const char *path;
    int first, last; /* of the rounds that have a folder; some between them may be missing */
} SeedFolder;

/* Find the first and last round. `path` must stay valid. Returns false when there is no round. */
bool seed_folder_open(SeedFolder *folder, const char *path);

/* Write the message that no match could be read at `path`. If the folder contains one instead, the
 * message names it; otherwise it gives `reason`. */
void seed_folder_explain_missing(const char *path, const char *reason, char *message, size_t size);

/* Read the position at the beginning of a round. Returns false, with a message, when that fails or
 * the folder holds another round. `message` is set, too, when map.txt was read because state.json
 * is missing or damaged; it is empty when state.json was read. */
bool seed_folder_read_round(const SeedFolder *folder, int round, Snapshot *snapshot, char *message,
                            size_t size);

/* Read the position after the last round, which the engine stores in the players' folders of that
 * round. Returns false when it is missing. */
bool seed_folder_read_end(const SeedFolder *folder, Snapshot *snapshot);

/* The command in a player's move.txt; COMMAND_NOTHING without that file. */
Command seed_folder_read_move(const SeedFolder *folder, int round, char key);

/* True when the player's log.txt says that the engine dropped its command; see log_file_is_late. */
bool seed_folder_was_late(const SeedFolder *folder, int round, char key);

/* The command that the engine played for a living player: the one in move.txt, unless it was too
 * late or the engine replaced it because the player did nothing too often. *note becomes what is
 * special about the move, as far as the logs and move.txt show it. *idle_rounds counts the player's
 * rounds in a row without a command. It must be 0 before the first round and be passed on unchanged
 * from round to round. */
Command seed_folder_played_command(const SeedFolder *folder, int round, char key, int *idle_rounds,
                                   MoveNote *note);

#endif
