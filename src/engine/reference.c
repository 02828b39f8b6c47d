#include "engine/reference.h"

#include <stdarg.h>
#include <stdio.h>

#include "engine/touched.h"

enum { NO_BOMB = -1, NO_PLAYER = -1, DIRECTIONS = 4, LONGEST_FUSE = 9 };

static const ReferencePlace step_to[DIRECTIONS] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};

/* The group of a bomb is the lowest index of the bombs in it. */
typedef struct Blast {
    bool exploding;
    int walls;
    unsigned reached; /* bit i: the blast hit bomb[i] */
    int group;
} Blast;

typedef struct Round {
    ReferenceEngine *reference;
    Blast blast[MAX_BOMBS];
    bool killed[MAX_PLAYERS];
} Round;

static bool same_place(ReferencePlace a, ReferencePlace b) {
    return a.x == b.x && a.y == b.y;
}

static ReferencePlace neighbour(ReferencePlace at, ReferencePlace step) {
    return (ReferencePlace){(int8_t)(at.x + step.x), (int8_t)(at.y + step.y)};
}

static ReferencePlace place_of(Cell cell) {
    return (ReferencePlace){(int8_t)cell_x(cell), (int8_t)cell_y(cell)};
}

static const ReferenceCell *cell_of(const ReferenceEngine *reference, ReferencePlace at) {
    return &reference->cell[at.y][at.x];
}

static int bomb_at(const ReferenceEngine *reference, ReferencePlace at) {
    for (int i = 0; i < reference->bomb_count; i++)
        if (same_place(reference->bomb[i].at, at))
            return i;
    return NO_BOMB;
}

static int player_at(const ReferenceEngine *reference, ReferencePlace at) {
    for (int p = 0; p < reference->players; p++)
        if (reference->player[p].alive && same_place(reference->player[p].at, at))
            return p;
    return NO_PLAYER;
}

static int bombs_of(const ReferenceEngine *reference, int player) {
    int count = 0;
    for (int i = 0; i < reference->bomb_count; i++)
        count += reference->bomb[i].owner == player;
    return count;
}

static bool can_enter(const ReferenceEngine *reference, ReferencePlace at) {
    return cell_of(reference, at)->ground == GROUND_OPEN && bomb_at(reference, at) == NO_BOMB;
}

static bool has_bomb_to_plant(const ReferenceEngine *reference, int player) {
    return bombs_of(reference, player) < reference->player[player].bag &&
           bomb_at(reference, reference->player[player].at) == NO_BOMB;
}

static void clear_marks(ReferenceEngine *reference) {
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            reference->cell[y][x].marked_by = 0;
    reference->destroyed_count = 0;
}

static void count_down(ReferenceEngine *reference) {
    for (int i = 0; i < reference->bomb_count; i++)
        reference->bomb[i].timer--;
}

static void mark(ReferenceEngine *reference, ReferencePlace at, int bomb) {
    reference->cell[at.y][at.x].marked_by |= (uint16_t)(1 << bomb);
}

static void hit_wall(Round *round, ReferencePlace at, int bomb) {
    ReferenceEngine *reference = round->reference;
    if (!cell_of(reference, at)->marked_by)
        reference->destroyed[reference->destroyed_count++] = at;
    mark(reference, at, bomb);
    round->blast[bomb].walls++;
}

static void detonate(Round *round, int bomb);

static void hit_bomb(Round *round, ReferencePlace at, int bomb, int other) {
    if (player_at(round->reference, at) == NO_PLAYER)
        mark(round->reference, at, bomb);
    round->blast[bomb].reached |= 1u << other;
    detonate(round, other);
}

static void blast_towards(Round *round, int bomb, ReferencePlace step) {
    ReferenceEngine *reference = round->reference;
    ReferencePlace at = reference->bomb[bomb].at;
    for (int i = 0; i < reference->bomb[bomb].radius; i++) {
        at = neighbour(at, step);
        ReferenceGround ground = cell_of(reference, at)->ground;
        int other = bomb_at(reference, at);
        if (ground == GROUND_WALL)
            hit_wall(round, at, bomb);
        else if (other != NO_BOMB)
            hit_bomb(round, at, bomb, other);
        if (ground != GROUND_OPEN || other != NO_BOMB)
            return;
        mark(reference, at, bomb);
    }
}

