#include "engine/state.h"

#include <stdlib.h>

#include "engine/legal.h"
#include "engine/mapgen.h"
#include "engine/touched.h"
#include "engine/zobrist.h"

void game_init(Game *game, int players, int bounty) {
    memset(game, 0, sizeof *game);
    game->players = players;
    game->bounty = bounty;
    game->open_cells = OPEN_CELLS;
    game->last_round = LAST_ROUND;
    memset(game->powerup_at, NO_POWERUP, sizeof game->powerup_at);
}

int game_add_powerup(Game *game, Cell cell, PowerUp type) {
    if (game->powerup_count == MAX_POWERUPS || game->powerup_at[cell] != NO_POWERUP)
        return NO_POWERUP;
    int index = game->powerup_count++;
    game->powerup_type[index] = (uint8_t)type;
    game->powerup_cell[index] = cell;
    game->powerup_at[cell] = (uint8_t)index;
    return index;
}

static void add_pillars(Board *board) {
    for (int y = 0; y < 24; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            if (y >= BOARD_SIZE || mapgen_is_pillar(BOARD_SIZE, x, y))
                board_add(board, cell_at(x, y));
}

void state_init(State *state, const Game *game) {
    static const Cell corner[MAX_PLAYERS] = {1 << 5 | 1, 19 << 5 | 19, 19 << 5 | 1, 1 << 5 | 19};
    memset(state, 0, sizeof *state);
    add_pillars(&state->blocked);
    state->players = (uint8_t)game->players;
    for (int p = 0; p < game->players; p++) {
        state->alive |= (uint8_t)(1 << p);
        state->cell[p] = corner[p];
        state->bag[p] = 1;
        state_touch(state, p, corner[p]);
    }
    state->powerups = (uint32_t)((1ull << game->powerup_count) - 1);
    state_rehash(state);
}

void state_add_wall(State *state, Cell cell) {
    board_add(&state->walls, cell);
    board_add(&state->blocked, cell);
}

void state_add_hidden_powerup(Game *game, State *state, Cell cell, PowerUp type) {
    int index = board_has(&state->walls, cell) ? game_add_powerup(game, cell, type) : NO_POWERUP;
    if (index != NO_POWERUP)
        state->powerups |= 1u << index;
}

bool state_add_bomb(State *state, int owner, Cell cell, int timer, int radius_shift) {
    unsigned live = state_bombs(state);
    if (live == (1u << MAX_BOMBS) - 1 || state_has_bomb(state, cell))
        return false;
    int slot = __builtin_ctz(~live);
    state->owned[owner] |= (uint16_t)(1 << slot);
    state->bombs.cell[slot] = cell;
    state->bombs.due[slot] = (uint8_t)(state->round + timer - 1);
    state->bombs.radius[slot] = (uint8_t)radius_shift;
    board_add(&state->blocked, cell);
    return true;
}

bool state_has_bomb(const State *state, Cell cell) {
    for (unsigned rest = state_bombs(state); rest; rest &= rest - 1)
        if (state->bombs.cell[__builtin_ctz(rest)] == cell)
            return true;
    return false;
}

void state_touch(State *state, int player, Cell cell) {
    int index = touched_index(cell);
    uint64_t bit = 1ull << (index & 63);
    uint64_t *word = &state->touched[player][index >> 6];
    if (*word & bit)
        return;
    *word |= bit;
    state->touched_count[player]++;
    state->touched_hash ^= zobrist_touched(player, cell);
}

void state_forget_touched(State *state) {
    memset(state->touched, 0, sizeof state->touched);
    memset(state->touched_count, 0, sizeof state->touched_count);
    state->touched_hash = 0;
}

static uint64_t touched_hash(const State *state, int player) {
    uint64_t hash = 0;
    for (int i = 0; i < TOUCHED_WORDS; i++)
        for (uint64_t rest = state->touched[player][i]; rest; rest &= rest - 1)
            hash ^= zobrist_touched(player, touched_cell(64 * i + __builtin_ctzll(rest)));
    return hash;
}

static uint64_t player_hash(const State *state, int player) {
    uint64_t hash = 0;
    if (state_is_alive(state, player))
        hash ^= zobrist(ZOBRIST_PLAYER + (unsigned)player, state->cell[player]);
    hash ^= zobrist(ZOBRIST_BAG + (unsigned)player, state->bag[player]);
    hash ^= zobrist(ZOBRIST_RADIUS + (unsigned)player, state->radius[player]);
    for (unsigned rest = state->owned[player]; rest; rest &= rest - 1) {
        int slot = __builtin_ctz(rest);
        hash ^= zobrist_bomb(player, state->bombs.cell[slot], state->bombs.due[slot],
                             state->bombs.radius[slot]);
    }
    return hash;
}

void state_rehash(State *state) {
    state->hash = state->touched_hash = 0;
    BOARD_FOR_EACH(cell, &state->walls)
    state->hash ^= zobrist(ZOBRIST_WALL, cell);
    for (uint32_t rest = state->powerups; rest; rest &= rest - 1)
        state->hash ^= zobrist(ZOBRIST_POWERUP, (unsigned)__builtin_ctz(rest));
    for (int p = 0; p < state->players; p++) {
        state->hash ^= player_hash(state, p);
        state->touched_hash ^= touched_hash(state, p);
    }
}

uint64_t state_hash(const State *state) {
    uint64_t hash = state->hash ^ state->touched_hash ^ zobrist(ZOBRIST_ROUND, state->round);
    for (unsigned p = 0; p < state->players; p++)
        hash ^= zobrist(ZOBRIST_POINTS + p, (uint32_t)state->points[p]);
    return hash;
}

int state_points(const Game *game, const State *state, int player) {
    int points = state->points[player];
    if (state_is_alive(state, player))
        points += 100 * state->touched_count[player] / game->open_cells;
    return points;
}

bool state_leads(const Game *game, const State *state, int player) {
    int own = state_points(game, state, player);
    for (int p = 0; p < state->players; p++)
        if (p != player && state_points(game, state, p) >= own)
            return false;
    return true;
}

unsigned state_legal(const State *state, int player) {
    return legal_commands(state, player, bombs_due(&state->bombs, state->round));
}

bool state_over(const Game *game, const State *state) {
    bool decided = __builtin_popcount(state->alive) < 2 && !game->endless;
    return decided || state->round > game->last_round;
}

bool state_stands_above(const Game *game, const State *state, int a, int b) {
    if (state_is_alive(state, a) != state_is_alive(state, b))
        return state_is_alive(state, a);
    int difference = state_points(game, state, a) - state_points(game, state, b);
    return difference != 0 ? difference > 0 : state->died[a] < state->died[b];
}

void state_leaderboard(const Game *game, const State *state, int order[MAX_PLAYERS]) {
    for (int p = 0; p < state->players; p++) {
        int place = p;
        while (place > 0 && state_stands_above(game, state, p, order[place - 1])) {
            order[place] = order[place - 1];
            place--;
        }
        order[place] = p;
    }
}

const char *command_name(Command command) {
    static const char *const names[COMMAND_COUNT] = {"nothing", "up",   "left",   "right",
                                                     "down",    "bomb", "trigger"};
    return command < COMMAND_COUNT ? names[command] : "nothing";
}

int radius_to_shift(long radius) {
    int shift = 0;
    while (shift < MAX_RADIUS_SHIFT && 1l << shift < radius)
        shift++;
    return shift;
}

void state_hide_powerups(const Game *game, const State *state, Game *seen_game, State *seen_state) {
    *seen_game = *game;
    *seen_state = *state;
    seen_game->powerup_count = 0;
    memset(seen_game->powerup_at, NO_POWERUP, sizeof seen_game->powerup_at);
    seen_state->powerups = 0;
    for (int i = 0; i < game->powerup_count; i++) {
        Cell cell = game->powerup_cell[i];
        if (!(state->powerups >> i & 1) || board_has(&state->walls, cell))
            continue;
        int index = game_add_powerup(seen_game, cell, game->powerup_type[i]);
        if (index != NO_POWERUP)
            seen_state->powerups |= 1u << index;
    }
    state_rehash(seen_state);
}
