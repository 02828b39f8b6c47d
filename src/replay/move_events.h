/* Moves of a match that are events: the bot failed, or the harness chose the command. */
#ifndef BLASTBEAM_REPLAY_MOVE_EVENTS_H
#define BLASTBEAM_REPLAY_MOVE_EVENTS_H

#include <stdbool.h>

#include "records/move_note.h"

typedef struct MatchReplay MatchReplay;

/* Moments in a row in which the same happens to a player. A forced move of a bot that failed
 * belongs to two events. */
typedef struct MoveEvent {
    int index; /* of the first moment */
    int player;
    bool forced;         /* the harness chose the command; otherwise the bot failed */
    MoveFailure failure; /* MOVE_IN_TIME when forced */
    int moments;         /* number of them, at least 1 */
    const char *reason;  /* of the first failure; "" when it is not known */
} MoveEvent;

/* Find the next event in the order of the moments and store it in *event, which starts as
 * {.index = 0, .player = -1}. Returns false when there is none. */
bool next_move_event(const MatchReplay *replay, MoveEvent *event);

/* "late", "missing", "crashed" or "forced". Static text. */
const char *move_event_name(const MoveEvent *event);

#endif
