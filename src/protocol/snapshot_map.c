#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/mapgen.h"
#include "platform/text.h"
#include "protocol/snapshot.h"

typedef struct Lines {
    const char *next, *end;
} Lines;

/* Get the next line without its line end. Returns false after the last line. */
static bool next_line(Lines *lines, const char **line, int *length) {
    if (lines->next >= lines->end)
        return false;
    const char *stop = memchr(lines->next, '\n', (size_t)(lines->end - lines->next));
    *line = lines->next;
    *length = (int)((stop ? stop : lines->end) - lines->next);
    lines->next = stop ? stop + 1 : lines->end;
    if (*length > 0 && (*line)[*length - 1] == '\r')
        --*length;
    return true;
}

/* The text after `name` if the line begins with it, else NULL. */
static const char *text_after(const char *line, int length, const char *name) {
    int size = (int)strlen(name);
    return length >= size && memcmp(line, name, (size_t)size) == 0 ? line + size : NULL;
}

static int clamp(long value, int low, int high) {
    return value < low ? low : value > high ? high : (int)value;
}

static bool read_number(const char *text, int low, int high, int *value) {
    char *end;
    *value = clamp(strtol(text, &end, 10), low, high);
    return end != text;
}

/* Read the number after `name` in the header. */
static bool read_header_number(const char *header, const char *name, int low, int high,
                               int *value) {
    const char *found = strstr(header, name);
    return found && read_number(found + strlen(name), low, high, value);
}

static bool read_header(Lines *lines, Snapshot *snapshot) {
    const char *line;
    int length;
    char header[256];
    if (!next_line(lines, &line, &length))
        return false;
    snprintf(header, sizeof header, "%.*s", length, line);
    return read_header_number(header, "Map Width:", 0, 1000, &snapshot->width) &&
           read_header_number(header, "Map Height:", 0, 1000, &snapshot->height) &&
           read_header_number(header, "Current Round:", 0, 10000, &snapshot->round) &&
           read_header_number(header, "Seed:", INT32_MIN, INT32_MAX, &snapshot->seed) &&
           read_header_number(header, "PlayerBounty:", 0, 1000000, &snapshot->bounty) &&
           mapgen_is_size(snapshot->width) && mapgen_is_size(snapshot->height);
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
        block->player = toupper((unsigned char)drawn); /* the key, until the sections are read */
    }
}

static bool is_map_character(char drawn) {
    return drawn != 0 && (strchr(" #+&!$*", drawn) || isalnum((unsigned char)drawn));
}

static bool read_board(Lines *lines, Snapshot *snapshot) {
    for (int y = 1; y <= snapshot->height; y++) {
        const char *line;
        int length;
        if (!next_line(lines, &line, &length) || length != snapshot->width)
            return false;
        for (int x = 1; x <= snapshot->width; x++) {
            if (!is_map_character(line[x - 1]))
                return false;
            read_cell(&snapshot->blocks[x][y], line[x - 1]);
        }
    }
    return true;
}

/* Read the bombs of one player: {x:10,y:14,fuse:1,radius:16},{...} */
static bool read_bombs(Snapshot *snapshot, int owner, const char *text) {
    for (const char *cursor = strchr(text, '{'); cursor; cursor = strchr(cursor + 1, '{')) {
        int x, y, fuse, radius, length = 0;
        sscanf(cursor, "{x:%9d,y:%9d,fuse:%9d,radius:%9d}%n", &x, &y, &fuse, &radius, &length);
        if (length == 0 || x < 1 || y < 1 || x > snapshot->width || y > snapshot->height ||
            radius < 0)
            return false;
        snapshot->blocks[x][y].bomb = (SnapshotBomb){owner, radius, fuse, false};
        snapshot->players[owner].bag++;
    }
    return true;
}

typedef enum Field {
    FIELD_KEY,
    FIELD_POINTS,
    FIELD_STATUS,
    FIELD_BOMBS,
    FIELD_BAG,
    FIELD_RADIUS,
    FIELD_COUNT
} Field;

static const char *const field_names[FIELD_COUNT] = {
    "Key: ", "Points: ", "Status: ", "Bombs:", "BombBag: ", "BlastRadius: "};

/* Returns false when the value is not valid. */
static bool read_value(Snapshot *snapshot, SnapshotPlayer *player, Field field, const char *value) {
    int left = 0;
    bool valid;
    switch (field) {
    case FIELD_KEY:
        valid = value[0] >= 'A' && value[0] < 'A' + SNAPSHOT_PLAYERS &&
                snapshot_player(snapshot, value[0]) < 0;
        player->key = valid ? value[0] : player->key;
        return valid;
    case FIELD_POINTS:
        return read_number(value, -1000000, 1000000, &player->points);
    case FIELD_STATUS:
        player->killed = strncmp(value, "Dead", 4) == 0;
        return player->killed || strncmp(value, "Alive", 5) == 0;
    case FIELD_BOMBS:
        return read_bombs(snapshot, (int)(player - snapshot->players), value);
    case FIELD_BAG:
        valid = read_number(value, 0, 1000000, &left);
        player->bag += left;
        return valid;
    default:
        return read_number(value, 0, 1 << MAX_RADIUS_SHIFT, &player->radius);
    }
}

