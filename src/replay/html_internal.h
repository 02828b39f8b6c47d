/* What html.c and html_bot_log.c share. */
#ifndef BLASTBEAM_REPLAY_HTML_INTERNAL_H
#define BLASTBEAM_REPLAY_HTML_INTERNAL_H

typedef struct MatchReplay MatchReplay;
typedef struct Snapshot Snapshot;
typedef struct Text Text;

/* The number of a cell as in html.h; -1 for one outside the board. */
int html_cell(const Snapshot *snapshot, int x, int y);

/* Append ,"bot_logs":[...]: the logs of the players who act in a moment, from the seed folder at
 * `path`. */
void html_add_bot_logs(Text *out, const MatchReplay *replay, int index, const char *path);

#endif
