#include "engine/round.h"

#include "engine/blast.h"
#include "engine/forecast.h"
#include "engine/legal.h"
#include "engine/touched.h"

/* A round while it is played. */
typedef struct Turn {
    const Game *game;
    State *state;
    RoundEvents *events;
    unsigned participants; /* players alive when the round began */
    Detonation detonation;
} Turn;

static inline unsigned players_on(const State *state, unsigned players, const Board *board) {
    unsigned found = 0;
    for (int p = 0; p < state->players; p++)
        found |= (unsigned)board_has(board, state->cell[p]) << p;
    return found & players;
}

static void plant(State *state, int player) {
    Cell cell = state->cell[player];
    unsigned live = state_bombs(state);
    bool full = live == (1u << MAX_BOMBS) - 1;
    bool bag_empty = __builtin_popcount(state->owned[player]) >= state->bag[player];
    if (bag_empty || full || board_has(&state->blocked, cell))
        return;
    int slot = __builtin_ctz(~live);
    state->owned[player] |= (uint16_t)(1 << slot);
    state->bombs.cell[slot] = cell;
    state->bombs.due[slot] = (uint8_t)(state->round + bomb_fuse(state->bag[player]));
    state->bombs.radius[slot] = state->radius[player];
    board_add(&state->blocked, cell);
    state->hash ^= zobrist_bomb(player, cell, state->bombs.due[slot], state->radius[player]);
}

static void trigger(State *state, int player, unsigned exploding) {
    unsigned candidates = state->owned[player] & ~exploding;
    if (!candidates)
        return;
    Bombs *bombs = &state->bombs;
    unsigned best = UINT32_MAX;
    for (unsigned rest = candidates; rest; rest &= rest - 1) {
        unsigned slot = (unsigned)__builtin_ctz(rest);
        unsigned fuse = (uint8_t)(bombs->due[slot] - state->round);
        unsigned key = (fuse << 10 | bombs->cell[slot]) << 4 | slot;
        best = key < best ? key : best;
    }
    int slot = best & 15;
    Cell cell = bombs->cell[slot];
    uint8_t due = (uint8_t)(state->round + 1);
    state->hash ^= zobrist_bomb(player, cell, bombs->due[slot], bombs->radius[slot]) ^
                   zobrist_bomb(player, cell, due, bombs->radius[slot]);
    bombs->due[slot] = due;
}

/* Carry out bombs and triggers, and find the target cell of each player. */
static inline void command_players(State *state, unsigned acting, unsigned exploding,
                                   const uint8_t command[MAX_PLAYERS], Cell target[MAX_PLAYERS],
                                   const int players) {
    for (int p = 0; p < players; p++) {
        Cell cell = state->cell[p];
        unsigned chosen = (acting >> p & 1) && command[p] < COMMAND_COUNT ? command[p] : 0;
        Cell wanted = cell_beside(cell, (Command)chosen);
        target[p] = board_has(&state->blocked, wanted) ? cell : wanted;
        if (chosen == COMMAND_BOMB)
            plant(state, p);
        else if (chosen == COMMAND_TRIGGER)
            trigger(state, p, exploding);
    }
}

/* Whether the target of a player is also the target or the cell of another. */
static inline bool moves_collide(const Cell from[MAX_PLAYERS], const Cell target[MAX_PLAYERS],
                                 const int players) {
    bool collide = false;
    for (int a = 0; a < players; a++)
        for (int b = 0; b < players; b++)
            if (a != b)
                collide |= (target[a] == from[b]) | (target[a] == target[b]);
    return collide;
}

