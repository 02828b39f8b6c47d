#include "records/history.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "platform/platform.h"
#include "platform/text.h"
#include "protocol/round_path.h"

static const char file_name[] = "blastbeam.memory";

enum { FORMAT = 4, FILE_LIMIT = 1 << 18, ROUND_LIMIT = 4 << 20, ROUNDS = 100000 };

static int bombs_with(const Snapshot *snapshot, int player, int timer) {
    int count = 0;
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++) {
            const SnapshotBomb *bomb = &snapshot->blocks[x][y].bomb;
            count += bomb->owner == player && bomb->timer == timer;
        }
    return count;
}

/* What a player did that stands where it stood. Only a new bomb has the whole fuse, and only a
 * trigger brings more timers to 1 than run down to it. */
static Command command_in_place(const MemoryPlayer *before, const Snapshot *snapshot, int index) {
    const SnapshotPlayer *now = &snapshot->players[index];
    const SnapshotBomb *here = &snapshot->blocks[now->x][now->y].bomb;
    if (here->owner == index && here->timer == bomb_fuse(now->bag))
        return COMMAND_BOMB;
    return bombs_with(snapshot, index, 1) > before->due ? COMMAND_TRIGGER : COMMAND_NOTHING;
}

static Command command_since(const MemoryPlayer *before, const Snapshot *snapshot, int index) {
    int dx = snapshot->players[index].x - before->x, dy = snapshot->players[index].y - before->y;
    if (before->x == 0 || abs(dx) + abs(dy) > 1)
        return COMMAND_NOTHING;
    if (dy)
        return dy < 0 ? COMMAND_UP : COMMAND_DOWN;
    if (dx)
        return dx < 0 ? COMMAND_LEFT : COMMAND_RIGHT;
    return command_in_place(before, snapshot, index);
}

static void set_cell(uint64_t *cells, int x, int y) {
    int bit = (y - 1) * SNAPSHOT_SIZE + x - 1;
    cells[bit / 64] |= 1ull << (bit % 64);
}

static bool has_cell(const uint64_t *cells, int x, int y) {
    int bit = (y - 1) * SNAPSHOT_SIZE + x - 1;
    return cells[bit / 64] >> (bit % 64) & 1;
}

static void remember_cell(MemoryPlayer *player, bool follows) {
    const int before[2] = {player->x, player->y};
    memcpy(player->earlier[1], player->earlier[0], sizeof before);
    memcpy(player->earlier[0], before, sizeof before);
    if (!follows)
        memset(player->earlier, 0, sizeof player->earlier);
}

static void update_player(MemoryPlayer *player, const Snapshot *snapshot, int index, bool follows) {
    const SnapshotPlayer *now = &snapshot->players[index];
    remember_cell(player, follows);
    player->command = COMMAND_NOTHING;
    if (now->killed || now->x == 0) {
        player->x = player->y = 0;
        return;
    }
    if (follows)
        player->command = command_since(player, snapshot, index);
    player->x = now->x;
    player->y = now->y;
    player->due = bombs_with(snapshot, index, 2);
    set_cell(player->touched, now->x, now->y);
}

static void see_powerups(Memory *memory, const Snapshot *snapshot) {
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++) {
            int type = snapshot->blocks[x][y].powerup;
            if (type == POWERUP_BAG || type == POWERUP_RADIUS)
                set_cell(type == POWERUP_BAG ? memory->seen_bag : memory->seen_radius, x, y);
        }
}

void memory_update(Memory *memory, const Snapshot *snapshot) {
    if (memory->seed != snapshot->seed || memory->player_count != snapshot->player_count)
        memset(memory, 0, sizeof *memory);
    bool follows = memory->seen && snapshot->round == memory->round + 1;
    memory->seed = snapshot->seed;
    memory->round = snapshot->round;
    memory->seen++;
    memory->player_count = snapshot->player_count;
    if (!follows)
        memory->plan_length = 0;
    see_powerups(memory, snapshot);
    for (int p = 0; p < snapshot->player_count; p++)
        update_player(&memory->players[p], snapshot, p, follows);
}

void memory_plan(Memory *memory, const uint8_t *commands, int count) {
    memory->plan_length = count < MEMORY_PLAN ? count : MEMORY_PLAN;
    if (count > 0)
        memcpy(memory->plan, commands, (size_t)memory->plan_length);
}

