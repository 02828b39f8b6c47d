/* blastbeam.memory, a small text file in the player's folder of a round. It holds the history up to
 * that round for the process of the next round.
 *
 *     blastbeam FORMAT seed N first N round N seen N players N
 *     pv LENGTH COMMAND...
 *     seen BITS... (bag)
 *     BITS... (radius)
 *     player X Y EARLIER_X EARLIER_Y EARLIER_X EARLIER_Y DUE COMMAND BITS... (touched)
 *     ... a line for each player
 *     check CHECKSUM (of all bytes before this line)
 *
 * BITS are HISTORY_WORDS hexadecimal numbers.
 *
 * In all functions `path` is the player's folder of the current round. Without a valid path there
 * are no other rounds: nothing is loaded and nothing is saved.
 */
#ifndef BLASTBEAM_BOT_MEMORY_FILE_H
#define BLASTBEAM_BOT_MEMORY_FILE_H

#include <stdint.h>

#include "protocol/round_path.h"
#include "records/history.h"

/* Read the file of the previous round as it is; rounds before history->first are missing in it.
 * Returns false, with *history all 0, when it is missing or damaged or belongs to another round. */
bool memory_file_load(History *history, const RoundPath *path);

/* Build the history of all earlier rounds, until `deadline` (clock_now). Begins at the newest
 * memory file of the last eight rounds, if there is one, and reads the rounds after it in their
 * order; then it adds the rounds that are missing in that file, the last one first, from older
 * memory files where it can. All other rounds are read from the files of the engine, which keeps
 * them. Rounds that cannot be read are skipped. map.txt is read because it is short; it shows a
 * star where a wall has just fallen, so a power-up that was taken in the very next round is missed.
 *
 * Returns false when time or memory ran out. The history is then all 0, or some rounds at its
 * beginning are missing (history->first), which a later call adds. */
bool memory_file_rebuild(History *history, const RoundPath *path, int64_t deadline);

/* Write the file of the current round. Returns false when that fails. */
bool memory_file_save(const History *history, const RoundPath *path);

#endif