/* Cancel the moves that lose a contested cell or whose target stays occupied. */
static void resolve_collisions(const Cell from[MAX_PLAYERS], Cell target[MAX_PLAYERS],
                               const Ranks *ranks, int players) {
    bool moves[MAX_PLAYERS], done[MAX_PLAYERS] = {false};
    for (int p = 0; p < players; p++)
        moves[p] = target[p] != from[p];
    for (int a = 0; a < players; a++)
        for (int b = 0; b < players; b++)
            if (a != b && target[a] != from[a] && target[b] != from[b] && target[a] == target[b] &&
                ranks->rank[b] < ranks->rank[a])
                moves[a] = false;
    for (bool progress = true; progress;) {
        progress = false;
        for (int a = 0; a < players; a++) {
            bool blocked = !moves[a] || done[a];
            for (int b = 0; b < players && !blocked; b++)
                blocked = b != a && (done[b] ? target[b] : from[b]) == target[a];
            if (!blocked)
                progress = done[a] = true;
        }
    }
    for (int p = 0; p < players; p++)
        if (!done[p])
            target[p] = from[p];
}

static inline void move_player(State *state, int player, Cell to) {
    unsigned kind = ZOBRIST_PLAYER + (unsigned)player;
    Cell from = state->cell[player];
    state->hash ^= from != to ? zobrist(kind, from) ^ zobrist(kind, to) : 0;
    state->cell[player] = to;
}

static inline void move_players(Turn *turn, const Cell target[MAX_PLAYERS], const int players) {
    State *state = turn->state;
    unsigned moved = 0;
    for (int p = 0; p < players; p++) {
        moved |= (unsigned)(state->cell[p] != target[p]) << p;
        move_player(state, p, target[p]);
    }
    turn->events->moved = (uint8_t)moved;
}

static void take_powerup(Turn *turn, int player, int index) {
    State *state = turn->state;
    PowerUp type = turn->game->powerup_type[index];
    unsigned bag = ZOBRIST_BAG + (unsigned)player, radius = ZOBRIST_RADIUS + (unsigned)player;
    state->powerups &= ~(1u << index);
    state->hash ^= zobrist(ZOBRIST_POWERUP, (unsigned)index) ^ zobrist(bag, state->bag[player]) ^
                   zobrist(radius, state->radius[player]);
    if (type & POWERUP_BAG && state->bag[player] < UINT8_MAX)
        state->bag[player]++;
    if (type & POWERUP_RADIUS && state->radius[player] < MAX_RADIUS_SHIFT)
        state->radius[player]++;
    if (type == POWERUP_SUPER)
        state->points[player] += SUPER_POINTS;
    state->hash ^= zobrist(bag, state->bag[player]) ^ zobrist(radius, state->radius[player]);
}

static inline void take_powerups(Turn *turn, const int players) {
    State *state = turn->state;
    for (int p = 0; p < players; p++) {
        unsigned index = turn->game->powerup_at[state->cell[p]];
        if (index != NO_POWERUP && state->powerups >> index & 1 && turn->participants >> p & 1)
            take_powerup(turn, p, (int)index);
    }
}

static inline void touch_cell(State *state, int player, unsigned alive) {
    Cell cell = state->cell[player];
    int index = touched_index(cell);
    uint64_t *word = &state->touched[player][index >> 6];
    uint64_t fresh = ~(*word >> (index & 63)) & alive >> player & 1;
    *word |= fresh << (index & 63);
    state->touched_count[player] = (uint16_t)(state->touched_count[player] + fresh);
    state->touched_hash ^= zobrist_touched(player, cell) & -fresh;
}

static inline void touch_cells(State *state, unsigned alive, const int players) {
    for (int p = 0; p < players; p++)
        touch_cell(state, p, alive);
}

static void kill_players(Turn *turn, unsigned killed) {
    State *state = turn->state;
    for (unsigned rest = killed; rest; rest &= rest - 1) {
        int p = __builtin_ctz(rest);
        state->points[p] = state_points(turn->game, state, p) - turn->game->bounty;
        state->died[p] = state->round;
        state->hash ^= zobrist(ZOBRIST_PLAYER + (unsigned)p, state->cell[p]);
    }
    state->alive &= (uint8_t)~killed;
}

/* The bombs of `slots` that are in one group with `slot`. Two bombs are connected when the blast of
 * one reaches the other. */