static uint64_t checksum(const char *text, size_t size) {
    uint64_t sum = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3ull;
    return sum;
}

static void write_cells(Text *out, const uint64_t *cells) {
    for (int i = 0; i < MEMORY_WORDS; i++)
        text_add(out, " %" PRIx64, cells[i]);
    text_add(out, "\n");
}

static void write_memory(Text *out, const Memory *memory) {
    text_add(out, "blastbeam %d seed %d round %d seen %d players %d\n", FORMAT, memory->seed,
             memory->round, memory->seen, memory->player_count);
    text_add(out, "plan %d", memory->plan_length);
    for (int i = 0; i < memory->plan_length; i++)
        text_add(out, " %d", memory->plan[i]);
    text_add(out, "\n");
    text_add(out, "seen");
    write_cells(out, memory->seen_bag);
    write_cells(out, memory->seen_radius);
    for (int p = 0; p < memory->player_count; p++) {
        const MemoryPlayer *player = &memory->players[p];
        text_add(out, "player %d %d %d %d %d %d %d %d", player->x, player->y, player->earlier[0][0],
                 player->earlier[0][1], player->earlier[1][0], player->earlier[1][1], player->due,
                 (int)player->command);
        write_cells(out, player->touched);
    }
}

bool memory_save(const Memory *memory, const char *folder) {
    RoundPath path;
    char name[ROUNDPATH_SIZE];
    size_t size;
    if (!roundpath_split(folder, &path) ||
        !roundpath_file(&path, path.round, true, file_name, name))
        return false;
    Text out = {0};
    write_memory(&out, memory);
    if (!out.failed)
        text_add(&out, "check %" PRIx64 "\n", checksum(out.bytes, out.size));
    char *text = text_take(&out, &size);
    bool saved = text && file_replace(name, text, size);
    free(text);
    return saved;
}

/* The checksum is the last line; it covers all before it. */
static bool is_whole(const char *text, size_t size) {
    const char *line = strstr(text, "\ncheck ");
    uint64_t sum;
    return line && strlen(text) == size && sscanf(line, "\ncheck %" SCNx64, &sum) == 1 &&
           sum == checksum(text, (size_t)(line + 1 - text));
}

static bool is_between(int value, int low, int high) {
    return value >= low && value <= high;
}

static bool read_cells(const char **at, uint64_t *cells) {
    int used;
    for (int i = 0; i < MEMORY_WORDS; i++) {
        if (sscanf(*at, " %" SCNx64 "%n", &cells[i], &used) != 1)
            return false;
        *at += used;
    }
    return true;
}

static bool read_player(const char **at, MemoryPlayer *player) {
    int used, command;
    if (sscanf(*at, " player %d %d %d %d %d %d %d %d%n", &player->x, &player->y,
               &player->earlier[0][0], &player->earlier[0][1], &player->earlier[1][0],
               &player->earlier[1][1], &player->due, &command, &used) != 8 ||
        !is_between(player->x, 0, SNAPSHOT_SIZE) || !is_between(player->y, 0, SNAPSHOT_SIZE) ||
        !is_between(command, 0, COMMAND_COUNT - 1))
        return false;
    player->command = (Command)command;
    *at += used;
    return read_cells(at, player->touched);
}

static bool read_seen(const char **at, Memory *memory) {
    int used = 0;
    if (sscanf(*at, " seen%n", &used) == EOF || used == 0)
        return false;
    *at += used;
    return read_cells(at, memory->seen_bag) && read_cells(at, memory->seen_radius);
}

static bool read_plan(const char **at, Memory *memory) {
    int used;
    if (sscanf(*at, " plan %d%n", &memory->plan_length, &used) != 1 ||
        !is_between(memory->plan_length, 0, MEMORY_PLAN))
        return false;
    *at += used;
    for (int i = 0; i < memory->plan_length; i++) {
        int command;
        if (sscanf(*at, " %d%n", &command, &used) != 1 ||
            !is_between(command, 0, COMMAND_COUNT - 1))
            return false;
        memory->plan[i] = (uint8_t)command;
        *at += used;
    }
    return true;
}

