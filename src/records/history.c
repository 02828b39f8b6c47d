#include "records/history.h"

#include <stdlib.h>

static int count_bombs(const Snapshot *snapshot, int player, int timer) {
    int count = 0;
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++) {
            const SnapshotBomb *bomb = &snapshot->blocks[x][y].bomb;
            count += bomb->owner == player && bomb->timer == timer;
        }
    return count;
}

/* The last command of a player that has not moved. Only a new bomb has the whole fuse, and only a
 * trigger can give more bombs a timer of 1 than had a timer of 2. */
static Command command_without_move(const HistoryPlayer *before, const Snapshot *snapshot,
                                    int index) {
    const SnapshotPlayer *now = &snapshot->players[index];
    const SnapshotBomb *here = &snapshot->blocks[now->x][now->y].bomb;
    if (here->owner == index && here->timer == bomb_fuse(now->bag))
        return COMMAND_BOMB;
    return count_bombs(snapshot, index, 1) > before->due ? COMMAND_TRIGGER : COMMAND_NOTHING;
}

static Command last_command(const HistoryPlayer *before, const Snapshot *snapshot, int index) {
    int dx = snapshot->players[index].x - before->x, dy = snapshot->players[index].y - before->y;
    if (before->x == 0 || abs(dx) + abs(dy) > 1)
        return COMMAND_NOTHING;
    if (dy)
        return dy < 0 ? COMMAND_UP : COMMAND_DOWN;
    if (dx)
        return dx < 0 ? COMMAND_LEFT : COMMAND_RIGHT;
    return command_without_move(before, snapshot, index);
}

static void set_cell(uint64_t *cells, int x, int y) {
    int bit = (y - 1) * SNAPSHOT_SIZE + x - 1;
    cells[bit / 64] |= 1ull << (bit % 64);
}

static bool has_cell(const uint64_t *cells, int x, int y) {
    int bit = (y - 1) * SNAPSHOT_SIZE + x - 1;
    return cells[bit / 64] >> (bit % 64) & 1;
}

static void shift_cells(HistoryPlayer *player, bool follows) {
    const int before[2] = {player->x, player->y};
    memmove(player->earlier[1], player->earlier[0], sizeof player->earlier - sizeof before);
    memcpy(player->earlier[0], before, sizeof before);
    if (!follows)
        memset(player->earlier, 0, sizeof player->earlier);
}

static void update_player(HistoryPlayer *player, const Snapshot *snapshot, int index,
                          bool follows) {
    const SnapshotPlayer *now = &snapshot->players[index];
    shift_cells(player, follows);
    player->command = COMMAND_NOTHING;
    if (now->killed || now->x == 0) {
        player->x = player->y = 0;
        return;
    }
    if (follows)
        player->command = last_command(player, snapshot, index);
    player->x = now->x;
    player->y = now->y;
    player->due = count_bombs(snapshot, index, 2);
}

static void add_touched(History *history, const Snapshot *snapshot) {
    for (int p = 0; p < snapshot->player_count; p++) {
        const SnapshotPlayer *player = &snapshot->players[p];
        if (!player->killed && player->x > 0)
            set_cell(history->players[p].touched, player->x, player->y);
    }
}

static void add_seen_powerups(History *history, const Snapshot *snapshot) {
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++) {
            int type = snapshot->blocks[x][y].powerup;
            if (type == POWERUP_BAG || type == POWERUP_RADIUS)
                set_cell(type == POWERUP_BAG ? history->seen_bag : history->seen_radius, x, y);
        }
}

static void add_cells(History *history, const Snapshot *snapshot) {
    add_touched(history, snapshot);
    add_seen_powerups(history, snapshot);
    history->seen++;
}

static bool is_of_match(const History *history, const Snapshot *snapshot) {
    return history->seed == snapshot->seed && history->player_count == snapshot->player_count;
}

