#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "folder/snapshot.h"
#include "folder/text.h"

typedef struct Lines {
    const char *at, *end;
} Lines;

/* The next line, without its end. Returns false after the last. */
static bool next_line(Lines *lines, const char **line, int *length) {
    if (lines->at >= lines->end)
        return false;
    const char *stop = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    *line = lines->at;
    *length = (int)((stop ? stop : lines->end) - lines->at);
    lines->at = stop ? stop + 1 : lines->end;
    if (*length > 0 && (*line)[*length - 1] == '\r')
        --*length;
    return true;
}

/* The text after `name` when the line begins so. */
static const char *after(const char *line, int length, const char *name) {
    int size = (int)strlen(name);
    return length >= size && memcmp(line, name, (size_t)size) == 0 ? line + size : NULL;
}

static int clamp(long value, int low, int high) {
    return value < low ? low : value > high ? high : (int)value;
}

/* The number after `name` in the header. */
static bool header_number(const char *header, const char *name, int low, int high, int *value) {
    const char *found = strstr(header, name);
    if (!found)
        return false;
    *value = clamp(strtol(found + strlen(name), NULL, 10), low, high);
    return true;
}

static bool read_header(Lines *lines, Snapshot *snapshot) {
    const char *line;
    int length;
    char header[256];
    if (!next_line(lines, &line, &length))
        return false;
    snprintf(header, sizeof header, "%.*s", length, line);
    return header_number(header, "Map Width:", 0, 1000, &snapshot->width) &&
           header_number(header, "Map Height:", 0, 1000, &snapshot->height) &&
           header_number(header, "Current Round:", 0, 10000, &snapshot->round) &&
           header_number(header, "Seed:", INT32_MIN, INT32_MAX, &snapshot->seed) &&
           header_number(header, "PlayerBounty:", 0, 1000000, &snapshot->bounty) &&
           snapshot->width >= BOARD_SIZE && snapshot->width <= SNAPSHOT_SIZE &&
           snapshot->height >= BOARD_SIZE && snapshot->height <= SNAPSHOT_SIZE;
}

static void read_cell(SnapshotBlock *block, char drawn) {
    block->bomb.owner = -1;
    block->exploding = drawn == '*';
    block->entity = drawn == '#' ? ENTITY_PILLAR : drawn == '+' ? ENTITY_WALL : ENTITY_NONE;
    block->powerup = drawn == '&'   ? POWERUP_BAG
                     : drawn == '!' ? POWERUP_RADIUS
                     : drawn == '$' ? POWERUP_SUPER
                                    : 0;
    block->player = -1;
    if (isalpha((unsigned char)drawn)) {
        block->entity = ENTITY_PLAYER;
        block->player = toupper((unsigned char)drawn); /* the key, until players are known */
    }
}

static bool read_board(Lines *lines, Snapshot *snapshot) {
    for (int y = 1; y <= snapshot->height; y++) {
        const char *line;
        int length;
        if (!next_line(lines, &line, &length) || length > snapshot->width)
            return false;
        for (int x = 1; x <= snapshot->width; x++)
            read_cell(&snapshot->blocks[x][y], x <= length ? line[x - 1] : ' ');
    }
    return true;
}

/* The bombs of one player: {x:10,y:14,fuse:1,radius:16},{...} */
static void read_bombs(Snapshot *snapshot, int owner, const char *text) {
    for (const char *at = strchr(text, '{'); at; at = strchr(at + 1, '{')) {
        int x, y, fuse, radius;
        if (sscanf(at, "{x:%d,y:%d,fuse:%d,radius:%d}", &x, &y, &fuse, &radius) != 4 || x < 1 ||
            y < 1 || x > snapshot->width || y > snapshot->height)
            continue;
        snapshot->blocks[x][y].bomb = (SnapshotBomb){owner, radius, fuse, false};
        snapshot->players[owner].bag++;
    }
}

static void read_field(Snapshot *snapshot, SnapshotPlayer *player, const char *line) {
    int length = (int)strlen(line);
    const char *value;
    if ((value = after(line, length, "Key: ")))
        player->key = value[0];
    else if ((value = after(line, length, "Points: ")))
        player->points = clamp(strtol(value, NULL, 10), -1000000, 1000000);
    else if ((value = after(line, length, "Status: ")))
        player->killed = strncmp(value, "Dead", 4) == 0;
    else if ((value = after(line, length, "Bombs: ")))
        read_bombs(snapshot, (int)(player - snapshot->players), value);
    else if ((value = after(line, length, "BombBag: ")))
        player->bag += clamp(strtol(value, NULL, 10), 0, 1000000);
    else if ((value = after(line, length, "BlastRadius: ")))
        player->radius = clamp(strtol(value, NULL, 10), 0, 1 << MAX_RADIUS_SHIFT);
}

static void read_sections(Lines *lines, Snapshot *snapshot) {
    SnapshotPlayer *player = NULL;
    const char *line;
    int length;
    while (next_line(lines, &line, &length)) {
        char copy[2048];
        snprintf(copy, sizeof copy, "%.*s", length, line);
        const char *name = after(copy, (int)strlen(copy), "Player Name: ");
        if (name && snapshot->player_count < SNAPSHOT_PLAYERS) {
            player = &snapshot->players[snapshot->player_count++];
            snprintf(player->name, sizeof player->name, "%.63s", name);
        } else if (player) {
            read_field(snapshot, player, copy);
        }
    }
}