static void detonate(Round *round, int bomb) {
    if (round->blast[bomb].exploding)
        return;
    round->blast[bomb].exploding = true;
    mark(round->reference, round->reference->bomb[bomb].at, bomb);
    for (int d = 0; d < DIRECTIONS; d++)
        blast_towards(round, bomb, step_to[d]);
}

static void detonate_due(Round *round) {
    for (int i = 0; i < round->reference->bomb_count; i++)
        if (round->reference->bomb[i].timer < 1)
            detonate(round, i);
}

/* Called before the moves, and again after them for players that walked into a blast. */
static void mark_killed(Round *round) {
    for (int p = 0; p < round->reference->players; p++) {
        const ReferencePlayer *player = &round->reference->player[p];
        if (player->alive && cell_of(round->reference, player->at)->marked_by)
            round->killed[p] = true;
    }
}

static void plant(ReferenceEngine *reference, int player) {
    if (!has_bomb_to_plant(reference, player) || reference->bomb_count == MAX_BOMBS)
        return;
    const ReferencePlayer *planter = &reference->player[player];
    int fuse = 3 * planter->bag < LONGEST_FUSE ? 3 * planter->bag : LONGEST_FUSE;
    reference->bomb[reference->bomb_count++] = (ReferenceBomb){
        .owner = player, .at = planter->at, .timer = fuse + 1, .radius = planter->radius};
}

static bool goes_first(const ReferenceBomb *a, const ReferenceBomb *b) {
    if (a->timer != b->timer)
        return a->timer < b->timer;
    return a->at.y != b->at.y ? a->at.y < b->at.y : a->at.x < b->at.x;
}

static void trigger(Round *round, int player) {
    ReferenceBomb *first = NULL;
    for (int i = 0; i < round->reference->bomb_count; i++) {
        ReferenceBomb *bomb = &round->reference->bomb[i];
        bool candidate = bomb->owner == player && !round->blast[i].exploding;
        if (candidate && (!first || goes_first(bomb, first)))
            first = bomb;
    }
    if (first)
        first->timer = 1;
}

/* Carry out bombs and triggers, and store the cells that players want to move to. */
static void carry_out_commands(Round *round, const uint8_t command[MAX_PLAYERS],
                               bool moves[MAX_PLAYERS], ReferencePlace target[MAX_PLAYERS]) {
    ReferenceEngine *reference = round->reference;
    for (int p = 0; p < reference->players; p++) {
        moves[p] = false;
        if (!reference->player[p].alive || round->killed[p])
            continue;
        if (command[p] >= COMMAND_UP && command[p] <= COMMAND_DOWN) {
            target[p] = neighbour(reference->player[p].at, step_to[command[p] - COMMAND_UP]);
            moves[p] = can_enter(reference, target[p]);
        } else if (command[p] == COMMAND_BOMB)
            plant(reference, p);
        else if (command[p] == COMMAND_TRIGGER)
            trigger(round, p);
    }
}

static void cancel_losers(const ReferenceEngine *reference, const Ranks *ranks,
                          bool moves[MAX_PLAYERS], const ReferencePlace target[MAX_PLAYERS]) {
    for (int a = 0; a < reference->players; a++)
        for (int b = 0; b < reference->players; b++)
            if (moves[a] && moves[b] && same_place(target[a], target[b]) &&
                ranks->rank[a] < ranks->rank[b])
                moves[b] = false;
}

static void move_players(ReferenceEngine *reference, bool moves[MAX_PLAYERS],
                         const ReferencePlace target[MAX_PLAYERS]) {
    for (bool progress = true; progress;) {
        progress = false;
        for (int p = 0; p < reference->players; p++)
            if (moves[p] && player_at(reference, target[p]) == NO_PLAYER) {
                reference->player[p].at = target[p];
                moves[p] = false;
                progress = true;
            }
    }
}

