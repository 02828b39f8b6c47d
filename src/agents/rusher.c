#include "agents/rusher.h"

#include <stdlib.h>

#include "agents/paths.h"
#include "engine/touched.h"
#include "safety/survival.h"
#include "safety/unforced.h"

enum {
    WALL_ROUNDS = 6,   /* what a wall on the way costs: to plant, to flee and to come back */
    DOOMED_ROUNDS = 2, /* the same for a wall that a bomb on the board will destroy */
    DETOUR = 5,        /* steps to a power-up that is picked up on the way */
    NO_WAY = 9999
};

typedef struct Rush {
    const Engine *engine;
    const Observation *observation;
    Cell cell;
    unsigned safe;    /* bits of the commands after which it survives */
    Board threatened; /* cells in the blast of a bomb on the board */
    Board doomed;     /* walls that the bombs on the board will destroy */
    Paths paths;      /* from the player */
    Cell prize;       /* the cell of the super power-up; NO_CELL when it is gone */
    uint16_t rounds_to_prize[CELL_COUNT]; /* from each cell, through walls */
} Rush;

/* A place for the player to go to. */
typedef struct Spot {
    Cell cell;
    int cost; /* the lowest is the best; NO_WAY: no such place */
} Spot;

static void try_command(const Rush *rush, Command command, State *next) {
    uint8_t commands[MAX_PLAYERS] = {0};
    RoundEvents events;
    commands[rush->observation->player] = (uint8_t)command;
    state_copy(next, rush->observation->state);
    rush->engine->play(rush->observation->game, next, commands, &RANKS_IN_ORDER, &events);
}

/* Whether the player survives in `next` when opponents plant or trigger (0), trigger (1), or wait
 * (2). */
static bool survives_grade(const Rush *rush, const State *next, int grade) {
    int player = rush->observation->player;
    if (grade == 0)
        return survives_bomb_reply(rush->engine, next, player);
    return survives(rush->engine, next, player, grade == 1 ? THREAT_TRIGGERS : THREAT_FUSES);
}

/* The commands that no opponent can punish in the next rounds, looking as far as such commands
 * exist; all legal ones when there are none. */
static unsigned find_unpunished(const Rush *rush) {
    enum { ROUNDS = 4, NODES = 5000 };
    const Observation *seen = rush->observation;
    unsigned commands;
    for (int rounds = ROUNDS; rounds > 0; rounds--)
        if (find_escape(rush->engine, seen->game, seen->state, rounds, seen->player, NODES,
                        &commands) == ESCAPE_FOUND)
            return commands;
    return state_legal(seen->state, seen->player);
}

/* Of these, keep the commands of the safest grade that has any. */
static void find_safe_commands(Rush *rush) {
    unsigned commands = find_unpunished(rush);
    for (int grade = 0; grade <= 2 && !rush->safe; grade++)
        for (unsigned rest = commands; rest; rest &= rest - 1) {
            State next;
            Command command = (Command)__builtin_ctz(rest);
            try_command(rush, command, &next);
            if (survives_grade(rush, &next, grade))
                rush->safe |= 1u << command;
        }
}

static void find_prize(Rush *rush) {
    const Game *game = rush->observation->game;
    rush->prize = NO_CELL;
    for (int i = 0; i < game->powerup_count; i++)
        if (game->powerup_type[i] == POWERUP_SUPER && rush->observation->state->powerups >> i & 1)
            rush->prize = game->powerup_cell[i];
}

static int rounds_to_enter(const Rush *rush, Cell cell) {
    const State *state = rush->observation->state;
    if (board_has(&rush->doomed, cell))
        return 1 + DOOMED_ROUNDS;
    if (board_has(&state->walls, cell))
        return 1 + WALL_ROUNDS;
    return board_has(&state->blocked, cell) && !state_has_bomb(state, cell) ? NO_WAY : 1;
}

