/* The position of a round, from whatever files can be read. */
#ifndef BLASTBEAM_BOT_POSITION_H
#define BLASTBEAM_BOT_POSITION_H

#include "bot/view.h"
#include "protocol/round_path.h"

/* Read the position that player `key` sees in `folder`, and set the view to it. In this order:
 *
 *     FOLDER/state.json, FOLDER/map.txt
 *     ../state.json, ../map.txt        the engine stores the same position for the whole round
 *     the last round, played on        its position and the moves of all players, by the rules
 *
 * The last two need a `path` that is not all 0, and the right round. Returns false when none shows
 * a living player `key`. `message` names what was wrong with each file; it is empty when
 * FOLDER/state.json was read. */
bool position_read(const char *folder, const RoundPath *path, char key, Snapshot *snapshot,
                   View *view, char *message, size_t size);

#endif