static unsigned group_of(const Detonation *all, unsigned slot_bit) {
    unsigned group = slot_bit;
    for (unsigned before = 0; before != group;) {
        before = group;
        for (unsigned rest = all->slots; rest; rest &= rest - 1) {
            int slot = __builtin_ctz(rest);
            if (group >> slot & 1)
                group |= all->blast[slot].reach;
            else if (all->blast[slot].reach & group)
                group |= 1u << slot;
        }
    }
    return group;
}

static int group_points(const Turn *turn, unsigned group, unsigned killed) {
    const State *state = turn->state;
    int points = 0;
    for (unsigned rest = group; rest; rest &= rest - 1) {
        const Blast *blast = &turn->detonation.blast[__builtin_ctz(rest)];
        points += WALL_POINTS * blast->walls;
        for (unsigned victims = killed; victims; victims &= victims - 1) {
            Cell cell = state->cell[__builtin_ctz(victims)];
            if (blast_marks(blast, cell, board_has(&state->blocked, cell)))
                points += turn->game->bounty;
        }
    }
    return points;
}

static void score_groups(Turn *turn, unsigned killed) {
    State *state = turn->state;
    for (unsigned rest = turn->detonation.slots; rest;) {
        unsigned group = group_of(&turn->detonation, rest & -rest);
        int points = group_points(turn, group, killed);
        for (int p = 0; p < state->players; p++)
            if (state_is_alive(state, p) && state->owned[p] & group)
                state->points[p] += points;
        rest &= ~group;
    }
}

static void remove_bombs(State *state, unsigned slots) {
    for (int p = 0; p < state->players; p++)
        for (unsigned rest = state->owned[p] & slots; rest; rest &= rest - 1) {
            int slot = __builtin_ctz(rest);
            Cell cell = state->bombs.cell[slot];
            state->hash ^= zobrist_bomb(p, cell, state->bombs.due[slot], state->bombs.radius[slot]);
            board_remove(&state->blocked, cell);
            state->bombs.cell[slot] = NO_CELL;
            state->owned[p] &= (uint16_t) ~(1u << slot);
        }
}

static void remove_walls(State *state, const Board *destroyed) {
    for (int i = 0; i < BOARD_WORDS; i++) {
        uint64_t gone = destroyed->word[i];
        state->walls.word[i] &= ~gone;
        state->blocked.word[i] &= ~gone;
        for (; gone; gone &= gone - 1)
            state->hash ^= zobrist(ZOBRIST_WALL, board_cell(i, __builtin_ctzll(gone)));
    }
}

static void finish_explosions(Turn *turn, unsigned killed) {
    RoundEvents *events = turn->events;
    if (killed)
        kill_players(turn, killed);
    score_groups(turn, killed);
    remove_bombs(turn->state, turn->detonation.slots);
    remove_walls(turn->state, &turn->detonation.destroyed);
    events->exploding = turn->detonation.exploding;
    events->destroyed = turn->detonation.destroyed;
    events->exploded = (uint16_t)turn->detonation.slots;
    events->killed = (uint8_t)killed;
}

static inline void play_players(const Game *game, State *state, const uint8_t command[MAX_PLAYERS],
                                const Ranks *ranks, RoundEvents *events, const int players) {
    Turn turn;
    turn.game = game;
    turn.state = state;
    turn.events = events;
    turn.participants = state->alive;
    events->exploded = 0;
    events->killed = 0;
    turn.detonation.slots = 0;
    unsigned killed = 0;
    unsigned due = bombs_due(&state->bombs, state->round) & state_bombs(state);
    if (due) {
        detonate(state, due, &turn.detonation);
        killed = players_on(state, state->alive, &turn.detonation.exploding);
    }
    Cell target[MAX_PLAYERS], from[MAX_PLAYERS];
    command_players(state, state->alive & ~killed, turn.detonation.slots, command, target, players);
    for (int p = 0; p < players; p++) {
        bool on_board = state_is_alive(state, p);
        from[p] = on_board ? state->cell[p] : (Cell)(CELL_COUNT + p);
        target[p] = on_board ? target[p] : from[p];
    }
    if (moves_collide(from, target, players))
        resolve_collisions(from, target, ranks, players);
    for (int p = 0; p < players; p++)
        target[p] = state_is_alive(state, p) ? target[p] : state->cell[p];
    move_players(&turn, target, players);
    take_powerups(&turn, players);
    if (due) {
        killed |= players_on(state, state->alive, &turn.detonation.exploding);
        finish_explosions(&turn, killed);
    }
    touch_cells(state, state->alive, players);
    state->round++;
}