static void take_powerups(ReferenceEngine *reference) {
    for (int p = 0; p < reference->players; p++) {
        ReferencePlayer *player = &reference->player[p];
        if (!player->alive)
            continue;
        uint8_t *powerup = &reference->cell[player->at.y][player->at.x].powerup;
        if (*powerup == POWERUP_BAG || *powerup == POWERUP_SUPER)
            player->bag++;
        if ((*powerup == POWERUP_RADIUS || *powerup == POWERUP_SUPER) &&
            player->radius < 1 << MAX_RADIUS_SHIFT)
            player->radius *= 2;
        if (*powerup == POWERUP_SUPER)
            player->points += SUPER_POINTS;
        *powerup = 0;
    }
}

static void remove_killed(Round *round) {
    for (int p = 0; p < round->reference->players; p++)
        if (round->killed[p]) {
            round->reference->player[p].alive = false;
            round->reference->player[p].died = round->reference->round;
            round->reference->player[p].points -= round->reference->bounty;
        }
}

static void unite(Round *round, int group, int other) {
    int lower = group < other ? group : other;
    for (int i = 0; i < round->reference->bomb_count; i++)
        if (round->blast[i].group == group || round->blast[i].group == other)
            round->blast[i].group = lower;
}

static void form_groups(Round *round) {
    for (int i = 0; i < round->reference->bomb_count; i++)
        round->blast[i].group = i;
    for (int i = 0; i < round->reference->bomb_count; i++)
        for (int j = 0; j < round->reference->bomb_count; j++)
            if (round->blast[i].reached >> j & 1)
                unite(round, round->blast[i].group, round->blast[j].group);
}

static int bomb_points(const Round *round, int bomb) {
    const ReferenceEngine *reference = round->reference;
    int points = WALL_POINTS * round->blast[bomb].walls;
    for (int p = 0; p < reference->players; p++)
        if (round->killed[p] && cell_of(reference, reference->player[p].at)->marked_by >> bomb & 1)
            points += reference->bounty;
    return points;
}

static void score_group(Round *round, int group) {
    ReferenceEngine *reference = round->reference;
    bool owner[MAX_PLAYERS] = {false};
    int total = 0;
    for (int i = 0; i < reference->bomb_count; i++)
        if (round->blast[i].exploding && round->blast[i].group == group) {
            total += bomb_points(round, i);
            owner[reference->bomb[i].owner] = true;
        }
    for (int p = 0; p < reference->players; p++)
        if (owner[p] && reference->player[p].alive)
            reference->player[p].points += total;
}

static void score_explosions(Round *round) {
    form_groups(round);
    for (int i = 0; i < round->reference->bomb_count; i++)
        score_group(round, i);
}

static void remove_exploded(Round *round) {
    ReferenceEngine *reference = round->reference;
    int kept = 0;
    for (int i = 0; i < reference->bomb_count; i++)
        if (!round->blast[i].exploding)
            reference->bomb[kept++] = reference->bomb[i];
    reference->bomb_count = kept;
    for (int i = 0; i < reference->destroyed_count; i++)
        reference->cell[reference->destroyed[i].y][reference->destroyed[i].x].ground = GROUND_OPEN;
}

static void cover_cells(ReferenceEngine *reference) {
    for (int p = 0; p < reference->players; p++) {
        ReferencePlayer *player = &reference->player[p];
        if (!player->alive)
            continue;
        bool *touched = &player->touched[player->at.y][player->at.x];
        player->touched_count += !*touched;
        *touched = true;
        player->coverage = 100 * player->touched_count / reference->open_cells;
    }
}

