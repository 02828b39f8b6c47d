/* A match in a terminal, stepped through and played by keys. */
#ifndef BLASTBEAM_REPLAY_VIEWER_H
#define BLASTBEAM_REPLAY_VIEWER_H

#include "records/match_replay.h"
#include "terminal/terminal.h"

/* Show moments from `index` on, on the screen `out` of `terminal`, until the person quits or the
 * input ends. Larger boards than the screen are scrolled with the player in focus. */
void viewer_run(Terminal *terminal, const MatchReplay *replay, int index, FILE *out);

/* The keys, for --help: a line each. */
extern const char viewer_help[];

#endif
