#include "replay/move_events.h"

#include "records/match_replay.h"

static bool belongs_to(const MatchReplay *replay, int index, const MoveEvent *event) {
    const MoveNote *note = &replay->moments[index].note[event->player];
    return event->forced ? note->forced
                         : event->failure != MOVE_IN_TIME && note->failure == event->failure;
}

/* The candidate behind *event: first a failure of each player, then its forced move, then the next
 * player, then the next moment. */
static bool advance(const MatchReplay *replay, MoveEvent *event) {
    bool was_failure = event->player >= 0 && !event->forced;
    int player = was_failure ? event->player : event->player + 1;
    int index = event->index;
    if (player >= replay->moments[index].snapshot.player_count) {
        player = 0;
        index++;
    }
    if (index >= replay->count)
        return false;
    const MoveNote *note = &replay->moments[index].note[player];
    *event = (MoveEvent){.index = index, .player = player, .forced = was_failure};
    event->failure = was_failure ? MOVE_IN_TIME : note->failure;
    event->reason = was_failure ? "" : note->reason;
    return true;
}

bool next_move_event(const MatchReplay *replay, MoveEvent *event) {
    while (advance(replay, event)) {
        bool begins = belongs_to(replay, event->index, event) &&
                      (event->index == 0 || !belongs_to(replay, event->index - 1, event));
        while (begins && event->index + event->moments < replay->count &&
               belongs_to(replay, event->index + event->moments, event))
            event->moments++;
        if (begins)
            return true;
    }
    return false;
}

const char *move_event_name(const MoveEvent *event) {
    return event->forced ? "forced" : move_failure_name(event->failure);
}