void reference_play(ReferenceEngine *reference, const uint8_t command[MAX_PLAYERS],
                    const Ranks *ranks) {
    Round round = {.reference = reference};
    bool moves[MAX_PLAYERS] = {false};
    ReferencePlace target[MAX_PLAYERS];
    clear_marks(reference);
    count_down(reference);
    detonate_due(&round);
    mark_killed(&round);
    carry_out_commands(&round, command, moves, target);
    cancel_losers(reference, ranks, moves, target);
    move_players(reference, moves, target);
    mark_killed(&round);
    take_powerups(reference);
    remove_killed(&round);
    score_explosions(&round);
    remove_exploded(&round);
    cover_cells(reference);
    reference->round++;
}

static bool has_bomb_to_trigger(const ReferenceEngine *reference, int player) {
    for (int i = 0; i < reference->bomb_count; i++)
        if (reference->bomb[i].owner == player && reference->bomb[i].timer > 1)
            return true;
    return false;
}

unsigned reference_legal(const ReferenceEngine *reference, int player) {
    if (!reference->player[player].alive)
        return 0;
    unsigned legal = 1u << COMMAND_NOTHING;
    for (int d = 0; d < DIRECTIONS; d++)
        if (can_enter(reference, neighbour(reference->player[player].at, step_to[d])))
            legal |= 1u << (COMMAND_UP + d);
    if (has_bomb_to_plant(reference, player))
        legal |= 1u << COMMAND_BOMB;
    if (has_bomb_to_trigger(reference, player))
        legal |= 1u << COMMAND_TRIGGER;
    return legal;
}

int reference_points(const ReferenceEngine *reference, int player) {
    return reference->player[player].points + reference->player[player].coverage;
}

bool reference_over(const ReferenceEngine *reference) {
    int alive = 0;
    for (int p = 0; p < reference->players; p++)
        alive += reference->player[p].alive;
    return alive < 2 || reference->round > reference->last_round;
}

static bool stands_above(const ReferenceEngine *reference, int a, int b) {
    const ReferencePlayer *player = reference->player;
    if (player[a].alive != player[b].alive)
        return player[a].alive;
    if (reference_points(reference, a) != reference_points(reference, b))
        return reference_points(reference, a) > reference_points(reference, b);
    return player[a].died < player[b].died;
}

void reference_leaderboard(const ReferenceEngine *reference, int order[MAX_PLAYERS]) {
    for (int p = 0; p < reference->players; p++) {
        int above = 0;
        for (int other = 0; other < reference->players; other++)
            above += stands_above(reference, other, p) ||
                     (other < p && !stands_above(reference, p, other));
        order[above] = p;
    }
}

static ReferenceGround ground_of(const State *state, int x, int y) {
    bool border = x == 0 || y == 0 || x == BOARD_SIZE - 1 || y == BOARD_SIZE - 1;
    bool centre = x == BOARD_SIZE / 2 && y == BOARD_SIZE / 2;
    if (border || (x % 2 == 0 && y % 2 == 0 && !centre))
        return GROUND_PILLAR;
    return board_has(&state->walls, cell_at(x, y)) ? GROUND_WALL : GROUND_OPEN;
}

static bool state_touched(const State *state, int player, int x, int y) {
    int index = touched_index(cell_at(x, y));
    return state->touched[player][index / 64] >> index % 64 & 1;
}

static void read_player(ReferencePlayer *player, int index, const Game *game, const State *state) {
    player->alive = state->alive >> index & 1;
    player->at = place_of(state->cell[index]);
    player->bag = state->bag[index];
    player->radius = 1 << state->radius[index];
    player->points = state->points[index];
    player->died = state->died[index];
    player->touched_count = state->touched_count[index];
    player->coverage = player->alive ? 100 * player->touched_count / game->open_cells : 0;
    for (int y = 1; y < BOARD_SIZE - 1; y++)
        for (int x = 1; x < BOARD_SIZE - 1; x++)
            player->touched[y][x] = state_touched(state, index, x, y);
}

