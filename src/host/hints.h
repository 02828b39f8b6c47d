/* Hints for people: what the beam thinks of each of their commands. A thread of its own searches,
 * with a limit of nodes, so that no round waits for it. A hint that comes too late is dropped.
 */
#ifndef BLASTBEAM_HOST_HINTS_H
#define BLASTBEAM_HOST_HINTS_H

#include "engine/state.h"
#include "host/feed.h"

typedef struct Hints Hints;

/* Start the thread. Returns NULL when that fails. The caller ends it with hints_destroy, which
 * accepts NULL. The hints go into the private slots of the feed:
 *
 *   {"match":3,"round":17,"commands":[
 *     {"command":1,"value":12.50,"danger":0,"best":true,"note":""},...]}
 *
 * `value` is missing for a command that was not searched; `danger` is the share in percent of the
 * opponents' replies after which the player may not survive, or -1; `note` is the beam's remark on
 * the command, or "". */
Hints *hints_create(Feed *feed);
void hints_destroy(Hints *hints);

/* Search for these players (bits) in the present position; searches for earlier ones are dropped.
 * Copies what it needs and returns at once. */
void hints_ask(Hints *hints, int match, const Game *game, const State *state, unsigned players);

#endif
