/* The file in which the process of one round leaves its history to that of the next.
 *
 * It is a small text file in the player's folder of the round, blastbeam.memory.
 */
#ifndef BLASTBEAM_BOT_MEMORY_FILE_H
#define BLASTBEAM_BOT_MEMORY_FILE_H

#include <stdint.h>

#include "records/history.h"

/* Read the file that the process of the round before left. Returns false, with an empty memory,
 * when there is none, or it is damaged or from another match. `folder` is that of this round. */
bool memory_file_load(History *history, const char *folder);

/* Take in all earlier rounds from the files that the engine keeps, until `deadline` (clock_now).
 * Rounds that cannot be read are left out. A power-up that was taken in the round after its wall
 * fell is not noticed: map.txt, which is read because it is short, shows a star there. Returns
 * false when time ran out before the end. */
bool memory_file_rebuild(History *history, const char *folder, int64_t deadline);

/* Leave the file for the next round. Returns false when it cannot be written. */
bool memory_file_save(const History *history, const char *folder);

#endif
