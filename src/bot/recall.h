/* Reads the files of earlier rounds in a separate thread, because a read may hang when the disk is
 * busy and the search must not wait for it. */
#ifndef BLASTBEAM_BOT_RECALL_H
#define BLASTBEAM_BOT_RECALL_H

#include "protocol/round_path.h"
#include "records/history.h"

typedef struct Recall Recall;

/* The result. The history includes the snapshot of this round. */
typedef struct Recalled {
    History history;
    Command last_command; /* the own command of the previous round; COMMAND_NOTHING when unknown */
    int budget_ms;        /* see time_manager_budget_ms */
} Recalled;

/* Start to read, until `deadline` (clock_now); see memory_file_rebuild. `path` and `snapshot` must
 * stay as they are until the process ends. Returns NULL when memory is short. Nothing frees it: its
 * thread may hang for ever. */
Recall *recall_start(const RoundPath *path, const Snapshot *snapshot, int64_t deadline);

/* Wait until everything is read, or until `deadline` (clock_now; 0: as long as it takes). Returns
 * NULL in time-out, and for a NULL recall. */
const Recalled *recall_wait(Recall *recall, int64_t deadline);

#endif
