/* An interactive view of a match in a terminal. */
#ifndef BLASTBEAM_REPLAY_VIEWER_H
#define BLASTBEAM_REPLAY_VIEWER_H

#include <stdio.h>

typedef struct MatchReplay MatchReplay;
typedef struct Terminal Terminal;

/* Show the match from the moment `index` on and obey keys, until the user quits or the input ends.
 * `out` is the screen of `terminal`. A board that does not fit is scrolled with the player in
 * focus. */
void viewer_run(Terminal *terminal, const MatchReplay *replay, int index, FILE *out);

/* The keys, for --help: lines of text. */
extern const char viewer_help[];

#endif
