#include "agents/rusher.h"

#include <stdlib.h>

#include "agents/paths.h"
#include "engine/touched.h"
#include "platform/memory.h"
#include "safety/survival.h"
#include "safety/unforced.h"
#include "search/prize.h"

enum {
    DETOUR = 5, /* steps to a power-up that is picked up on the way */
    NO_WAY = PRIZE_NO_WAY
};

typedef struct Rusher {
    Agent agent;
    PrizeWays *ways;
} Rusher;

/* What it knows about one move. */
typedef struct Rush {
    const Engine *engine;
    const Observation *observation;
    Cell cell;
    unsigned safe;         /* bits of the commands after which it survives */
    Board threatened;      /* cells in the blast of a bomb on the board */
    Board doomed;          /* walls that the bombs on the board will destroy */
    Paths paths;           /* from the player */
    const PrizeWays *ways; /* to the super power-up */
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

/* Opponents are in the way, too. */
static void measure_paths(Rush *rush) {
    const State *state = rush->observation->state;
    Board blocked = state->blocked;
    for (int p = 0; p < state->players; p++)
        if (p != rush->observation->player && state_is_alive(state, p))
            board_add(&blocked, state->cell[p]);
    paths_measure(&rush->paths, rush->cell, &blocked);
}

static bool has_prize(const Rush *rush) {
    return rush->ways->cell != NO_CELL;
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
        int rounds = cell_distance(cell, wall) + rush->ways->rounds[wall];
        least = rounds < least ? rounds : least;
    }
    return rush->paths.distance[cell] + PRIZE_WALL_ROUNDS + least;
}

/* Rounds for a wall, in hundredths. */
static int cost_of_walls(const Rush *rush, Cell cell, const Board *destroyed) {
    return 100 * (rush->paths.distance[cell] + PRIZE_WALL_ROUNDS) / board_count(destroyed);
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
        int cost = (has_prize(rush) ? cost_of_way : cost_of_walls)(rush, cell, &destroyed);
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
        int cost = rush->paths.distance[cell] + rush->ways->rounds[cell];
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
    if (has_prize(rush) && can_go(rush, rush->ways->cell))
        return paths_first_step(&rush->paths, rush->ways->cell);
    if (go_to_nearest(rush, is_powerup, DETOUR, &command))
        return command;
    Spot spot = find_bomb_spot(rush), waiting = find_waiting_spot(rush);
    if (spot.cost == NO_WAY || (has_prize(rush) && waiting.cost < spot.cost))
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
    (void)request;
    Rusher *rusher = (Rusher *)agent;
    const State *state = observation->state;
    Rush rush = {
        .engine = engine(), .observation = observation, .cell = state->cell[observation->player]};
    rush.engine->blast(state, state_bombs(state), &rush.threatened, &rush.doomed);
    find_safe_commands(&rush);
    prize_ways_init(rusher->ways, rush.engine, observation->game, state);
    rush.ways = rusher->ways;
    measure_paths(&rush);
    info->nodes = COMMAND_COUNT;
    return decide(&rush);
}

static Agent *rusher_create(const char *settings, uint64_t seed, char *error, size_t size) {
    (void)seed;
    if (settings[0]) {
        snprintf(error, size, "rusher takes no settings");
        return NULL;
    }
    Rusher *rusher = malloc(sizeof *rusher);
    PrizeWays *ways = memory_allocate_aligned(sizeof *ways);
    if (!rusher || !ways) {
        snprintf(error, size, "not enough memory");
        memory_free_aligned(ways);
        free(rusher);
        return NULL;
    }
    *rusher = (Rusher){{&rusher_agent}, ways};
    return &rusher->agent;
}

static void rusher_destroy(Agent *agent) {
    Rusher *rusher = (Rusher *)agent;
    memory_free_aligned(rusher->ways);
    free(rusher);
}

const AgentKind rusher_agent = {
    .name = "rusher",
    .summary = "runs to the super power-up through walls, then bombs the nearest walls",
    .settings = "",
    .create = rusher_create,
    .move = rusher_move,
    .destroy = rusher_destroy,
};