static void play(const Game *game, State *state, const uint8_t command[MAX_PLAYERS],
                 const Ranks *ranks, RoundEvents *events) {
    switch (state->players) {
    case 2:
        play_players(game, state, command, ranks, events, 2);
        break;
    case 3:
        play_players(game, state, command, ranks, events, 3);
        break;
    default:
        play_players(game, state, command, ranks, events, 4);
    }
}

static void replace_wait(State *after, int player, Command command) {
    after->round--;
    if (command == COMMAND_BOMB)
        plant(after, player);
    else if (command == COMMAND_TRIGGER)
        trigger(after, player, 0);
    else
        move_player(after, player, cell_beside(after->cell[player], command));
    touch_cell(after, player, after->alive);
    after->round++;
}

static void legal(const State *state, uint8_t commands[MAX_PLAYERS]) {
    unsigned due = bombs_due(&state->bombs, state->round);
    for (int p = 0; p < state->players; p++)
        commands[p] = (uint8_t)legal_commands(state, p, due);
}

static unsigned blast(const State *state, unsigned due, Board *exploding, Board *destroyed) {
    Detonation all;
    detonate(state, due & state_bombs(state), &all);
    *exploding = all.exploding;
    *destroyed = all.destroyed;
    return all.slots;
}

static void spread(Board *reach, const Board *blocked) {
    board_spread(reach, blocked);
}

static void danger(const State *state, Board *cells) {
    forecast_danger(state, cells);
}

static bool survivors(const State *state, int player, const uint8_t delay[MAX_PLAYERS],
                      const Board *endangered, Board *cells) {
    return forecast_survivors(state, player, delay, endangered, cells);
}

static int contested_area(const State *state, int player, int rounds) {
    return forecast_contested_area(state, player, rounds);
}

static void falling_walls(const State *state, int player, WallForecast *forecast) {
    forecast_walls(state, player, forecast);
}

static void steps_after_moves(Cell from, const Board *targets, const Board *blocked, int limit,
                              uint8_t steps_after[COMMAND_COUNT]) {
    count_steps_after_moves(from, targets, blocked, limit, steps_after);
}

static int steps(Cell from, const Board *targets, const Board *blocked, int limit) {
    return count_steps(from, targets, blocked, limit);
}

static int count_in(const Board *cells, const Board *sets, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        for (int w = 0; w < BOARD_WORDS; w++)
            sum += __builtin_popcountll(cells->word[w] & sets[i].word[w]);
    return sum;
}

#define KERNEL_STRING(name) #name
#define DEFINE_ENGINE(kernel)                                                                      \
    extern const Engine engine_##kernel;                                                           \
    const Engine engine_##kernel = {KERNEL_STRING(kernel),                                         \
                                    play,                                                          \
                                    replace_wait,                                                  \
                                    legal,                                                         \
                                    blast,                                                         \
                                    danger,                                                        \
                                    survivors,                                                     \
                                    contested_area,                                                \
                                    falling_walls,                                                 \
                                    steps,                                                         \
                                    steps_after_moves,                                             \
                                    count_in,                                                      \
                                    spread};
#define DEFINE_ENGINE_OF(kernel) DEFINE_ENGINE(kernel)
DEFINE_ENGINE_OF(KERNEL)
