/* A match as one page that plays it: no other file, no network.
 *
 * The page (src/replay/page) is part of the program; the match goes into it as JSON, in which a
 * cell is a number: (y - 1) * width + x - 1, or -1 where it is not known.
 */
#ifndef BLASTBEAM_REPLAY_HTML_H
#define BLASTBEAM_REPLAY_HTML_H

#include "records/match_replay.h"

/* The match that was loaded from `path` as JSON, with what bots of this project left of their
 * thoughts in its folders. Malloced, with a 0 behind the last byte; NULL when memory is short. */
char *html_data(const MatchReplay *replay, const char *path, size_t *size);

/* The whole page; likewise. */
char *html_page(const MatchReplay *replay, const char *path, size_t *size);

#endif
