#include "protocol/snapshot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "platform/file.h"
#include "protocol/round_path.h"

/* Ten times the size of the engine's state.json with 12 players. */
enum { FILE_LIMIT = 4 << 20 };

typedef bool ReadFunction(const char *, size_t, Snapshot *, char *, size_t);

static bool read_file(const char *folder, const char *name, ReadFunction *read_text,
                      Snapshot *snapshot, char *message, size_t size) {
    char path[ROUND_PATH_SIZE];
    size_t bytes;
    if (!round_path_join(folder, name, path)) {
        snprintf(message, size, "%s: the path of its folder is too long", name);
        return false;
    }
    char *text = file_read(path, FILE_LIMIT, &bytes);
    if (!text) {
        snprintf(message, size, "%s: %s", path, strerror(errno));
        return false;
    }
    bool read = read_text(text, bytes, snapshot, message, size);
    free(text);
    return read;
}

bool snapshot_read_folder(const char *folder, Snapshot *snapshot, char *message, size_t size) {
    message[0] = 0;
    if (read_file(folder, "state.json", snapshot_read_json, snapshot, message, size))
        return true;
    size_t used = strlen(message);
    if (used + 3 < size) {
        memcpy(message + used, "; ", 3);
        used += 2;
    }
    if (!read_file(folder, "map.txt", snapshot_read_map, snapshot, message + used, size - used))
        return false;
    snprintf(message + used, size - used, "map.txt was read instead");
    return true;
}

bool snapshot_is_over(const Snapshot *snapshot) {
    int living = 0;
    for (int p = 0; p < snapshot->player_count; p++)
        living += !snapshot->players[p].killed;
    return living < 2 || snapshot->round > snapshot->width * snapshot->height;
}

int snapshot_player(const Snapshot *snapshot, char key) {
    for (int p = 0; p < snapshot->player_count; p++)
        if (snapshot->players[p].key == key)
            return p;
    return -1;
}

bool snapshot_is_standard(const Snapshot *snapshot) {
    return snapshot->width == BOARD_SIZE && snapshot->height == BOARD_SIZE &&
           snapshot->player_count >= 2 && snapshot->player_count <= MAX_PLAYERS;
}

bool snapshot_is_same_match(const Snapshot *a, const Snapshot *b) {
    return a->seed == b->seed && a->player_count == b->player_count && a->width == b->width &&
           a->height == b->height;
}

Ranks snapshot_ranks(const Snapshot *now, const Snapshot *next) {
    Ranks ranks = RANKS_IN_ORDER;
    for (int p = 0; p < now->player_count && p < MAX_PLAYERS; p++) {
        const SnapshotPlayer *before = &now->players[p], *after = &next->players[p];
        bool moved = before->x != after->x || before->y != after->y;
        ranks.rank[p] = (uint8_t)(moved ? p : MAX_PLAYERS + p);
    }
    return ranks;
}

void snapshot_set_points(const Game *game, State *state, int player, int points) {
    state->points[player] = points;
    if (state_is_alive(state, player))
        state->points[player] -= 100 * state->touched_count[player] / game->open_cells;
}

static void draw_player(const Game *game, const State *state, int index, Snapshot *snapshot) {
    SnapshotPlayer *player = &snapshot->players[index];
    player->key = (char)('A' + index);
    player->points = state_points(game, state, index);
    player->killed = !state_is_alive(state, index);
    player->bag = state->bag[index];
    player->radius = 1 << state->radius[index];
    player->x = cell_x(state->cell[index]) + 1;
    player->y = cell_y(state->cell[index]) + 1;
    if (!player->killed) {
        SnapshotBlock *block = &snapshot->blocks[player->x][player->y];
        block->entity = ENTITY_PLAYER;
        block->player = index;
        block->powerup = 0;
    }
    for (unsigned rest = state->owned[index]; rest; rest &= rest - 1) {
        int slot = __builtin_ctz(rest);
        Cell cell = state->bombs.cell[slot];
        SnapshotBlock *block = &snapshot->blocks[cell_x(cell) + 1][cell_y(cell) + 1];
        block->entity = block->entity == ENTITY_PLAYER ? ENTITY_PLAYER : ENTITY_NONE;
        block->bomb =
            (SnapshotBomb){index, 1 << state->bombs.radius[slot], bomb_timer(state, slot), false};
    }
}

static void draw_block(const Game *game, const State *state, const RoundEvents *last, Cell cell,
                       SnapshotBlock *block) {
    bool wall = board_has(&state->walls, cell);
    bool blocked = board_has(&state->blocked, cell);
    block->bomb.owner = -1;
    block->player = -1;
    block->entity = wall ? ENTITY_WALL : blocked ? ENTITY_PILLAR : ENTITY_NONE;
    int index = game->powerup_at[cell];
    if (!wall && index != NO_POWERUP && state->powerups >> index & 1)
        block->powerup = game->powerup_type[index];
    block->exploding = last && last->exploded && board_has(&last->exploding, cell);
}

/* The board of our engine marks pillars at the ends of blasts, the files do not. */
static void clear_marked_pillars(Snapshot *snapshot) {
    for (int x = 1; x <= BOARD_SIZE; x++)
        for (int y = 1; y <= BOARD_SIZE; y++)
            if (snapshot->blocks[x][y].entity == ENTITY_PILLAR)
                snapshot->blocks[x][y].exploding = false;
}

void snapshot_from_state(const Game *game, const State *state, const RoundEvents *last,
                         Snapshot *snapshot) {
    memset(snapshot, 0, sizeof *snapshot);
    snapshot->width = snapshot->height = BOARD_SIZE;
    snapshot->round = state->round;
    snapshot->bounty = game->bounty;
    snapshot->player_count = state->players;
    for (int x = 1; x <= BOARD_SIZE; x++)
        for (int y = 1; y <= BOARD_SIZE; y++)
            draw_block(game, state, last, cell_at(x - 1, y - 1), &snapshot->blocks[x][y]);
    for (int p = 0; p < state->players; p++)
        draw_player(game, state, p, snapshot);
    clear_marked_pillars(snapshot);
}

void snapshot_gather_powerups(const Snapshot *snapshot, Game *known) {
    for (int x = 2; x < BOARD_SIZE; x++)
        for (int y = 2; y < BOARD_SIZE; y++)
            if (snapshot->blocks[x][y].powerup)
                game_add_powerup(known, cell_at(x - 1, y - 1),
                                 (PowerUp)snapshot->blocks[x][y].powerup);
}

void snapshot_add_hidden_powerups(const Game *known, Game *game, State *state) {
    for (int i = 0; i < known->powerup_count; i++)
        state_add_hidden_powerup(game, state, known->powerup_cell[i], known->powerup_type[i]);
    state_rehash(state);
}
