/* What the pages of all watchers show: the events of the present match, and what is true at the
 * moment. Any number of readers follows the feed, each at its own pace; a slow reader holds up
 * nobody, because the events are kept once for all of them until the next match begins.
 *
 *   match 3:  | match | round 0 | round 1 | ... | round 17 |     status   private 0 .. private 3
 *                  ^                  ^              ^              ^
 *               new reader       slow reader    other readers    only the last one is kept
 *
 * An event is text for a stream of server-sent events, ready to be sent. Its id says where a reader
 * goes on when its connection broke. All functions can be called by any thread.
 */
#ifndef BLASTBEAM_HOST_FEED_H
#define BLASTBEAM_HOST_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/state.h"
#include "host/blob.h"

/* A value of which only the last one counts. */
enum { FEED_STATUS, FEED_PRIVATE, FEED_SLOTS = FEED_PRIVATE + MAX_PLAYERS };

typedef struct FeedReader {
    int match, next;           /* the event that it gets next */
    int seat;                  /* whose private values it gets, too; negative for none */
    uint64_t seen[FEED_SLOTS]; /* versions */
} FeedReader;

typedef struct Feed Feed;

/* Returns NULL when memory is short. The caller frees it with feed_destroy, which accepts NULL.
 * `wake` is called after every change, without a lock. */
Feed *feed_create(void (*wake)(void *context), void *context);
void feed_destroy(Feed *feed);

/* Set what is called after every change. Before the first event, or after the last one. */
void feed_set_wake(Feed *feed, void (*wake)(void *context), void *context);

/* Drop the events of the match before, and begin another. Returns its number, from 1. */
int feed_begin(Feed *feed);

/* Append an event: its name, and JSON of `size` bytes, in which line ends become blanks. Returns
 * false when memory is short. */
bool feed_add(Feed *feed, const char *name, const char *json, size_t size);

/* Set the value of a slot; it goes to every reader, or to those of a seat. */
bool feed_set(Feed *feed, int slot, const char *name, const char *json, size_t size);

/* The bytes of all events of the match. */
size_t feed_size(Feed *feed);

/* A reader that begins at the first event, or behind the event with the id `last_id` when that
 * belongs to this match. `last_id` may be NULL, or any text. */
FeedReader feed_open_reader(Feed *feed, const char *last_id, int seat);

/* The next event of a reader, which the caller releases; NULL when there is none yet. */
Blob *feed_next(Feed *feed, FeedReader *reader);

#endif