/* Turn the letters of the board into players. */
static bool place_players(Snapshot *snapshot) {
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++) {
            SnapshotBlock *block = &snapshot->blocks[x][y];
            if (block->entity != ENTITY_PLAYER)
                continue;
            block->player = snapshot_player(snapshot, (char)block->player);
            if (block->player < 0)
                return false;
            snapshot->players[block->player].x = x;
            snapshot->players[block->player].y = y;
        }
    return true;
}

/* Put a living player that no letter shows where it can be: on a bomb that is drawn as a digit
 * or a star, else under any star. */
static bool find_hidden_player(Snapshot *snapshot, int player) {
    int best = 0, best_x = 0, best_y = 0;
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++) {
            const SnapshotBlock *block = &snapshot->blocks[x][y];
            if (block->entity != ENTITY_NONE || (!block->exploding && block->bomb.owner < 0))
                continue;
            int likely = block->exploding ? 1 : 2;
            likely += block->bomb.owner == player ? 2 : 0;
            if (likely > best) {
                best = likely;
                best_x = x;
                best_y = y;
            }
        }
    if (best == 0)
        return false;
    snapshot->players[player].x = best_x;
    snapshot->players[player].y = best_y;
    snapshot->blocks[best_x][best_y].entity = ENTITY_PLAYER;
    snapshot->blocks[best_x][best_y].player = player;
    return true;
}

static bool find_hidden_players(Snapshot *snapshot) {
    for (int p = 0; p < snapshot->player_count; p++)
        if (!snapshot->players[p].killed && snapshot->players[p].x == 0 &&
            !find_hidden_player(snapshot, p))
            return false;
    return true;
}

bool snapshot_read_map(const char *text, size_t size, Snapshot *snapshot, char *error,
                       size_t error_size) {
    size_t skip = text_byte_order_mark(text, size);
    Lines lines = {text + skip, text + size};
    const char *wrong = NULL;
    memset(snapshot, 0, sizeof *snapshot);
    if (!read_header(&lines, snapshot))
        wrong = "the first line does not give width, height, round, seed and bounty";
    else if (!read_board(&lines, snapshot))
        wrong = "the board is not whole";
    if (!wrong) {
        read_sections(&lines, snapshot);
        if (snapshot->player_count == 0)
            wrong = "there is no section of a player";
        else if (!place_players(snapshot))
            wrong = "the board shows a player who has no section";
        else if (!find_hidden_players(snapshot))
            wrong = "a living player is nowhere on the board";
    }
    if (wrong)
        snprintf(error, error_size, "map.txt: %s", wrong);
    return !wrong;
}

static char draw(const Snapshot *snapshot, const SnapshotBlock *block) {
    if (block->exploding)
        return '*';
    if (block->bomb.owner >= 0) {
        bool own = block->entity == ENTITY_PLAYER && block->player == block->bomb.owner;
        return own ? (char)tolower((unsigned char)snapshot->players[block->player].key)
                   : (char)('0' + block->bomb.timer % 10);
    }
    switch (block->entity) {
    case ENTITY_PILLAR:
        return '#';
    case ENTITY_WALL:
        return '+';
    case ENTITY_PLAYER:
        return snapshot->players[block->player].key;
    default:
        return " &!$"[block->powerup];
    }
}

static int write_bombs(Text *out, const Snapshot *snapshot, int owner) {
    int count = 0;
    text_add(out, "Bombs: ");
    for (int y = 1; y <= snapshot->height; y++)
        for (int x = 1; x <= snapshot->width; x++) {
            const SnapshotBomb *bomb = &snapshot->blocks[x][y].bomb;
            if (bomb->owner == owner)
                text_add(out, "%s{x:%d,y:%d,fuse:%d,radius:%d}", count++ ? "," : "", x, y,
                         bomb->timer, bomb->radius);
        }
    text_add(out, "\n");
    return count;
}

static void write_section(Text *out, const Snapshot *snapshot, int index) {
    static const char rule[] = "---------------------------\n";
    const SnapshotPlayer *player = &snapshot->players[index];
    text_add(out, "%sPlayer Name: %s\nKey: %c\nPoints: %d\nStatus: %s\n", rule, player->name,
             player->key, player->points, player->killed ? "Dead" : "Alive");
    int planted = write_bombs(out, snapshot, index);
    text_add(out, "BombBag: %d\nBlastRadius: %d\n%s", player->bag - planted, player->radius, rule);
}

char *snapshot_write_map(const Snapshot *snapshot, size_t *size) {
    Text out = {0};
    text_add(&out, "Map Width: %d, Map Height: %d, Current Round: %d, Seed: %d, PlayerBounty: %d\n",
             snapshot->width, snapshot->height, snapshot->round, snapshot->seed, snapshot->bounty);
    for (int y = 1; y <= snapshot->height; y++) {
        for (int x = 1; x <= snapshot->width; x++)
            text_add(&out, "%c", draw(snapshot, &snapshot->blocks[x][y]));
        text_add(&out, "\n");
    }
    for (int p = 0; p < snapshot->player_count; p++)
        write_section(&out, snapshot, p);
    return text_take(&out, size);
}