void history_update(History *history, const Snapshot *snapshot) {
    if (!is_of_match(history, snapshot))
        memset(history, 0, sizeof *history);
    if (!history->seen)
        history->first = snapshot->round;
    bool follows = history->seen && snapshot->round == history->round + 1;
    history->seed = snapshot->seed;
    history->round = snapshot->round;
    history->player_count = snapshot->player_count;
    if (!follows)
        history->pv.length = 0;
    for (int p = 0; p < snapshot->player_count; p++)
        update_player(&history->players[p], snapshot, p, follows);
    add_cells(history, snapshot);
}

/* Where `earlier` has the cells of the round `first`; TRAIL_ROUNDS when it lies too far back. */
static int trail_index(const History *history) {
    int back = history->round - history->first - 1;
    return back < TRAIL_ROUNDS ? back : TRAIL_ROUNDS;
}

static void add_earlier_cells(History *history, const Snapshot *snapshot) {
    int at = trail_index(history);
    for (int p = 0; p < snapshot->player_count && at < TRAIL_ROUNDS; p++) {
        const SnapshotPlayer *then = &snapshot->players[p];
        int *earlier = history->players[p].earlier[at];
        earlier[0] = then->killed ? 0 : then->x;
        earlier[1] = then->killed || then->x == 0 ? 0 : then->y;
    }
}

void history_add_missing(History *history, const Snapshot *snapshot) {
    history->first--;
    if (!snapshot || !is_of_match(history, snapshot))
        return;
    add_earlier_cells(history, snapshot);
    add_cells(history, snapshot);
}

static void add_words(uint64_t *to, const uint64_t *from) {
    for (int i = 0; i < HISTORY_WORDS; i++)
        to[i] |= from[i];
}

/* The cell of `older` belongs at index `at`, its earlier ones behind it. */
static void merge_trail(HistoryPlayer *player, const HistoryPlayer *older, int at) {
    if (at >= TRAIL_ROUNDS)
        return;
    player->earlier[at][0] = older->x;
    player->earlier[at][1] = older->y;
    memcpy(player->earlier + at + 1, older->earlier,
           (size_t)(TRAIL_ROUNDS - at - 1) * sizeof older->earlier[0]);
}

void history_merge(History *history, const History *older) {
    history->first--;
    if (older->seed != history->seed || older->player_count != history->player_count)
        return;
    add_words(history->seen_bag, older->seen_bag);
    add_words(history->seen_radius, older->seen_radius);
    for (int p = 0; p < history->player_count; p++) {
        merge_trail(&history->players[p], &older->players[p], trail_index(history));
        add_words(history->players[p].touched, older->players[p].touched);
    }
    history->first = older->first;
    history->seen += older->seen;
}

void history_apply(const History *history, const Snapshot *snapshot, const Game *game,
                   State *state) {
    if (!snapshot_is_standard(snapshot) || !is_of_match(history, snapshot))
        return;
    for (int p = 0; p < snapshot->player_count; p++) {
        for (int x = 2; x < BOARD_SIZE; x++)
            for (int y = 2; y < BOARD_SIZE; y++)
                if (has_cell(history->players[p].touched, x, y))
                    state_touch(state, p, cell_at(x - 1, y - 1));
        snapshot_set_points(game, state, p, snapshot->players[p].points);
    }
}

int history_powerup(const History *history, int x, int y) {
    if (has_cell(history->seen_bag, x, y))
        return POWERUP_BAG;
    return has_cell(history->seen_radius, x, y) ? POWERUP_RADIUS : 0;
}

Command history_last_command(const History *history, int player) {
    return history->players[player].command;
}

Trail history_trail(const History *history, int player) {
    Trail trail = {0};
    for (int i = 0; i < TRAIL_ROUNDS; i++) {
        const int *earlier = history->players[player].earlier[i];
        if (earlier[0] >= 1 && earlier[0] <= BOARD_SIZE && earlier[1] >= 1 &&
            earlier[1] <= BOARD_SIZE)
            trail.cell[i] = cell_at(earlier[0] - 1, earlier[1] - 1);
    }
    return trail;
}
