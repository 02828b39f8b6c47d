/* Reads the position of a round from the first of several sources that is readable. */
#ifndef BLASTBEAM_BOT_POSITION_H
#define BLASTBEAM_BOT_POSITION_H

#include "bot/view.h"
#include "protocol/round_path.h"

/* Read the position that player `key` sees in `folder`, and set the view to it. In this order:
 *
 *     FOLDER/state.json, FOLDER/map.txt
 *     ../state.json, ../map.txt        the engine's copy of the same position
 *     the previous round               its position, with the moves of all players played by our
 *                                      engine
 *
 * The last two need a `path` that is not all 0, and files of the right round. Returns false when no
 * source has a living player `key`. `message` has the reason for each source that was not used; it
 * is empty when FOLDER/state.json was read. */
bool position_read(const char *folder, const RoundPath *path, char key, Snapshot *snapshot,
                   View *view, char *message, size_t size);

#endif
