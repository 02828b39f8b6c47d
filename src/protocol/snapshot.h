/* What the files of one round say: any number of players from 1 to 12, boards of 21, 31 and 41.
 *
 * A Snapshot is read from state.json or map.txt, written as either, and turned into the engine's
 * State. Coordinates are those of the files: X and Y from 1.
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
    int powerup; /* 0, or a PowerUp in sight */
    bool exploding;
} SnapshotBlock;

typedef struct SnapshotPlayer {
    char key; /* 'A'.. */
    char name[SNAPSHOT_NAME];
    int points;
    bool killed;
    int bag; /* the whole bag */
    int radius;
    int x, y; /* 0 when not known (map.txt says nothing of a dead player's place) */
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

/* Whether the engine makes boards of this width and height. */
static inline bool snapshot_is_size(int size) {
    return size == 21 || size == 31 || size == 41;
}

/* Read state.json. Unknown fields are left alone, a byte order mark is accepted. Returns false,
 * with the first thing that is wrong in `error`, when it is no whole state. */
bool snapshot_read_json(const char *text, size_t size, Snapshot *snapshot, char *error,
                        size_t error_size);

/* Read map.txt, with either kind of line ends and with or without a byte order mark. Bombs are
 * known from the players' sections, also those that a star or a player hides. What is under a star
 * or a player's letter is else taken to be open floor. A living player that the board does not show
 * is put on another's bomb that is drawn as a digit, else on its own bomb under a star, else under
 * the first star; never on its own bomb under a digit, which would be a letter then. A dead
 * player's place is not known. Returns false, with a message, when the board or the sections are
 * not whole or contradict each other. */
bool snapshot_read_map(const char *text, size_t size, Snapshot *snapshot, char *error,
                       size_t error_size);

/* Read FOLDER/state.json or, when that is missing or wrong, FOLDER/map.txt. Returns false when
 * neither can be read. `message` says what was wrong with what; it is empty when all was well. */
bool snapshot_read_folder(const char *folder, Snapshot *snapshot, char *message, size_t size);

/* state.json and map.txt as the engine writes them, byte for byte; map.txt with the line ends of
 * Linux. Malloced, with a 0 behind the last byte; NULL when memory is short. */
char *snapshot_write_json(const Snapshot *snapshot, size_t *size);
char *snapshot_write_map(const Snapshot *snapshot, size_t *size);

/* Index of the player with this key, or -1. */
int snapshot_player(const Snapshot *snapshot, char key);

/* Whether fewer than two players live, or the last round has been played. */
bool snapshot_is_over(const Snapshot *snapshot);

/* The ranks with which contested cells go to those who stand there one round later, in `next`. Of
 * the first MAX_PLAYERS players. */
Ranks snapshot_ranks(const Snapshot *now, const Snapshot *next);

/* Make the engine's view of what player `key` sees; *player becomes its number there.
 *
 * A board of 21x21 with 2 to 4 players is taken over one to one. On a larger one, or with more
 * players, it is a window of 21x21 around the player, closed at its rim where the board goes on;
 * the player is number 0 and the nearest others follow. At most MAX_BOMBS bombs are kept, the
 * nearest. Only the cells that players stand on now count as touched (see memory.h). Returns false
 * with a message when the player does not exist. */
bool snapshot_to_state(const Snapshot *snapshot, char key, Game *game, State *state, int *player,
                       char *error, size_t size);

/* Whether snapshot_to_state takes this board over one to one. */
bool snapshot_is_standard(const Snapshot *snapshot);

/* Set the points without coverage from those with it, for the cells that `state` says the living
 * player has touched. */
void snapshot_set_points(const Game *game, State *state, int player, int points);

/* What the files say of a state on a 21x21 board. The explosion marks are those of `last`, the
 * round just played (NULL: none). Names are empty and the seed is 0: the caller fills them in. */
void snapshot_from_state(const Game *game, const State *state, const RoundEvents *last,
                         Snapshot *snapshot);

#endif
