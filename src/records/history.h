/* What earlier rounds tell about a match beyond the current board: the cells on which each player
 * has stood, the power-ups that have been in sight, the last commands, and the own principal
 * variation. bot/memory_file stores it between rounds.
 */
#ifndef BLASTBEAM_RECORDS_HISTORY_H
#define BLASTBEAM_RECORDS_HISTORY_H

#include <stdint.h>

#include "protocol/snapshot.h"
#include "search/pv.h"
#include "search/trail.h"

enum { HISTORY_WORDS = (SNAPSHOT_SIZE * SNAPSHOT_SIZE + 63) / 64 };

typedef struct HistoryPlayer {
    int x, y;                        /* in the last round; 0 when it was dead or not on the map */
    int earlier[TRAIL_ROUNDS][2];    /* x and y in the rounds before that, latest first; 0 when
                                        unknown */
    int due;                         /* number of its bombs whose timer was 2 in the last round */
    Command command;                 /* its last command; COMMAND_NOTHING when unknown */
    uint64_t touched[HISTORY_WORDS]; /* bit (y - 1) * SNAPSHOT_SIZE + x - 1 */
} HistoryPlayer;

/* Starts as {0}, without any round. */
typedef struct History {
    int seed, round; /* of the last snapshot */
    int first;       /* the rounds before this one have not been read */
    int seen;        /* number of snapshots */
    int player_count;

    Pv pv; /* the own player's plan from the next round on */

    /* The cells in which power-ups have been in sight; bits as in touched. */
    uint64_t seen_bag[HISTORY_WORDS], seen_radius[HISTORY_WORDS];

    HistoryPlayer players[SNAPSHOT_PLAYERS];
} History;

/* Add the snapshot of the next round. A snapshot of another match clears the history first. After a
 * gap in the rounds, the last commands and the principal variation are unknown. */
void history_update(History *history, const Snapshot *snapshot);

/* Add the missing round `first` - 1: the touched cells, the trail and the power-ups of its
 * snapshot. A snapshot of another match, or NULL for a round that cannot be read, adds nothing. */
void history_add_missing(History *history, const Snapshot *snapshot);

/* Add the touched cells, the trail and the power-ups of `older`, which ends at the missing round
 * `first` - 1. Then only the rounds that `older` lacks are missing. A history of another match adds
 * nothing. */
void history_merge(History *history, const History *older);

/* Mark the touched cells of all players in `state`, which snapshot_to_state made from `snapshot`,
 * and set their points accordingly. Does nothing on boards that are not standard, or when the
 * history is of another match. */
void history_apply(const History *history, const Snapshot *snapshot, const Game *game,
                   State *state);

/* POWERUP_BAG or POWERUP_RADIUS if one has been in sight in the cell, else 0. */
int history_powerup(const History *history, int x, int y);

/* A player's last command, as far as two boards in a row show it: a move, a bomb, or a trigger that
 * shortened a fuse. COMMAND_NOTHING for anything else, and for dead players. */
Command history_last_command(const History *history, int player);

/* The cells of a player on a standard board in the rounds before the last snapshot. */
Trail history_trail(const History *history, int player);

#endif