/* The bit of the field for which the line has a valid value, else 0. */
static unsigned read_field(Snapshot *snapshot, SnapshotPlayer *player, const char *line) {
    for (int field = 0; field < FIELD_COUNT; field++) {
        const char *value = text_after(line, (int)strlen(line), field_names[field]);
        if (value)
            return read_value(snapshot, player, (Field)field, value) ? 1u << field : 0;
    }
    return 0;
}

/* Read one section up to the line of dashes at its end. *fields receives the bits of the fields
 * that it has. Returns false when the text ends first. */
static bool read_section(Lines *lines, Snapshot *snapshot, SnapshotPlayer *player,
                         unsigned *fields) {
    const char *line;
    int length;
    *fields = 0;
    while (next_line(lines, &line, &length)) {
        char copy[8192];
        if (length > 0 && line[0] == '-')
            return true;
        snprintf(copy, sizeof copy, "%.*s", length, line);
        *fields |= read_field(snapshot, player, copy);
    }
    return false;
}

/* Returns NULL, or the name of the first item that is missing or wrong. */
static const char *read_sections(Lines *lines, Snapshot *snapshot) {
    const char *line;
    int length;
    bool has_open_section = false;
    while (next_line(lines, &line, &length)) {
        const char *name = text_after(line, length, "Player Name: ");
        unsigned fields;
        if (!name) {
            if (length > 0 && line[0] != '-')
                return "Player Name";
            has_open_section = has_open_section || length > 0;
            continue;
        }
        has_open_section = false;
        if (snapshot->player_count == SNAPSHOT_PLAYERS)
            return "end after 12 players";
        SnapshotPlayer *player = &snapshot->players[snapshot->player_count++];
        text_copy(player->name, sizeof player->name, name, (size_t)(line + length - name));
        bool is_closed = read_section(lines, snapshot, player, &fields);
        for (int field = 0; field < FIELD_COUNT; field++)
            if (!(fields >> field & 1))
                return field_names[field];
        if (!is_closed)
            return "closing line of dashes";
    }
    return snapshot->player_count && !has_open_section ? NULL : "Player Name";
}

/* True when the board and the sections have the same bombs: digits and lower-case letters are
 * bombs, and a bomb is drawn as one of them or hidden by a star. */
static bool bombs_agree(const Snapshot *snapshot, const char *board, const char *end) {
    Lines lines = {board, end};
    const char *line;
    int length;
    for (int y = 1; y <= snapshot->height && next_line(&lines, &line, &length); y++)
        for (int x = 1; x <= snapshot->width; x++) {
            char drawn = line[x - 1];
            const SnapshotBlock *block = &snapshot->blocks[x][y];
            bool is_bomb = isdigit((unsigned char)drawn) || islower((unsigned char)drawn);
            if (is_bomb ? block->bomb.owner < 0 : block->bomb.owner >= 0 && drawn != '*')
                return false;
        }
    return true;
}

/* Replace the keys on the board by the players of the sections. Returns false when they do not
 * match. */
static bool place_players(Snapshot *snapshot) {
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++) {
            SnapshotBlock *block = &snapshot->blocks[x][y];
            if (block->entity != ENTITY_PLAYER)
                continue;
            block->player = snapshot_player(snapshot, (char)block->player);
            if (block->player < 0)
                return false;
            SnapshotPlayer *player = &snapshot->players[block->player];
            if (player->killed || player->x)
                return false;
            player->x = x;
            player->y = y;
        }
    return true;
}

/* The preference for placing a player that no letter shows on this block; 0 when it cannot stand
 * there. */
static int place_preference(const SnapshotBlock *block, int player) {
    if (block->entity != ENTITY_NONE)
        return 0;
    bool own = block->bomb.owner == player;
    if (block->exploding)
        return own ? 2 : 1;
    return block->bomb.owner >= 0 && !own ? 3 : 0;
}

static bool find_hidden_player(Snapshot *snapshot, int player) {
    int best = 0, best_x = 0, best_y = 0;
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++) {
            int preference = place_preference(&snapshot->blocks[x][y], player);
            if (preference > best) {
                best = preference;
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
    bool header = read_header(&lines, snapshot);
    const char *board = lines.next;
    if (!header)
        wrong = "the first line must have width, height, round, seed and bounty";
    else if (!read_board(&lines, snapshot))
        wrong = "the board is incomplete or has an unknown character";
    if (!wrong) {
        const char *missing = read_sections(&lines, snapshot);
        if (missing) {
            snprintf(error, error_size,
                     "map.txt: in or after players' section %d: \"%s\" is missing or wrong",
                     snapshot->player_count, missing);
            return false;
        }
        if (!bombs_agree(snapshot, board, text + size))
            wrong = "the board and the players' sections have different bombs";
        else if (!place_players(snapshot))
            wrong = "the board has a player that has no section, is dead or is drawn twice";
        else if (!find_hidden_players(snapshot))
            wrong = "a living player has no possible cell on the board";
    }
    if (wrong)
        snprintf(error, error_size, "map.txt: %s", wrong);
    return !wrong;
}

static char map_character(const Snapshot *snapshot, const SnapshotBlock *block) {
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
            text_add(&out, "%c", map_character(snapshot, &snapshot->blocks[x][y]));
        text_add(&out, "\n");
    }
    for (int p = 0; p < snapshot->player_count; p++)
        write_section(&out, snapshot, p);
    return text_take(&out, size);
}
