#include "agents/chaser.h"

#include <stdlib.h>

#include "agents/paths.h"
#include "safety/survival.h"

typedef struct Chase {
    const Engine *engine;
    const Observation *observation;
    Cell cell;
    unsigned safe;    /* bits of the commands after which it survives, if the others wait */
    Board threatened; /* cells in the blast of a bomb on the board */
    Paths paths;      /* from the player */
} Chase;

static void try_command(const Chase *chase, Command command, State *next) {
    uint8_t commands[MAX_PLAYERS] = {0};
    RoundEvents events;
    commands[chase->observation->player] = (uint8_t)command;
    state_copy(next, chase->observation->state);
    chase->engine->play(chase->observation->game, next, commands, &RANKS_IN_ORDER, &events);
}

static void find_safe_commands(Chase *chase) {
    int player = chase->observation->player;
    unsigned legal = state_legal(chase->observation->state, player);
    for (unsigned rest = legal; rest; rest &= rest - 1) {
        State next;
        Command command = (Command)__builtin_ctz(rest);
        try_command(chase, command, &next);
        if (survives(chase->engine, &next, player, THREAT_FUSES))
            chase->safe |= 1u << command;
    }
}

static bool is_safe(const Chase *chase, Command command) {
    return chase->safe >> command & 1;
}

/* Step towards the nearest wanted cell to which the first step is safe. */
static bool go_to_nearest(const Chase *chase, bool (*wanted)(const Chase *, Cell),
                          Command *command) {
    const Paths *paths = &chase->paths;
    for (int i = 1; i < paths->reached; i++) {
        if (!wanted(chase, paths->queue[i]))
            continue;
        Command step = paths_first_step(paths, paths->queue[i]);
        if (is_safe(chase, step)) {
            *command = step;
            return true;
        }
    }
    return false;
}

static bool is_refuge(const Chase *chase, Cell cell) {
    return !board_has(&chase->threatened, cell);
}

static bool has_powerup(const Chase *chase, Cell cell) {
    int index = chase->observation->game->powerup_at[cell];
    return index != NO_POWERUP && chase->observation->state->powerups >> index & 1;
}

static bool is_beside_wall(const Chase *chase, Cell cell) {
    const Board *walls = &chase->observation->state->walls;
    for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++)
        if (board_has(walls, cell_beside(cell, c)))
            return is_refuge(chase, cell);
    return false;
}

static bool is_beside_opponent(const Chase *chase, Cell cell) {
    const State *state = chase->observation->state;
    for (int p = 0; p < state->players; p++)
        if (p != chase->observation->player && state_is_alive(state, p))
            for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++)
                if (state->cell[p] == cell_beside(cell, c))
                    return is_refuge(chase, cell);
    return false;
}

/* Whether the blast of these bombs hits a wall or an opponent. */
static bool hits_something(const Chase *chase, unsigned slots, const State *state) {
    Board exploding, destroyed;
    chase->engine->blast(state, slots, &exploding, &destroyed);
    if (board_count(&destroyed) > 0)
        return true;
    for (int p = 0; p < state->players; p++)
        if (p != chase->observation->player && state_is_alive(state, p) &&
            board_has(&exploding, state->cell[p]))
            return true;
    return false;
}

static bool should_bomb(const Chase *chase) {
    if (!is_safe(chase, COMMAND_BOMB) || board_has(&chase->threatened, chase->cell))
        return false;
    State next;
    int player = chase->observation->player;
    try_command(chase, COMMAND_BOMB, &next);
    unsigned planted = next.owned[player] & ~chase->observation->state->owned[player];
    return hits_something(chase, planted, &next);
}

static bool should_trigger(const Chase *chase) {
    if (!is_safe(chase, COMMAND_TRIGGER) || board_has(&chase->threatened, chase->cell))
        return false;
    State next;
    try_command(chase, COMMAND_TRIGGER, &next);
    unsigned due = bombs_due(&next.bombs, next.round) & next.owned[chase->observation->player];
    return due && hits_something(chase, due, &next);
}

static Command decide(const Chase *chase) {
    Command command;
    if (board_has(&chase->threatened, chase->cell) && go_to_nearest(chase, is_refuge, &command))
        return command;
    if (should_trigger(chase))
        return COMMAND_TRIGGER;
    if (go_to_nearest(chase, has_powerup, &command))
        return command;
    if (should_bomb(chase))
        return COMMAND_BOMB;
    if (go_to_nearest(chase, is_beside_wall, &command))
        return command;
    if (go_to_nearest(chase, is_beside_opponent, &command))
        return command;
    if (is_safe(chase, COMMAND_NOTHING) || !chase->safe)
        return COMMAND_NOTHING;
    return (Command)__builtin_ctz(chase->safe);
}

static Command chaser_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                           SearchInfo *info) {
    (void)agent;
    (void)request;
    Chase chase = {.engine = engine(),
                   .observation = observation,
                   .cell = observation->state->cell[observation->player]};
    Board destroyed;
    chase.engine->blast(observation->state, state_bombs(observation->state), &chase.threatened,
                        &destroyed);
    find_safe_commands(&chase);
    paths_measure(&chase.paths, chase.cell, &observation->state->blocked);
    Command command = decide(&chase);
    info->nodes = COMMAND_COUNT;
    return command;
}

static Agent *chaser_create(const char *settings, uint64_t seed, char *error, size_t size) {
    (void)seed;
    Agent *self = settings[0] ? NULL : malloc(sizeof *self);
    if (self)
        self->kind = &chaser_agent;
    else
        snprintf(error, size, settings[0] ? "chaser takes no settings" : "not enough memory");
    return self;
}

static void chaser_destroy(Agent *agent) {
    free(agent);
}

const AgentKind chaser_agent = {
    .name = "chaser",
    .summary = "flees, else collects, else bombs walls, else hunts, by shortest paths",
    .settings = "",
    .create = chaser_create,
    .move = chaser_move,
    .destroy = chaser_destroy,
};
