#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/mapgen.h"
#include "platform/text.h"
#include "protocol/snapshot.h"

/* The snapshot being read, and the first error. */
typedef struct Reader {
    Snapshot *snapshot;
    char *error;
    size_t size;
    bool failed;
} Reader;

static void fail(Reader *reader, const char *where, const char *what) {
    if (!reader->failed)
        snprintf(reader->error, reader->size, "state.json: %s %s", where, what);
    reader->failed = true;
}

static int read_integer(Reader *reader, const cJSON *object, const char *name, int low, int high) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsNumber(item)) {
        fail(reader, name, "is missing or not a number");
        return low;
    }
    double value = item->valuedouble;
    if (!(value >= low && value <= high)) {
        char range[64];
        snprintf(range, sizeof range, "is %g, not from %d to %d", value, low, high);
        fail(reader, name, range);
        return low;
    }
    if (value != (int)value)
        fail(reader, name, "is not a whole number");
    return (int)value;
}

static bool read_boolean(Reader *reader, const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsBool(item))
        fail(reader, name, "is missing or neither true nor false");
    return cJSON_IsTrue(item);
}

/* The object in a field of a block, or NULL when the field is null. */
static const cJSON *block_field(Reader *reader, const cJSON *block, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(block, name);
    if (cJSON_IsObject(item))
        return item;
    if (!cJSON_IsNull(item))
        fail(reader, name, "of a block is missing or neither an object nor null");
    return NULL;
}

static char read_key(Reader *reader, const cJSON *player) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(player, "Key");
    const char *key = cJSON_GetStringValue(item);
    if (key && key[0] >= 'A' && key[0] < 'A' + SNAPSHOT_PLAYERS && !key[1])
        return key[0];
    fail(reader, "Key", "of a player is not a letter from A to L");
    return 'A';
}

static void read_player(Reader *reader, const cJSON *item) {
    SnapshotPlayer *player = &reader->snapshot->players[reader->snapshot->player_count++];
    const cJSON *location = cJSON_GetObjectItemCaseSensitive(item, "Location");
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "Name"));
    char key = read_key(reader, item);
    if (snapshot_player(reader->snapshot, key) >= 0)
        fail(reader, "Key", "is the same for two players");
    player->key = key;
    if (!name)
        fail(reader, "Name", "of a player is missing or not a string");
    name = name ? name : "";
    text_copy(player->name, sizeof player->name, name, strlen(name));
    player->points = read_integer(reader, item, "Points", -1000000, 1000000);
    player->killed = read_boolean(reader, item, "Killed");
    player->bag = read_integer(reader, item, "BombBag", 0, 1000000);
    player->radius = read_integer(reader, item, "BombRadius", 0, 1 << MAX_RADIUS_SHIFT);
    if (cJSON_IsObject(location)) {
        player->x = read_integer(reader, location, "X", 1, reader->snapshot->width);
        player->y = read_integer(reader, location, "Y", 1, reader->snapshot->height);
    } else if (!player->killed) {
        fail(reader, "Location", "of a living player is missing");
    }
}

static void read_players(Reader *reader, const cJSON *root) {
    const cJSON *players = cJSON_GetObjectItemCaseSensitive(root, "RegisteredPlayerEntities");
    int count = cJSON_GetArraySize(players);
    if (!cJSON_IsArray(players) || count < 1 || count > SNAPSHOT_PLAYERS) {
        fail(reader, "RegisteredPlayerEntities", "is not a list of 1 to 12 players");
        return;
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, players) {
        read_player(reader, item);
    }
}

static bool type_has(const cJSON *item, const char *word) {
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "$type"));
    return type && strstr(type, word);
}

static void read_entity(Reader *reader, const cJSON *item, SnapshotBlock *block) {
    if (type_has(item, "IndestructibleWallEntity")) {
        block->entity = ENTITY_PILLAR;
    } else if (type_has(item, "DestructibleWallEntity")) {
        block->entity = ENTITY_WALL;
    } else if (type_has(item, "PlayerEntity")) {
        block->entity = ENTITY_PLAYER;
        block->player = snapshot_player(reader->snapshot, read_key(reader, item));
        if (block->player < 0)
            fail(reader, "GameBlocks", "has a player who is not registered");
    } else {
        fail(reader, "GameBlocks", "has an Entity of an unknown $type");
    }
}

