#include <stdio.h>
#include <stdlib.h>

#include "protocol/snapshot.h"

/* The part of the files' board that becomes the engine's board. */
typedef struct Window {
    const Snapshot *snapshot;
    Game *game;
    State *state;
    int left, top;                /* the files' X and Y of the engine's cell (0, 0) */
    int own;                      /* index in the snapshot of the player at the centre */
    int number[SNAPSHOT_PLAYERS]; /* the engine's number of each player; -1: left out */
} Window;

/* The first coordinate of the window on one axis. It is odd, so that pillars keep their places. */
static int window_start(int coordinate, int size) {
    int start = coordinate - BOARD_SIZE / 2;
    start -= (start - 1) % 2;
    int last = size - BOARD_SIZE + 1;
    return start < 1 ? 1 : start > last ? last : start;
}

static bool is_inside(const Window *window, int x, int y) {
    return x >= window->left && y >= window->top && x < window->left + BOARD_SIZE &&
           y < window->top + BOARD_SIZE;
}

static Cell cell_of(const Window *window, int x, int y) {
    return cell_at(x - window->left, y - window->top);
}

static int distance(const Window *window, int x, int y) {
    const SnapshotPlayer *own = &window->snapshot->players[window->own];
    return abs(own->x - x) + abs(own->y - y);
}

/* Cells on the window's rim count as pillars, because the board may continue there. */
static bool is_closed(const Window *window, Cell cell) {
    int x = cell_x(cell), y = cell_y(cell);
    bool rim = x == 0 || y == 0 || x == BOARD_SIZE - 1 || y == BOARD_SIZE - 1;
    return rim ||
           window->snapshot->blocks[x + window->left][y + window->top].entity == ENTITY_PILLAR;
}

/* Number the players: in their order on a standard board, else the own player and then the nearest
 * opponents. Returns how many have a number. */
static int number_players(Window *window) {
    const Snapshot *snapshot = window->snapshot;
    int count = 0;
    for (int p = 0; p < snapshot->player_count; p++)
        window->number[p] = snapshot_is_standard(snapshot) ? count++ : -1;
    if (count > 0)
        return count;
    window->number[window->own] = count++;
    while (count < MAX_PLAYERS) {
        int nearest = -1;
        for (int p = 0; p < snapshot->player_count; p++) {
            const SnapshotPlayer *player = &snapshot->players[p];
            if (window->number[p] < 0 && !player->killed &&
                is_inside(window, player->x, player->y) &&
                !is_closed(window, cell_of(window, player->x, player->y)) &&
                (nearest < 0 ||
                 distance(window, player->x, player->y) <
                     distance(window, snapshot->players[nearest].x, snapshot->players[nearest].y)))
                nearest = p;
        }
        if (nearest < 0)
            break;
        window->number[nearest] = count++;
    }
    return count;
}

static int open_cells(const Snapshot *snapshot) {
    int count = 0;
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++)
            count += snapshot->blocks[x][y].entity != ENTITY_PILLAR;
    return count;
}

static void convert_blocks(Window *window) {
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++) {
            Cell cell = cell_at(x, y);
            const SnapshotBlock *block =
                &window->snapshot->blocks[x + window->left][y + window->top];
            board_remove(&window->state->blocked, cell);
            if (is_closed(window, cell)) {
                board_add(&window->state->blocked, cell);
                continue;
            }
            if (block->entity == ENTITY_WALL)
                state_add_wall(window->state, cell);
            if (block->powerup)
                game_add_powerup(window->game, cell, (PowerUp)block->powerup);
        }
    window->state->powerups = (uint32_t)((1ull << window->game->powerup_count) - 1);
}

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

static void convert_player(Window *window, int index) {
    State *state = window->state;
    const SnapshotPlayer *player = &window->snapshot->players[index];
    int number = window->number[index];
    bool is_in_window = is_inside(window, player->x, player->y) &&
                        !is_closed(window, cell_of(window, player->x, player->y));
    if (player->killed || !is_in_window)
        state->alive &= (uint8_t) ~(1 << number);
    if (is_in_window)
        state->cell[number] = cell_of(window, player->x, player->y);
    state->bag[number] = (uint8_t)clamp(player->bag, 0, UINT8_MAX);
    state->radius[number] = (uint8_t)radius_to_shift(player->radius);
    state_touch(state, number, state->cell[number]);
    snapshot_set_points(window->game, state, number, player->points);
}

/* Add the bombs at this distance from the own player. */
static void add_bombs(Window *window, int steps) {
    for (int y = window->top + 1; y < window->top + BOARD_SIZE - 1; y++)
        for (int x = window->left + 1; x < window->left + BOARD_SIZE - 1; x++) {
            const SnapshotBlock *block = &window->snapshot->blocks[x][y];
            if (block->bomb.owner < 0 || block->bomb.exploding || distance(window, x, y) != steps ||
                block->entity == ENTITY_PILLAR)
                continue;
            int number = window->number[block->bomb.owner];
            state_add_bomb(window->state, number < 0 ? window->state->players - 1 : number,
                           cell_of(window, x, y), clamp(block->bomb.timer, 1, UINT8_MAX),
                           radius_to_shift(block->bomb.radius));
        }
}

bool snapshot_to_state(const Snapshot *snapshot, char key, Game *game, State *state, int *player,
                       char *error, size_t size) {
    Window window = {.snapshot = snapshot, .game = game, .state = state};
    window.own = snapshot_player(snapshot, key);
    if (window.own < 0) {
        snprintf(error, size, "there is no player \"%c\"; there are %d, starting with A", key,
                 snapshot->player_count);
        return false;
    }
    const SnapshotPlayer *own = &snapshot->players[window.own];
    window.left = window_start(own->x, snapshot->width);
    window.top = window_start(own->y, snapshot->height);
    int count = number_players(&window);
    game_init(game, count < 2 ? 2 : count, snapshot->bounty);
    game->open_cells = open_cells(snapshot);
    game->last_round = snapshot->width * snapshot->height;
    state_init(state, game);
    state_forget_touched(state);
    state->round = (uint16_t)snapshot->round;
    convert_blocks(&window);
    for (int p = 0; p < snapshot->player_count; p++)
        if (window.number[p] >= 0)
            convert_player(&window, p);
    if (count < 2)
        state->alive &= (uint8_t)~2;
    game->endless = count < 2;
    for (int steps = 0; steps <= 2 * BOARD_SIZE; steps++)
        add_bombs(&window, steps);
    state_rehash(state);
    *player = window.number[window.own];
    return true;
}
