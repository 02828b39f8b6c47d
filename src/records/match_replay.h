/* A whole recorded match in memory, from a seed folder or a .rec recording: 2 to 12 players, boards
 * of 21, 31 and 41.
 *
 *   moment 0      moment 1            moment n - 1      moment n
 *   +----------+  +----------+        +----------+      +----------+
 *   | snapshot |  | snapshot |  ...   | snapshot |      | snapshot |  the end, if recorded:
 *   | commands |->| commands |->      | commands |----->|          |  without commands
 *   +----------+  +----------+        +----------+      +----------+
 *
 * Rounds that are missing or cannot be read have no moment; `warnings` names them.
 */
#ifndef BLASTBEAM_RECORDS_MATCH_REPLAY_H
#define BLASTBEAM_RECORDS_MATCH_REPLAY_H

#include "records/history.h"
#include "records/move_note.h"

enum { REPLAY_WARNINGS = 32, REPLAY_WARNING = 512 };

typedef struct ReplayMoment {
    /* The position at the beginning of snapshot.round, with the explosion marks of the round before
     * it. */
    Snapshot snapshot;

    /* The command that the engine played for each player in this round; COMMAND_NOTHING for dead
     * players, and for all players in a moment at the end. */
    Command command[SNAPSHOT_PLAYERS];
    MoveNote note[SNAPSHOT_PLAYERS]; /* only moves in seed folders have notes */
    History history;                 /* of the rounds up to this one, included */
} ReplayMoment;

typedef struct MatchReplay {
    int count; /* moments, at least 1 */
    ReplayMoment *moments;
    bool ended;        /* the last moment is the position after the last round */
    bool damaged;      /* there is a warning */
    Game powerups;     /* all power-ups that are ever in sight, on standard boards */
    int warning_count; /* those beyond REPLAY_WARNINGS are counted but not stored */
    char warnings[REPLAY_WARNINGS][REPLAY_WARNING];
} MatchReplay;

/* Load the match at `path`, with up to 100 kB of memory a round. Returns NULL, with a message in
 * `error`, when no round can be read. The caller frees the result with match_replay_free. */
MatchReplay *match_replay_load(const char *path, char *error, size_t size);

/* NULL is allowed. */
void match_replay_free(MatchReplay *replay);

/* The index of the moment at the beginning of `round`, or -1. */
int match_replay_find(const MatchReplay *replay, int round);

/* Convert a moment to the engine's game and state, with the touched cells of the moments before it.
 * With `all` set, it includes the power-ups under walls that come into sight later in the match;
 * otherwise only those in sight. Returns false on boards that are not standard. */
bool match_replay_state(const MatchReplay *replay, int index, bool all, Game *game, State *state);

/* The name of the command that was played for a player in the round that begins at a moment;
 * "forced bomb" or "forced trigger" when the harness chose it; "too late", "no move" or "crashed"
 * when nothing was played because the bot failed. Static text; "" for dead players and at the end.
 */
const char *match_replay_action(const MatchReplay *replay, int index, int player);

#endif
