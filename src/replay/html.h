/* A match as one HTML page that plays it, without other files and without a network.
 *
 * The page (src/replay/page) is part of the program; the match is inserted into it as JSON, in
 * which a cell is the number (y - 1) * width + x - 1, or -1 where it is not known.
 */
#ifndef BLASTBEAM_REPLAY_HTML_H
#define BLASTBEAM_REPLAY_HTML_H

#include <stddef.h>

typedef struct MatchReplay MatchReplay;
typedef struct Text Text;

/* The match, loaded from `path`, as JSON. When `path` is a seed folder, what its bots printed is
 * included. The result is malloced, the caller frees it; it ends with a 0 that *size does
 * not count. NULL when memory is short. */
char *html_data(const MatchReplay *replay, const char *path, size_t *size);

/* The whole page, under the same conditions. The page says that the match is from `source`; NULL:
 * from `path`. */
char *html_page(const MatchReplay *replay, const char *path, const char *source, size_t *size);

/* The two parts of a moment in that JSON, as members of an object, for a match that is still being
 * played. The position has what changed since the moment before, if there is one; the turn has what
 * the players did in the round that begins with the moment, and with a `folder` (not NULL) what its
 * bots printed. */
void html_add_position(Text *out, const MatchReplay *replay, int index);
void html_add_turn(Text *out, const MatchReplay *replay, int index, const char *folder);

#endif
