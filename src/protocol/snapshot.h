/* The position at the beginning of a round as state.json and map.txt hold it: 1 to 12 players,
 * boards of 21, 31 and 41.
 *
 * A Snapshot is read from either file, written as either, and converted to the engine's State.
 * Coordinates are those of the files: X and Y from 1.
 */
#ifndef BLASTBEAM_PROTOCOL_SNAPSHOT_H
#define BLASTBEAM_PROTOCOL_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/round.h"

enum { SNAPSHOT_SIZE = 41, SNAPSHOT_PLAYERS = 12, SNAPSHOT_NAME = 64 };

typedef enum Entity {
    ENTITY_NONE,
    ENTITY_PILLAR, /* indestructible */
    ENTITY_WALL,   /* destructible */
    ENTITY_PLAYER
} Entity;

typedef struct SnapshotBomb {
    int owner; /* index in players; -1: no bomb here */
    int radius;
    int timer;
    bool exploding;
} SnapshotBomb;

typedef struct SnapshotBlock {
    Entity entity;
    int player; /* index in players when entity is ENTITY_PLAYER */
    SnapshotBomb bomb;
    int powerup; /* a PowerUp in sight, or 0 */
    bool exploding;
} SnapshotBlock;

typedef struct SnapshotPlayer {
    char key; /* 'A'.. */
    char name[SNAPSHOT_NAME];
    int points;
    bool killed;
    int bag; /* the whole bag, bombs on the board included */
    int radius;
    int x, y; /* 0 when unknown: map.txt does not have a dead player's cell */
} SnapshotPlayer;

typedef struct Snapshot {
    int width, height;
    int round;
    int bounty;
    int seed;
    int player_count;
    SnapshotPlayer players[SNAPSHOT_PLAYERS];
    SnapshotBlock blocks[SNAPSHOT_SIZE + 1][SNAPSHOT_SIZE + 1]; /* [x][y], from 1 */
} Snapshot;

/* Read state.json. Unknown fields are ignored; a byte order mark is accepted. Returns false when a
 * field is missing or wrong; `error` then names the first one. */
bool snapshot_read_json(const char *text, size_t size, Snapshot *snapshot, char *error,
                        size_t error_size);

/* Read map.txt, with line ends of Linux or Windows and with or without a byte order mark.
 *
 * The bombs come from the players' sections, so that those under a star or a player are known, too.
 * Otherwise the cell under a star or a player's letter is assumed to be open floor. A living player
 * that the board does not show is placed on the first of these that exists: another player's bomb
 * that is drawn as a digit, its own bomb under a star, any star. It cannot stand on its own bomb
 * that is drawn as a digit, because the engine would draw a letter there. A dead player's cell
 * stays unknown.
 *
 * Returns false, with a message in `error`, when the board or the sections are incomplete or
 * contradict each other. */
bool snapshot_read_map(const char *text, size_t size, Snapshot *snapshot, char *error,
                       size_t error_size);

/* Read FOLDER/state.json or, when that is missing or damaged, FOLDER/map.txt. Returns false when
 * neither can be read. `message` names each file that could not be read, with the reason; it is
 * empty when state.json was read. */
bool snapshot_read_folder(const char *folder, Snapshot *snapshot, char *message, size_t size);

/* Write state.json or map.txt as the engine does, byte for byte; map.txt with line ends of Linux.
 * Returns malloced text of *size bytes and a final 0; NULL when memory is short. */
char *snapshot_write_json(const Snapshot *snapshot, size_t *size);
char *snapshot_write_map(const Snapshot *snapshot, size_t *size);

/* Index of the player with this key, or -1. */
int snapshot_player(const Snapshot *snapshot, char key);

/* True when the match is over: fewer than two players live, or the last round has been played. */
bool snapshot_is_over(const Snapshot *snapshot);

/* True when both snapshots have the same seed, number of players and board size. */
bool snapshot_is_same_match(const Snapshot *a, const Snapshot *b);

/* The ranks that resolve collisions as the match did: a contested cell goes to the player that
 * stands there one round later, in `next`. Only the first MAX_PLAYERS players have a rank. */
Ranks snapshot_ranks(const Snapshot *now, const Snapshot *next);

/* Convert the snapshot to the engine's game and state as player `key` sees them. *player receives
 * the number of `key` in them.
 *
 * A standard board is converted one to one. On any other, the state is a window of 21x21 cells
 * around the player, closed at its rim where the board continues; the player is number 0 and the
 * nearest opponents follow. The MAX_BOMBS nearest bombs are kept. Only the cells on which players
 * stand are marked as touched; see history.h for those of earlier rounds. Returns false, with a
 * message in `error`, when the player does not exist. */
bool snapshot_to_state(const Snapshot *snapshot, char key, Game *game, State *state, int *player,
                       char *error, size_t size);

/* True for boards of 21x21 with 2 to 4 players, which the engine can play. */
bool snapshot_is_standard(const Snapshot *snapshot);

/* Set a player's points in `state` from `points`, which include coverage. The coverage of a living
 * player is computed from its touched cells and subtracted, because State holds points without
 * it. */
void snapshot_set_points(const Game *game, State *state, int player, int points);

/* Convert a state of the engine to a snapshot. The explosion marks come from `last`, the events of
 * the round just played, or NULL for none. Names stay empty and the seed 0: the caller sets
 * them. */
void snapshot_from_state(const Game *game, const State *state, const RoundEvents *last,
                         Snapshot *snapshot);

/* Add the power-ups in sight on a 21x21 board to the list in `known`. */
void snapshot_gather_powerups(const Snapshot *snapshot, Game *known);

/* Add the power-ups of `known` whose cells are still walls to `game` and `state`, and update the
 * hashes. */
void snapshot_add_hidden_powerups(const Game *known, Game *game, State *state);

#endif
