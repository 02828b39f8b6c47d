/* roundInfo.json: who plays and who leads. */
#ifndef BLASTBEAM_PROTOCOL_ROUND_INFO_H
#define BLASTBEAM_PROTOCOL_ROUND_INFO_H

#include <stddef.h>

#include "protocol/snapshot.h"

typedef struct PlayerInfo {
    char author[SNAPSHOT_NAME], nickname[SNAPSHOT_NAME], email[SNAPSHOT_NAME];
    char type[SNAPSHOT_NAME]; /* CSharp, CPlusPlus, ... */
    char key;
} PlayerInfo;

typedef struct RoundInfo {
    int seed, round, player_count;
    PlayerInfo players[SNAPSHOT_PLAYERS];
    int leaderboard[SNAPSHOT_PLAYERS]; /* indices of entrants, best first */
} RoundInfo;

/* As the engine writes it, byte for byte. Malloced, with a 0 behind the last byte; NULL when memory
 * is short. */
char *round_info_write(const RoundInfo *info, size_t *size);

#endif
