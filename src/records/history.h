/* What the process of one round passes on to that of the next.
 *
 * A state does not say which cells a player has stood on, which power-ups were taken, what was done
 * last, nor what was planned. That is kept in a small text file in the own player folder of the
 * round; the process of the next round reads it there.
 */
#ifndef BLASTBEAM_RECORDS_HISTORY_H
#define BLASTBEAM_RECORDS_HISTORY_H

#include <stdint.h>

#include "protocol/snapshot.h"
#include "search/pv.h"

enum { HISTORY_WORDS = (SNAPSHOT_SIZE * SNAPSHOT_SIZE + 63) / 64 };

typedef struct HistoryPlayer {
    int x, y;          /* in the last round seen; 0 when it was dead or not seen */
    int earlier[2][2]; /* x and y one and two rounds before that; 0 when not known */
    int due;           /* its bombs that had a timer of 2 then, so that 1 is next by itself */
    Command command;   /* what it did since the round before; COMMAND_NOTHING when not known */
    uint64_t touched[HISTORY_WORDS]; /* bit (y - 1) * SNAPSHOT_SIZE + x - 1 */
} HistoryPlayer;

/* Starts as {0}: nothing is known. */
typedef struct History {
    int seed, round; /* of the last snapshot taken in */
    int seen;        /* rounds taken in */
    int player_count;

    Pv pv;                            /* what the own player means to do from the next round on */
    uint64_t seen_bag[HISTORY_WORDS]; /* where such power-ups have been in sight; bits as touched */
    uint64_t seen_radius[HISTORY_WORDS];
    HistoryPlayer players[SNAPSHOT_PLAYERS];
} History;

/* Take in the next round. One of another match makes the memory forget all before it; after a gap
 * the last commands and the plan are not known. */
void history_update(History *history, const Snapshot *snapshot);

/* Mark in `state` the cells that the players have stood on and set their points accordingly, on a
 * board taken over one to one; nothing is done on others. */
void history_apply(const History *history, const Snapshot *snapshot, const Game *game,
                   State *state);

/* The power-up, of bag or radius, that has been in sight in a cell; 0: none. */
int history_powerup(const History *history, int x, int y);

/* What a player did last, as far as two states in a row show it: a step, a bomb, or a trigger that
 * shortened a fuse. COMMAND_NOTHING for all else, and for the dead. */
Command history_last_command(const History *history, int player);

/* Whether a player is known to have stood two rounds before where it stands. */
bool history_is_repeated(const History *history, int player);

#endif
