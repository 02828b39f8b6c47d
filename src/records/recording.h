/* Recordings of whole matches (.rec): the map, and for each round the commands and the state after
 * it. 2 to 12 players, boards of 21, 31 and 41; only those of 21 can be followed by the engine.
 *
 * A Recording holds one round at a time:
 *
 *     if (recording_open(&recording, path))
 *         while ((event = recording_next(&recording)) == RECORDING_ROUND)
 *             ... recording.round ...
 *     if (event == RECORDING_BAD)
 *         ... recording.error ...
 *     recording_close(&recording);
 *
 * Coordinates are those of the file: X and Y from 1.
 */
#ifndef BLASTBEAM_RECORDS_RECORDING_H
#define BLASTBEAM_RECORDS_RECORDING_H

#include <stdio.h>

#include "engine/mapgen.h"
#include "engine/round.h"
#include "engine/state.h"

enum {
    RECORDING_CELLS = MAP_SIZE_MAX * MAP_SIZE_MAX,
    RECORDING_LINE = 1 << 15, /* a longer line is an error */
    RECORDING_ERROR = 256
};

typedef struct RecordedCell {
    int16_t x, y;
} RecordedCell;

typedef struct RecordedPlayer {
    bool alive;
    RecordedCell at; /* of a dead player: its last cell */
    int bag, radius;
    int points;  /* with coverage */
    int touched; /* number of cells */
    int died;    /* round of death; 0 for the living */
} RecordedPlayer;

typedef struct RecordedBomb {
    int owner;
    RecordedCell at;
    int timer, radius;
} RecordedBomb;

typedef struct RecordedPowerUp {
    PowerUp type;
    RecordedCell at;
} RecordedPowerUp;

typedef struct RecordedCells {
    int count;
    RecordedCell cell[RECORDING_CELLS];
} RecordedCells;

/* One round: its commands, and everything as it was after it. */
typedef struct RecordedRound {
    int round;
    uint8_t command[MAP_PLAYERS_MAX]; /* as in the file, 0..9; 0 for the dead */
    RecordedPlayer player[MAP_PLAYERS_MAX];
    int bomb_count;
    RecordedBomb bomb[RECORDING_CELLS];
    RecordedCells exploding; /* marked by blasts in this round */
    RecordedCells destroyed; /* walls that went in this round */
    int powerup_count;
    RecordedPowerUp powerup[RECORDING_CELLS]; /* in sight */
} RecordedRound;

typedef struct Recording {
    StartMap map;                     /* known once the recording is open */
    RecordedRound round;              /* the last one read */
    int leaderboard[MAP_PLAYERS_MAX]; /* best first; known at RECORDING_END */
    char error[RECORDING_ERROR];      /* what is wrong, with the name and the line of the file */

    FILE *file;
    const char *path;
    int line;
    char text[RECORDING_LINE];
} Recording;

typedef enum RecordingEvent {
    RECORDING_ROUND, /* recording.round is the next round */
    RECORDING_END,   /* the leader board was read: the match is over */
    RECORDING_BAD    /* recording.error says why reading cannot go on */
} RecordingEvent;

/* Open a recording and read its map. `path` must stay valid. Returns false, with the reason in
 * recording->error, when that fails; nothing needs to be closed then. */
bool recording_open(Recording *recording, const char *path);

/* Read the next round, or the end. After an end or an error nothing more can be read. */
RecordingEvent recording_next(Recording *recording);

void recording_close(Recording *recording);

/* Make `game` and `state` the beginning of the recorded match. Returns false when the engine has no
 * room for it; see mapgen_start. */
bool recording_start(const Recording *recording, Game *game, State *state);

/* The ranks with which contested cells go to those who got them in the round read last; `before` is
 * the state at its beginning. */
Ranks recording_ranks(const Recording *recording, const State *before);

/* Compare the round read last with the engine's state after it and what happened in it. Returns
 * false, with the first difference in words in `why`, when they are not the same: by which rule,
 * what is recorded, what the rules expect. */
bool recording_compare(const Recording *recording, const Game *game, const State *state,
                       const RoundEvents *events, char *why, size_t size);

/* At RECORDING_END: whether `state` is over, too, with the same leader board; as above. */
bool recording_compare_end(const Recording *recording, const Game *game, const State *state,
                           char *why, size_t size);

#endif
