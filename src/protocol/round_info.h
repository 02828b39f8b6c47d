/* roundInfo.json: the players of a match and their order on the leader board. */
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
    int leaderboard[SNAPSHOT_PLAYERS]; /* indices in players, best first */
} RoundInfo;

/* Write roundInfo.json as the engine does, byte for byte. Returns malloced text of *size bytes and
 * a final 0; NULL when memory is short. */
char *round_info_write(const RoundInfo *info, size_t *size);

#endif
