/* Any bytes as names in roundInfo.json: the written text is JSON. The first lines are author,
 * nickname and e-mail. */
#include <cjson/cJSON.h>

#include "fuzz/fuzz.h"
#include "protocol/round_info.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    RoundInfo info = {.seed = 1, .round = 2, .player_count = 1};
    PlayerInfo *player = &info.players[0];
    char *fields[] = {player->author, player->nickname, player->email, player->type};
    char *text = fuzz_text(data, size), *rest = text;
    player->key = 'A';
    for (int i = 0; i < 4 && rest; i++) {
        char *line = rest;
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = 0;
        snprintf(fields[i], SNAPSHOT_NAME, "%s", line);
    }
    free(text);
    size_t length;
    text = round_info_write(&info, &length);
    CHECK(text && strlen(text) == length);
    cJSON *root = cJSON_ParseWithLength(text, length);
    CHECK(root);
    const cJSON *winner = cJSON_GetObjectItemCaseSensitive(root, "Winner");
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(winner, "NickName"));
    CHECK(name && strcmp(name, player->nickname) == 0);
    cJSON_Delete(root);
    free(text);
    return 0;
}
