/* The match that is being played, as events of the feed. The page of `bin/replay html` reads the
 * same data:
 *
 *   match  {"match":3,"waiting":false,"data":{...}}   the JSON of html.h with the first moment only
 *   round  {"turn":{...},"moment":{...}}              what was done in the round before, and the
 *                                                     position now; see html_add_turn
 *   end    {"unfinished":false,"order":[0,1]}          the players, the winner first
 */
#ifndef BLASTBEAM_HOST_LIVE_H
#define BLASTBEAM_HOST_LIVE_H

#include "host/feed.h"
#include "protocol/snapshot.h"

typedef struct Live Live;

/* Returns NULL when memory is short. The caller frees it with live_destroy, which accepts NULL. */
Live *live_create(Feed *feed);
void live_destroy(Live *live);

/* A match begins with this position; `waiting` when it is only shown, because people are missing.
 * `folder` is its seed folder, which must stay valid, or NULL while waiting. With `show_logs` the
 * turns have what the bots printed. Returns the number of the match. */
int live_begin(Live *live, const Snapshot *snapshot, bool waiting, const char *folder,
               bool show_logs);

/* A round was played with these commands; now the position is this. */
void live_round(Live *live, const uint8_t command[MAX_PLAYERS], const Snapshot *snapshot);

/* The match is over; `order` has its players, the winner first. An unfinished match has none. */
void live_end(Live *live, const int order[MAX_PLAYERS], bool unfinished);

#endif