/* Shortest paths from the prize. A cell is visited again when a shorter way to it is found. */
static void measure_rounds_to_prize(Rush *rush) {
    enum { QUEUE = 1024 };
    Cell queue[QUEUE];
    for (int i = 0; i < CELL_COUNT; i++)
        rush->rounds_to_prize[i] = NO_WAY;
    if (rush->prize == NO_CELL)
        return;
    rush->rounds_to_prize[rush->prize] = 0;
    queue[0] = rush->prize;
    for (unsigned first = 0, last = 1; first != last; first++)
        for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++) {
            Cell cell = queue[first % QUEUE], before = cell_beside(cell, c);
            int rounds = rush->rounds_to_prize[cell] + rounds_to_enter(rush, cell);
            if (rounds_to_enter(rush, before) < NO_WAY && rounds < rush->rounds_to_prize[before]) {
                rush->rounds_to_prize[before] = (uint16_t)rounds;
                queue[last++ % QUEUE] = before;
            }
        }
}

/* Opponents are in the way, too. */
static void measure_paths(Rush *rush) {
    const State *state = rush->observation->state;
    Board blocked = state->blocked;
    for (int p = 0; p < state->players; p++)
        if (p != rush->observation->player && state_is_alive(state, p))
            board_add(&blocked, state->cell[p]);
    paths_measure(&rush->paths, rush->cell, &blocked);
}

static bool is_safe(const Rush *rush, Command command) {
    return rush->safe >> command & 1;
}

static bool is_refuge(const Rush *rush, Cell cell) {
    return !board_has(&rush->threatened, cell);
}

/* Whether the player can be sent to `cell`: the first step there, or waiting there, is safe. */
static bool can_go(const Rush *rush, Cell cell) {
    return rush->paths.distance[cell] != PATHS_UNREACHED &&
           is_safe(rush, paths_first_step(&rush->paths, cell));
}

/* Store the walls that a bomb of the player on `cell` destroys and no other bomb. Returns false
 * when there are none, or when the player would not survive the bomb. */
static bool try_bomb(const Rush *rush, Cell cell, Board *destroyed) {
    const State *state = rush->observation->state;
    int player = rush->observation->player;
    State next;
    Board exploding;
    state_copy(&next, state);
    next.cell[player] = cell;
    if (!state_add_bomb(&next, player, cell, bomb_fuse(state->bag[player]),
                        state->radius[player]) ||
        !survives(rush->engine, &next, player, THREAT_FUSES))
        return false;
    unsigned planted = next.owned[player] & ~(unsigned)state->owned[player];
    rush->engine->blast(&next, planted, &exploding, destroyed);
    for (int i = 0; i < BOARD_WORDS; i++)
        destroyed->word[i] &= ~rush->doomed.word[i];
    return board_count(destroyed) > 0;
}

/* Rounds to the prize when the bomb on `cell` has opened the way through one of these walls. */
static int cost_of_way(const Rush *rush, Cell cell, const Board *destroyed) {
    int least = NO_WAY;
    BOARD_FOR_EACH(wall, destroyed) {
        int rounds = cell_distance(cell, wall) + rush->rounds_to_prize[wall];
        least = rounds < least ? rounds : least;
    }
    return rush->paths.distance[cell] + WALL_ROUNDS + least;
}

/* Rounds for a wall, in hundredths. */
static int cost_of_walls(const Rush *rush, Cell cell, const Board *destroyed) {
    return 100 * (rush->paths.distance[cell] + WALL_ROUNDS) / board_count(destroyed);
}

/* The best place for the next bomb. */
static Spot find_bomb_spot(const Rush *rush) {
    const State *state = rush->observation->state;
    int player = rush->observation->player;
    bool can_plant = state_legal(state, player) >> COMMAND_BOMB & 1;
    Spot best = {NO_CELL, NO_WAY};
    for (int i = 0; i < rush->paths.reached; i++) {
        Cell cell = rush->paths.queue[i];
        Board destroyed;
        bool can_use =
            cell == rush->cell && can_plant ? is_safe(rush, COMMAND_BOMB) : can_go(rush, cell);
        if (!can_use || !is_refuge(rush, cell) || !try_bomb(rush, cell, &destroyed))
            continue;
        int cost = (rush->prize ? cost_of_way : cost_of_walls)(rush, cell, &destroyed);
        if (cost < best.cost)
            best = (Spot){cell, cost};
    }
    return best;
}

/* The place to wait for the bombs that open the way to the prize; none when they open no way. */
static Spot find_waiting_spot(const Rush *rush) {
    Spot best = {NO_CELL, NO_WAY};
    for (int i = 0; i < rush->paths.reached && board_count(&rush->doomed); i++) {
        Cell cell = rush->paths.queue[i];
        int cost = rush->paths.distance[cell] + rush->rounds_to_prize[cell];
        if (cost < best.cost && is_refuge(rush, cell) && can_go(rush, cell))
            best = (Spot){cell, cost};
    }
    return best;
}