static void read_bombs(ReferenceEngine *reference, const State *state) {
    for (int p = 0; p < state->players; p++)
        for (int slot = 0; slot < MAX_BOMBS; slot++)
            if (state->owned[p] >> slot & 1)
                reference->bomb[reference->bomb_count++] =
                    (ReferenceBomb){.owner = p,
                                    .at = place_of(state->bombs.cell[slot]),
                                    .timer = bomb_timer(state, slot),
                                    .radius = 1 << state->bombs.radius[slot]};
}

void reference_from_state(ReferenceEngine *reference, const Game *game, const State *state) {
    *reference = (ReferenceEngine){.players = game->players,
                                   .bounty = game->bounty,
                                   .open_cells = game->open_cells,
                                   .last_round = game->last_round,
                                   .round = state->round};
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            reference->cell[y][x].ground = (uint8_t)ground_of(state, x, y);
    for (int i = 0; i < game->powerup_count; i++) {
        ReferencePlace at = place_of(game->powerup_cell[i]);
        if (state->powerups >> i & 1)
            reference->cell[at.y][at.x].powerup = game->powerup_type[i];
    }
    for (int p = 0; p < reference->players; p++)
        read_player(&reference->player[p], p, game, state);
    read_bombs(reference, state);
}

static void write_player(const ReferenceEngine *reference, int index, State *state) {
    const ReferencePlayer *player = &reference->player[index];
    state->cell[index] = cell_at(player->at.x, player->at.y);
    state->bag[index] = (uint8_t)player->bag;
    state->radius[index] = (uint8_t)radius_to_shift(player->radius);
    state->points[index] = player->alive ? player->points : reference_points(reference, index);
    state->died[index] = (uint16_t)player->died;
    if (!player->alive)
        state->alive &= (uint8_t) ~(1 << index);
    for (int y = 1; y < BOARD_SIZE - 1; y++)
        for (int x = 1; x < BOARD_SIZE - 1; x++)
            if (player->touched[y][x])
                state_touch(state, index, cell_at(x, y));
}

static void write_board(const ReferenceEngine *reference, const Game *game, State *state) {
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            if (reference->cell[y][x].ground == GROUND_WALL)
                state_add_wall(state, cell_at(x, y));
    for (int i = 0; i < game->powerup_count; i++)
        if (!cell_of(reference, place_of(game->powerup_cell[i]))->powerup)
            state->powerups &= ~(1u << i);
    for (int i = 0; i < reference->bomb_count; i++) {
        const ReferenceBomb *bomb = &reference->bomb[i];
        state_add_bomb(state, bomb->owner, cell_at(bomb->at.x, bomb->at.y), bomb->timer,
                       radius_to_shift(bomb->radius));
    }
}

static void write_events(const ReferenceEngine *reference, RoundEvents *events) {
    *events = (RoundEvents){.exploded = 0};
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            if (reference->cell[y][x].marked_by) {
                board_add(&events->exploding, cell_at(x, y));
                events->exploded = 1;
            }
    for (int i = 0; i < reference->destroyed_count; i++)
        board_add(&events->destroyed,
                  cell_at(reference->destroyed[i].x, reference->destroyed[i].y));
}

void reference_to_state(const ReferenceEngine *reference, const Game *game, State *state,
                        RoundEvents *events) {
    state_init(state, game);
    state_forget_touched(state);
    state->round = (uint16_t)reference->round;
    for (int p = 0; p < reference->players; p++)
        write_player(reference, p, state);
    write_board(reference, game, state);
    state_rehash(state);
    write_events(reference, events);
}

typedef struct Comparison {
    const ReferenceEngine *reference;
    const Game *game;
    const State *state;
    char *why;
    size_t size;
} Comparison;

