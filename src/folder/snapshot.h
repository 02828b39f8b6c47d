/* What the files of one round say: any number of players from 1 to 12, boards of 21, 31 and 41.
 *
 * A Snapshot is read from state.json or map.txt, written as either, and turned into the engine's
 * State. Coordinates are those of the files: X and Y from 1.
 */
#ifndef BLASTBEAM_FOLDER_SNAPSHOT_H
#define BLASTBEAM_FOLDER_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/state.h"

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

#endif