static void read_bomb(Reader *reader, const cJSON *item, SnapshotBlock *block) {
    const cJSON *owner = cJSON_GetObjectItemCaseSensitive(item, "Owner");
    int player =
        cJSON_IsObject(owner) ? snapshot_player(reader->snapshot, read_key(reader, owner)) : -1;
    if (player < 0) {
        fail(reader, "GameBlocks", "has a Bomb without a registered Owner");
        return;
    }
    block->bomb.owner = player;
    block->bomb.radius = read_integer(reader, item, "BombRadius", 0, 1 << MAX_RADIUS_SHIFT);
    block->bomb.timer = read_integer(reader, item, "BombTimer", -1000000, 1000000);
    block->bomb.exploding = read_boolean(reader, item, "IsExploding");
}

static int powerup_type(Reader *reader, const cJSON *item) {
    if (type_has(item, "SuperPowerUp"))
        return POWERUP_SUPER;
    if (type_has(item, "BombBagPowerUp"))
        return POWERUP_BAG;
    if (!type_has(item, "BombRaduisPowerUp") && !type_has(item, "BombRadiusPowerUp"))
        fail(reader, "GameBlocks", "has a PowerUp of an unknown $type");
    return POWERUP_RADIUS;
}

static void read_block(Reader *reader, const cJSON *item, SnapshotBlock *block) {
    const cJSON *entity = block_field(reader, item, "Entity");
    const cJSON *bomb = block_field(reader, item, "Bomb");
    const cJSON *powerup = block_field(reader, item, "PowerUp");
    block->bomb.owner = -1;
    if (entity)
        read_entity(reader, entity, block);
    if (bomb)
        read_bomb(reader, bomb, block);
    if (powerup)
        block->powerup = powerup_type(reader, powerup);
    block->exploding = read_boolean(reader, item, "Exploding");
}

static void read_blocks(Reader *reader, const cJSON *root) {
    Snapshot *snapshot = reader->snapshot;
    const cJSON *columns = cJSON_GetObjectItemCaseSensitive(root, "GameBlocks");
    if (!cJSON_IsArray(columns) || cJSON_GetArraySize(columns) != snapshot->width) {
        fail(reader, "GameBlocks", "is not a list of MapWidth columns");
        return;
    }
    int x = 0;
    const cJSON *column;
    cJSON_ArrayForEach(column, columns) {
        x++;
        int y = 0;
        if (!cJSON_IsArray(column) || cJSON_GetArraySize(column) != snapshot->height) {
            fail(reader, "GameBlocks", "has a column that is not a list of MapHeight blocks");
            return;
        }
        const cJSON *block;
        cJSON_ArrayForEach(block, column) {
            read_block(reader, block, &snapshot->blocks[x][++y]);
        }
    }
}

static void check_player_cells(Reader *reader) {
    const Snapshot *snapshot = reader->snapshot;
    for (int p = 0; p < snapshot->player_count; p++) {
        const SnapshotPlayer *player = &snapshot->players[p];
        const SnapshotBlock *block = &snapshot->blocks[player->x][player->y];
        if (!player->killed && (block->entity != ENTITY_PLAYER || block->player != p))
            fail(reader, "Location", "of a living player differs from its cell in GameBlocks");
    }
}

static int board_size(Reader *reader, const cJSON *root, const char *name) {
    int size = read_integer(reader, root, name, BOARD_SIZE, SNAPSHOT_SIZE);
    if (!mapgen_is_size(size))
        fail(reader, name, "is not 21, 31 or 41");
    return size;
}

static void read_root(Reader *reader, const cJSON *root) {
    Snapshot *snapshot = reader->snapshot;
    snapshot->width = board_size(reader, root, "MapWidth");
    snapshot->height = board_size(reader, root, "MapHeight");
    snapshot->round = read_integer(reader, root, "CurrentRound", 0, 10000);
    snapshot->bounty = read_integer(reader, root, "PlayerBounty", 0, 1000000);
    snapshot->seed = read_integer(reader, root, "MapSeed", INT32_MIN, INT32_MAX);
    if (!reader->failed)
        read_players(reader, root);
    if (!reader->failed)
        read_blocks(reader, root);
    if (!reader->failed)
        check_player_cells(reader);
}

bool snapshot_read_json(const char *text, size_t size, Snapshot *snapshot, char *error,
                        size_t error_size) {
    memset(snapshot, 0, sizeof *snapshot);
    Reader reader = {snapshot, error, error_size, false};
    size_t skip = text_byte_order_mark(text, size);
    cJSON *root = cJSON_ParseWithLength(text + skip, size - skip);
    if (!cJSON_IsObject(root))
        fail(&reader, "the file", "is not a complete JSON object");
    else
        read_root(&reader, root);
    cJSON_Delete(root);
    return !reader.failed;
}