static bool is_powerup(const Rush *rush, Cell cell) {
    int index = rush->observation->game->powerup_at[cell];
    return index != NO_POWERUP && rush->observation->state->powerups >> index & 1;
}

static bool is_new(const Rush *rush, Cell cell) {
    int index = touched_index(cell);
    const uint64_t *touched = rush->observation->state->touched[rush->observation->player];
    return is_refuge(rush, cell) && !(touched[index >> 6] >> (index & 63) & 1);
}

/* Step towards the nearest wanted cell within `steps` to which the first step is safe. */
static bool go_to_nearest(const Rush *rush, bool (*wanted)(const Rush *, Cell), int steps,
                          Command *command) {
    for (int i = 1; i < rush->paths.reached; i++) {
        Cell cell = rush->paths.queue[i];
        if (rush->paths.distance[cell] > steps)
            break;
        *command = paths_first_step(&rush->paths, cell);
        if (wanted(rush, cell) && is_safe(rush, *command))
            return true;
    }
    return false;
}

/* Explode the bombs early when the player has left their blasts. */
static bool should_trigger(const Rush *rush) {
    return is_safe(rush, COMMAND_TRIGGER) && is_refuge(rush, rush->cell) &&
           board_count(&rush->doomed) > 0;
}

/* With no wall to bomb: leave blasts, then take power-ups, then visit new cells. */
static Command walk_about(const Rush *rush) {
    Command command;
    if (!is_refuge(rush, rush->cell) && go_to_nearest(rush, is_refuge, LAST_ROUND, &command))
        return command;
    if (go_to_nearest(rush, is_powerup, LAST_ROUND, &command) ||
        go_to_nearest(rush, is_new, LAST_ROUND, &command))
        return command;
    if (is_safe(rush, COMMAND_NOTHING) || !rush->safe)
        return COMMAND_NOTHING;
    return (Command)__builtin_ctz(rush->safe);
}

static Command decide(const Rush *rush) {
    const State *state = rush->observation->state;
    Command command;
    if (should_trigger(rush))
        return COMMAND_TRIGGER;
    if (rush->prize && can_go(rush, rush->prize))
        return paths_first_step(&rush->paths, rush->prize);
    if (go_to_nearest(rush, is_powerup, DETOUR, &command))
        return command;
    Spot spot = find_bomb_spot(rush), waiting = find_waiting_spot(rush);
    if (spot.cost == NO_WAY || (rush->prize && waiting.cost < spot.cost))
        spot = waiting;
    else if (spot.cell == rush->cell &&
             state_legal(state, rush->observation->player) >> COMMAND_BOMB & 1)
        return COMMAND_BOMB;
    if (spot.cost < NO_WAY)
        return paths_first_step(&rush->paths, spot.cell);
    return walk_about(rush);
}

static Command rusher_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                           SearchInfo *info) {
    (void)agent;
    (void)request;
    const State *state = observation->state;
    Rush rush = {
        .engine = engine(), .observation = observation, .cell = state->cell[observation->player]};
    rush.engine->blast(state, state_bombs(state), &rush.threatened, &rush.doomed);
    find_safe_commands(&rush);
    find_prize(&rush);
    measure_rounds_to_prize(&rush);
    measure_paths(&rush);
    info->nodes = COMMAND_COUNT;
    return decide(&rush);
}

static Agent *rusher_create(const char *settings, uint64_t seed, char *error, size_t size) {
    (void)seed;
    Agent *self = settings[0] ? NULL : malloc(sizeof *self);
    if (self)
        self->kind = &rusher_agent;
    else
        snprintf(error, size, settings[0] ? "rusher takes no settings" : "not enough memory");
    return self;
}

static void rusher_destroy(Agent *agent) {
    free(agent);
}

const AgentKind rusher_agent = {
    .name = "rusher",
    .summary = "runs to the super power-up through walls, then bombs the nearest walls",
    .settings = "",
    .create = rusher_create,
    .move = rusher_move,
    .destroy = rusher_destroy,
};
