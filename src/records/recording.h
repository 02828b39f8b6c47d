/* Recordings of whole matches (.rec): the map, and for each round the commands and the position
 * after it. 2 to 12 players, boards of 21, 31 and 41; our engine can play only those of 21.
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
    RecordedCell cell; /* a dead player's last cell */
    int bag, radius;
    int points;  /* with coverage */
    int touched; /* number of cells it has stood on */
    int died;    /* round of death; 0 for the living */
} RecordedPlayer;

typedef struct RecordedBomb {
    int owner;
    RecordedCell cell;
    int timer, radius;
} RecordedBomb;

typedef struct RecordedPowerUp {
    PowerUp type;
    RecordedCell cell;
} RecordedPowerUp;

typedef struct RecordedCells {
    int count;
    RecordedCell cell[RECORDING_CELLS];
} RecordedCells;

/* One round: its commands, and the position after it. */
typedef struct RecordedRound {
    int round;
    uint8_t command[MAP_PLAYERS_MAX]; /* as in the file, 0..9; 0 for dead players */
    RecordedPlayer player[MAP_PLAYERS_MAX];
    int bomb_count;
    RecordedBomb bomb[RECORDING_CELLS];
    RecordedCells exploding; /* marked by blasts in this round */
    RecordedCells destroyed; /* walls that were destroyed in this round */
    int powerup_count;
    RecordedPowerUp powerup[RECORDING_CELLS]; /* in sight */
} RecordedRound;

typedef struct Recording {
    StartMap map;                     /* set by recording_open */
    RecordedRound round;              /* the last one read */
    int leaderboard[MAP_PLAYERS_MAX]; /* best first; set at RECORDING_END */
    char error[RECORDING_ERROR];      /* the error, with the path and the line */

    FILE *file;
    const char *path;
    int line;
    char text[RECORDING_LINE];
} Recording;

typedef enum RecordingEvent {
    RECORDING_ROUND, /* recording.round is the next round */
    RECORDING_END,   /* the leader board was read; the match is over */
    RECORDING_BAD    /* recording.error says why reading stopped */
} RecordingEvent;

/* Open a recording and read its map. `path` must stay valid until it is closed. Returns false, with
 * the reason in recording->error, when that fails; then it need not be closed. */
bool recording_open(Recording *recording, const char *path);

/* Read the next round, or the end. After the end or an error nothing more can be read. */
RecordingEvent recording_next(Recording *recording);

void recording_close(Recording *recording);

/* Set `game` and `state` to the beginning of the recorded match. Returns false when our engine
 * cannot play it; see mapgen_start. */
bool recording_start(const Recording *recording, Game *game, State *state);

/* The ranks that resolve collisions as the round read last did: contested cells go to the players
 * that got them. `before` is the state at the beginning of that round. */
Ranks recording_ranks(const Recording *recording, const State *before);

/* Compare the round read last with our engine's state after it and its events. Returns false when
 * they differ; `why` then describes the first difference: the rule, the recorded value, and the
 * value by the rules. */
bool recording_compare(const Recording *recording, const Game *game, const State *state,
                       const RoundEvents *events, char *why, size_t size);

/* Check at RECORDING_END that the match is over in `state`, too, with the same leader board.
 * Returns false, with the difference in `why`, when not. */
bool recording_compare_end(const Recording *recording, const Game *game, const State *state,
                           char *why, size_t size);

#endif
