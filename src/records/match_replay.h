/* A whole match in memory, moment by moment, as it was recorded: a seed folder or a .rec recording,
 * of 2 to 12 players on boards of 21, 31 and 41.
 *
 *   moment 0      moment 1            moment n - 1      moment n
 *   +----------+  +----------+        +----------+      +----------+
 *   | snapshot |  | snapshot |  ...   | snapshot |      | snapshot |  the end, when it is known:
 *   | commands |->| commands |->      | commands |----->|          |  no commands
 *   +----------+  +----------+        +----------+      +----------+
 *
 * Rounds that are missing or cannot be read are left out and said in `warnings`.
 */
#ifndef BLASTBEAM_RECORDS_MATCH_REPLAY_H
#define BLASTBEAM_RECORDS_MATCH_REPLAY_H

#include "records/history.h"

enum { REPLAY_WARNINGS = 32, REPLAY_WARNING = 512 };

typedef struct ReplayMoment {
    Snapshot snapshot; /* at the beginning of snapshot.round; marks are those of the round before */

    /* What the engine played for each player in this round; COMMAND_NOTHING for the dead, and for
     * all in a last moment. */
    Command command[SNAPSHOT_PLAYERS];
    bool late[SNAPSHOT_PLAYERS]; /* the answer came too late and was dropped */
    History history;             /* what the rounds up to this one tell */
} ReplayMoment;

typedef struct MatchReplay {
    int count; /* moments, at least 1 */
    ReplayMoment *moments;
    bool ended;        /* the last moment is what came after the last round */
    bool damaged;      /* something is missing or wrong */
    Game powerups;     /* those that ever come into sight, on a board of 21 */
    int warning_count; /* beyond REPLAY_WARNINGS the rest is only counted */
    char warnings[REPLAY_WARNINGS][REPLAY_WARNING];
} MatchReplay;

/* Load the match at `path`. NULL, with a message in `error`, when no round can be read; else it is
 * freed with match_replay_free. Up to 100 kB a round. */
MatchReplay *match_replay_load(const char *path, char *error, size_t size);

void match_replay_free(MatchReplay *replay);

/* The index of the moment at which `round` begins, or -1 when it is not there. */
int match_replay_find(const MatchReplay *replay, int round);

/* Make the engine's view of a moment on a board of 21x21 with 2 to 4 players: who stood where is
 * known from the moments before. With `all` power-ups under walls are there, as far as they ever
 * come into sight; else what players could see. Returns false on other boards. */
bool match_replay_state(const MatchReplay *replay, int index, bool all, Game *game, State *state);

/* The command by its name, or "late" and so on: what a player did in the round that begins at a
 * moment. Static text; "" for the dead and at the end. */
const char *match_replay_action(const MatchReplay *replay, int index, int player);

#endif