static void write_location(Text *out, int x, int y) {
    text_add(out, "\"Location\":{\"X\":%d,\"Y\":%d}", x, y);
}

static void write_string(Text *out, const char *name, const char *value) {
    cJSON *string = cJSON_CreateString(value);
    char *printed = string ? cJSON_PrintUnformatted(string) : NULL;
    text_add(out, "\"%s\":%s,", name, printed ? printed : "\"\"");
    free(printed);
    cJSON_Delete(string);
}

static void write_player_fields(Text *out, const SnapshotPlayer *player) {
    write_string(out, "Name", player->name);
    text_add(out, "\"Key\":\"%c\",\"Points\":%d,\"Killed\":%s,\"BombBag\":%d,\"BombRadius\":%d",
             player->key, player->points, player->killed ? "true" : "false", player->bag,
             player->radius);
    if (player->x == 0) /* a dead player whose cell is unknown */
        return;
    text_add(out, ",");
    write_location(out, player->x, player->y);
}

static void write_entity(Text *out, const Snapshot *snapshot, const SnapshotBlock *block, int x,
                         int y) {
    static const char *const wall[] = {
        [ENTITY_PILLAR] = "Indestructible", [ENTITY_WALL] = "Destructible"};
    if (block->entity == ENTITY_NONE) {
        text_add(out, "null");
        return;
    }
    if (block->entity == ENTITY_PLAYER) {
        text_add(out, "{\"$type\":\"Domain.Entities.PlayerEntity, Domain\",");
        write_player_fields(out, &snapshot->players[block->player]);
    } else {
        text_add(out, "{\"$type\":\"Domain.Entities.%sWallEntity, Domain\",", wall[block->entity]);
        write_location(out, x, y);
    }
    text_add(out, "}");
}

static void write_bomb(Text *out, const Snapshot *snapshot, const SnapshotBomb *bomb, int x,
                       int y) {
    if (bomb->owner < 0) {
        text_add(out, "null");
        return;
    }
    text_add(out, "{\"Owner\":{");
    write_player_fields(out, &snapshot->players[bomb->owner]);
    text_add(out, "},\"BombRadius\":%d,\"BombTimer\":%d,\"IsExploding\":%s,", bomb->radius,
             bomb->timer, bomb->exploding ? "true" : "false");
    write_location(out, x, y);
    text_add(out, "}");
}

static void write_powerup(Text *out, int type, int x, int y) {
    /* The engine misspells the second name. */
    static const char *const names[] = {"", "BombBagPowerUpEntity", "BombRaduisPowerUpEntity",
                                        "SuperPowerUp"};
    if (!type) {
        text_add(out, "null");
        return;
    }
    text_add(out, "{\"$type\":\"Domain.Entities.PowerUps.%s, Domain\",", names[type]);
    write_location(out, x, y);
    text_add(out, "}");
}

static void write_block(Text *out, const Snapshot *snapshot, int x, int y) {
    const SnapshotBlock *block = &snapshot->blocks[x][y];
    text_add(out, "%s{\"Entity\":", y > 1 ? "," : "");
    write_entity(out, snapshot, block, x, y);
    text_add(out, ",\"Bomb\":");
    write_bomb(out, snapshot, &block->bomb, x, y);
    text_add(out, ",\"PowerUp\":");
    write_powerup(out, block->powerup, x, y);
    text_add(out, ",\"Exploding\":%s,", block->exploding ? "true" : "false");
    write_location(out, x, y);
    text_add(out, "}");
}

char *snapshot_write_json(const Snapshot *snapshot, size_t *size) {
    Text out = {0};
    text_add(&out, "{\"RegisteredPlayerEntities\":[");
    for (int p = 0; p < snapshot->player_count; p++) {
        text_add(&out, "%s{", p ? "," : "");
        write_player_fields(&out, &snapshot->players[p]);
        text_add(&out, "}");
    }
    text_add(&out,
             "],\"CurrentRound\":%d,\"PlayerBounty\":%d,\"MapHeight\":%d,\"MapWidth\":%d,"
             "\"GameBlocks\":[",
             snapshot->round, snapshot->bounty, snapshot->height, snapshot->width);
    for (int x = 1; x <= snapshot->width; x++) {
        text_add(&out, "%s[", x > 1 ? "," : "");
        for (int y = 1; y <= snapshot->height; y++)
            write_block(&out, snapshot, x, y);
        text_add(&out, "]");
    }
    text_add(&out, "],\"MapSeed\":%d}", snapshot->seed);
    return text_take(&out, size);
}
