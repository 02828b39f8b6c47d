/* What the parts of the page's data share. */
#ifndef BLASTBEAM_REPLAY_HTML_INTERNAL_H
#define BLASTBEAM_REPLAY_HTML_INTERNAL_H

#include "platform/text.h"
#include "records/match_replay.h"

/* The number of a cell, see html.h; -1 for one that is not on the board. */
int html_cell(const Snapshot *snapshot, int x, int y);

/* Append ,"thoughts":[...]: what the players who acted in a moment left in the seed folder at
 * `path`. */
void html_add_bot_log(Text *out, const MatchReplay *replay, int index, const char *path);

#endif
