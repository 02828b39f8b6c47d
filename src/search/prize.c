#include "search/prize.h"

uint8_t prize_find(const Game *game, const State *state) {
    for (int i = 0; i < game->powerup_count; i++)
        if (game->powerup_type[i] == POWERUP_SUPER && state->powerups >> i & 1)
            return (uint8_t)i;
    return NO_POWERUP;
}

/* The rounds that it takes to get through `cell`. */
static int rounds_through(const State *state, const Board *doomed, Cell cell) {
    if (board_has(&state->walls, cell))
        return 1 + (board_has(doomed, cell) ? PRIZE_DOOMED_ROUNDS : PRIZE_WALL_ROUNDS);
    bool is_pillar = board_has(&state->blocked, cell) && !state_has_bomb(state, cell);
    return is_pillar ? PRIZE_NO_WAY : 1;
}

static void extend_way(PrizeWays *ways, const State *state, Cell cell, Cell before, int rounds) {
    ways->rounds[before] = (uint16_t)rounds;
    ways->steps[before] = ways->steps[cell] + 1;
    ways->walls[before] = ways->walls[cell];
    if (board_has(&state->walls, cell))
        board_add(&ways->walls[before], cell);
}

/* A cell is visited again when a shorter way from it is found. */
void prize_ways_init(PrizeWays *ways, const Engine *engine, const Game *game, const State *state) {
    enum { QUEUE = 1024 };
    Cell queue[QUEUE];
    Board threatened, doomed;
    memset(ways, 0, sizeof *ways);
    uint8_t prize = prize_find(game, state);
    ways->cell = prize == NO_POWERUP ? NO_CELL : game->powerup_cell[prize];
    for (int i = 0; i < CELL_COUNT; i++)
        ways->rounds[i] = PRIZE_NO_WAY;
    if (ways->cell == NO_CELL)
        return;
    engine->blast(state, state_bombs(state), &threatened, &doomed);
    ways->rounds[ways->cell] = 0;
    queue[0] = ways->cell;
    for (unsigned first = 0, last = 1; first != last; first++)
        for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++) {
            Cell cell = queue[first % QUEUE], before = cell_beside(cell, c);
            int rounds = ways->rounds[cell] + rounds_through(state, &doomed, cell);
            if (rounds >= ways->rounds[before] ||
                rounds_through(state, &doomed, before) == PRIZE_NO_WAY)
                continue;
            extend_way(ways, state, cell, before, rounds);
            queue[last++ % QUEUE] = before;
        }
}

int prize_lag(const PrizeWays *ways, const State *state, int player) {
    int nearest = PRIZE_NO_WAY;
    for (int p = 0; p < state->players; p++)
        if (p != player && state_is_alive(state, p)) {
            int rounds = ways->rounds[state->cell[p]];
            nearest = rounds < nearest ? rounds : nearest;
        }
    return ways->rounds[state->cell[player]] - nearest;
}