static bool differ(const Comparison *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int used = snprintf(c->why, c->size, "round %d: ", c->reference->round);
    if (used >= 0 && (size_t)used < c->size)
        vsnprintf(c->why + used, c->size - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

static bool same_number(const Comparison *c, int player, const char *name, int expected,
                        int found) {
    return expected == found || differ(c, "player %c: %s is %d in the reference, %d in the state",
                                       'A' + player, name, expected, found);
}

static bool same_touched(const Comparison *c, int p) {
    for (int y = 1; y < BOARD_SIZE - 1; y++)
        for (int x = 1; x < BOARD_SIZE - 1; x++)
            if (c->reference->player[p].touched[y][x] != state_touched(c->state, p, x, y))
                return differ(c, "player %c: only one has touched %d,%d", 'A' + p, x, y);
    return true;
}

static bool same_player(const Comparison *c, int p) {
    const ReferencePlayer *player = &c->reference->player[p];
    const State *state = c->state;
    int alive = state->alive >> p & 1;
    int coverage = alive ? 100 * state->touched_count[p] / c->game->open_cells : 0;
    return same_number(c, p, "alive", player->alive, alive) &&
           same_number(c, p, "x", player->at.x, cell_x(state->cell[p])) &&
           same_number(c, p, "y", player->at.y, cell_y(state->cell[p])) &&
           same_number(c, p, "bag", player->bag, state->bag[p]) &&
           same_number(c, p, "radius", player->radius, 1 << state->radius[p]) &&
           same_number(c, p, "points", reference_points(c->reference, p),
                       state->points[p] + coverage) &&
           same_number(c, p, "died", player->died, state->died[p]) &&
           same_number(c, p, "touched", player->touched_count, state->touched_count[p]) &&
           same_touched(c, p);
}

static bool same_bomb(const Comparison *c, int owner, int slot) {
    const Bombs *bombs = &c->state->bombs;
    ReferencePlace at = place_of(bombs->cell[slot]);
    int index = bomb_at(c->reference, at);
    if (index == NO_BOMB)
        return differ(c, "the reference has no bomb on %d,%d", at.x, at.y);
    const ReferenceBomb *bomb = &c->reference->bomb[index];
    int timer = bomb_timer(c->state, slot), radius = 1 << bombs->radius[slot];
    if (bomb->owner == owner && bomb->timer == timer && bomb->radius == radius)
        return true;
    return differ(c, "the bomb on %d,%d is %c t%d r%d in the reference, %c t%d r%d in the state",
                  at.x, at.y, 'A' + bomb->owner, bomb->timer, bomb->radius, 'A' + owner, timer,
                  radius);
}

static bool same_bombs(const Comparison *c) {
    int count = 0;
    for (int p = 0; p < c->reference->players; p++)
        for (int slot = 0; slot < MAX_BOMBS; slot++)
            if (c->state->owned[p] >> slot & 1) {
                count++;
                if (!same_bomb(c, p, slot))
                    return false;
            }
    return count == c->reference->bomb_count ||
           differ(c, "%d bombs in the reference, %d in the state", c->reference->bomb_count, count);
}

static bool same_cell(const Comparison *c, int x, int y) {
    const ReferenceCell *cell = &c->reference->cell[y][x];
    ReferencePlace at = {(int8_t)x, (int8_t)y};
    bool wall = board_has(&c->state->walls, cell_at(x, y));
    bool blocked = board_has(&c->state->blocked, cell_at(x, y));
    int index = c->game->powerup_at[cell_at(x, y)];
    bool there = index != NO_POWERUP && c->state->powerups >> index & 1;
    if (wall != (cell->ground == GROUND_WALL))
        return differ(c, "only the %s has a wall on %d,%d", wall ? "state" : "reference", x, y);
    if (blocked == can_enter(c->reference, at))
        return differ(c, "only in the %s %d,%d is blocked", blocked ? "state" : "reference", x, y);
    if (cell->powerup != (there ? c->game->powerup_type[index] : 0))
        return differ(c, "power-up on %d,%d", x, y);
    return true;
}

bool reference_same(const ReferenceEngine *reference, const Game *game, const State *state,
                    char *why, size_t size) {
    const Comparison c = {reference, game, state, why, size};
    if (reference->round != state->round)
        return differ(&c, "the state is in round %d", state->round);
    for (int p = 0; p < reference->players; p++)
        if (!same_player(&c, p))
            return false;
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            if (!same_cell(&c, x, y))
                return false;
    return same_bombs(&c);
}
