#include "protocol/round_info.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

static cJSON *player_object(const PlayerInfo *player) {
    const char key[2] = {player->key, 0};
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "Author", player->author);
    cJSON_AddStringToObject(object, "NickName", player->nickname);
    cJSON_AddStringToObject(object, "Email", player->email);
    cJSON_AddStringToObject(object, "PlayerKey", key);
    cJSON_AddStringToObject(object, "BotType", player->type);
    return object;
}

char *round_info_write(const RoundInfo *info, size_t *size) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "MapSeed", info->seed);
    cJSON_AddNumberToObject(root, "Round", info->round);
    cJSON_AddItemToObject(root, "Winner", player_object(&info->players[info->leaderboard[0]]));
    cJSON *leaders = cJSON_AddArrayToObject(root, "LeaderBoard");
    for (int i = 0; i < info->player_count; i++)
        cJSON_AddItemToArray(leaders, player_object(&info->players[info->leaderboard[i]]));
    cJSON *players = cJSON_AddArrayToObject(root, "Players");
    for (int i = 0; i < info->player_count; i++)
        cJSON_AddItemToArray(players, player_object(&info->players[i]));
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    *size = text ? strlen(text) : 0;
    return text;
}