static bool read_memory(const char *text, Memory *memory) {
    int format, used;
    if (sscanf(text, "blastbeam %d seed %d round %d seen %d players %d%n", &format, &memory->seed,
               &memory->round, &memory->seen, &memory->player_count, &used) != 5 ||
        format != FORMAT || !is_between(memory->seen, 1, ROUNDS) ||
        !is_between(memory->player_count, 1, SNAPSHOT_PLAYERS))
        return false;
    const char *at = text + used;
    if (!read_plan(&at, memory) || !read_seen(&at, memory))
        return false;
    for (int p = 0; p < memory->player_count; p++)
        if (!read_player(&at, &memory->players[p]))
            return false;
    return true;
}

bool memory_load(Memory *memory, const char *folder) {
    RoundPath path;
    char name[ROUNDPATH_SIZE];
    size_t size;
    memset(memory, 0, sizeof *memory);
    if (!roundpath_split(folder, &path) || path.round == 0 ||
        !roundpath_file(&path, path.round - 1, true, file_name, name))
        return false;
    char *text = file_read(name, FILE_LIMIT, &size);
    bool loaded = text && is_whole(text, size) && read_memory(text, memory) &&
                  memory->round == path.round - 1;
    free(text);
    if (!loaded)
        memset(memory, 0, sizeof *memory);
    return loaded;
}

typedef bool Reader(const char *, size_t, Snapshot *, char *, size_t);

static bool read_with(Reader *reader, const RoundPath *path, int round, const char *name,
                      Snapshot *snapshot) {
    char file[ROUNDPATH_SIZE], error[256];
    size_t size;
    if (!roundpath_file(path, round, false, name, file))
        return false;
    char *text = file_read(file, ROUND_LIMIT, &size);
    bool read = text && reader(text, size, snapshot, error, sizeof error);
    free(text);
    return read;
}

/* Whether a map's board shows every living player: a star or another's bomb hides one. */
static bool shows_players(const Snapshot *snapshot) {
    for (int p = 0; p < snapshot->player_count; p++) {
        const SnapshotPlayer *player = &snapshot->players[p];
        const SnapshotBlock *block = &snapshot->blocks[player->x][player->y];
        bool on_others = block->bomb.owner >= 0 && block->bomb.owner != p;
        if (!player->killed && (block->exploding || on_others))
            return false;
    }
    return true;
}

/* Read one earlier round, from map.txt, which is small, unless it hides a player. */
static bool read_round(const RoundPath *path, int round, Snapshot *snapshot) {
    return (read_with(snapshot_read_map, path, round, "map.txt", snapshot) &&
            shows_players(snapshot)) ||
           read_with(snapshot_read_json, path, round, "state.json", snapshot);
}

bool memory_rebuild(Memory *memory, const char *folder, int64_t deadline) {
    RoundPath path;
    memset(memory, 0, sizeof *memory);
    if (!roundpath_split(folder, &path))
        return true;
    Snapshot *snapshot = malloc(sizeof *snapshot);
    bool in_time = snapshot != NULL;
    for (int round = 0; round < path.round && in_time; round++) {
        if (read_round(&path, round, snapshot))
            memory_update(memory, snapshot);
        in_time = clock_now() < deadline;
    }
    free(snapshot);
    return in_time;
}

void memory_apply(const Memory *memory, const Snapshot *snapshot, const Game *game, State *state) {
    if (!snapshot_is_standard(snapshot) || memory->player_count != snapshot->player_count ||
        memory->seed != snapshot->seed)
        return;
    for (int p = 0; p < snapshot->player_count; p++) {
        for (int x = 2; x < BOARD_SIZE; x++)
            for (int y = 2; y < BOARD_SIZE; y++)
                if (has_cell(memory->players[p].touched, x, y))
                    state_touch(state, p, cell_at(x - 1, y - 1));
        snapshot_set_points(game, state, p, snapshot->players[p].points);
    }
}

int memory_powerup(const Memory *memory, int x, int y) {
    if (has_cell(memory->seen_bag, x, y))
        return POWERUP_BAG;
    return has_cell(memory->seen_radius, x, y) ? POWERUP_RADIUS : 0;
}

Command memory_last_command(const Memory *memory, int player) {
    return memory->players[player].command;
}

bool memory_is_back_again(const Memory *memory, int player) {
    const MemoryPlayer *self = &memory->players[player];
    return self->x && self->x == self->earlier[1][0] && self->y == self->earlier[1][1];
}
