/* What a match tells those who show it: the page, the network console.
 *
 * The thread that plays the match calls the functions, one after the other. They must return at
 * once: whoever sends something over a network keeps a copy and lets another thread send it.
 */
#ifndef BLASTBEAM_HOST_LISTENER_H
#define BLASTBEAM_HOST_LISTENER_H

#include "protocol/snapshot.h"

typedef struct Match Match;

/* The position at the beginning of a round. Valid during the call only. */
typedef struct HostRound {
    int number;               /* of the match, from 1; another number is another match */
    bool waiting;             /* the match has not begun: people are missing */
    const Match *match;       /* see referee/match.h; NULL while `waiting` */
    const Snapshot *snapshot; /* the board, with names */
    const char *map;          /* map.txt of the snapshot, with line ends of Linux */
} HostRound;

/* Any of the functions may be NULL. A seat is the number of the player, too. */
typedef struct HostListener {
    void *context;

    /* A round begins. Round 0 is the first of a match. */
    void (*on_round)(void *context, const HostRound *round);

    /* The command of the person on this seat had no effect in the round just played. Called before
     * on_round. */
    void (*on_failed)(void *context, int seat, Command command);

    /* The person on this seat was killed in the round just played. Called before on_round. */
    void (*on_killed)(void *context, int seat);

    /* The match is over, or was ended early. `last` is the final position. */
    void (*on_end)(void *context, const HostRound *last);
} HostListener;

#endif
