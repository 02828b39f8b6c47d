#include "referee/engine_log.h"

#include <stdio.h>

enum { ENTITY_TEXT = 96, REASON_TEXT = 256 };

/* The state of a round up to the line that was written last. */
typedef struct LogRound {
    const EngineLog *log;
    const State *state;         /* at the beginning of the round */
    unsigned exploding;         /* slots of bombs that have detonated */
    Board marked;               /* cells that a blast has reached */
    Cell new_bomb[MAX_PLAYERS]; /* of a bomb placed in this round, or NO_CELL */
    Cell cell[MAX_PLAYERS];     /* of each player, including those killed in this round */
    Cell target[MAX_PLAYERS];   /* of an accepted move that is not carried out yet, or NO_CELL */
} LogRound;

static const char *command_text(Command command) {
    static const char *const text[COMMAND_COUNT] = {
        "DoNothingCommand",
        "MovementCommand(Up)",
        "MovementCommand(Left)",
        "MovementCommand(Right)",
        "MovementCommand(Down)",
        "PlaceBombCommand",
        "GameEngine.Commands.PlayerCommands.TriggerBombCommand"};
    return text[command < COMMAND_COUNT ? command : COMMAND_NOTHING];
}

static void player_text(const EngineLog *log, int player, Cell cell, char text[ENTITY_TEXT]) {
    snprintf(text, ENTITY_TEXT, "PlayerEntity(X:%d, Y:%d, Key:%c)", cell_x(cell) + 1,
             cell_y(cell) + 1, log->key[player]);
}

void engine_log_command(const EngineLog *log, const State *state, int player, Command command) {
    char entity[ENTITY_TEXT];
    player_text(log, player, state->cell[player], entity);
    log_add(log->engine, 'I', "Added Command %s for Player %s", command_text(command), entity);
}

static int bomb_slot_at(const State *state, Cell cell) {
    for (unsigned rest = state_bombs(state); rest; rest &= rest - 1)
        if (state->bombs.cell[__builtin_ctz(rest)] == cell)
            return __builtin_ctz(rest);
    return -1;
}

static int bomb_owner(const State *state, int slot) {
    int owner = 0;
    while (!(state->owned[owner] >> slot & 1))
        owner++;
    return owner;
}

static bool is_occupied(const LogRound *round, Cell cell) {
    for (int p = 0; p < round->state->players; p++)
        if (state_is_alive(round->state, p) && round->cell[p] == cell)
            return true;
    return false;
}

static void detonate(LogRound *round, int slot);

/* Extend the blast of the bomb in `slot` to a cell. Returns false when the blast stops there. */
static bool extend_blast(LogRound *round, int slot, Cell cell) {
    int other = bomb_slot_at(round->state, cell);
    if (other >= 0 && other != slot) {
        if (!is_occupied(round, cell))
            board_add(&round->marked, cell);
        detonate(round, other);
        return false;
    }
    bool wall = board_has(&round->state->walls, cell);
    if (other < 0 && !wall && board_has(&round->state->blocked, cell))
        return false;
    board_add(&round->marked, cell);
    return !wall;
}

static void detonate(LogRound *round, int slot) {
    static const Command directions[] = {COMMAND_RIGHT, COMMAND_LEFT, COMMAND_DOWN, COMMAND_UP};
    const State *state = round->state;
    Cell from = state->bombs.cell[slot];
    unsigned shift = state->bombs.radius[slot];
    log_add(round->log->engine, 'I',
            "Detonating Bomb BombEntity(X:%d, Y:%d, Radius:%ld, Timer:%d, Owner:%c)",
            cell_x(from) + 1, cell_y(from) + 1, 1l << shift, bomb_timer(state, slot) - 1,
            round->log->key[bomb_owner(state, slot)]);
    if (round->exploding >> slot & 1)
        return;
    round->exploding |= 1u << slot;
    board_add(&round->marked, from);
    for (int i = 0; i < 4; i++) {
        Cell cell = from;
        for (int step = 0; step < blast_length(shift); step++) {
            cell = cell_beside(cell, directions[i]);
            if (!extend_blast(round, slot, cell))
                break;
        }
    }
}

static void write_detonations(LogRound *round) {
    Log *engine = round->log->engine;
    log_add(engine, 'D', "Beginning round processing");
    log_add(engine, 'D', "Removing Bomb Explosions from map");
    log_add(engine, 'D', "Decreasing Bomb Timers");
    log_add(engine, 'D', "Detonating Bombs");
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++) {
            int slot = bomb_slot_at(round->state, cell_at(x, y));
            if (slot >= 0 && bomb_timer(round->state, slot) <= 1)
                detonate(round, slot);
        }
}

static bool has_new_bomb(const LogRound *round, Cell cell) {
    for (int p = 0; p < round->state->players; p++)
        if (round->new_bomb[p] == cell)
            return true;
    return false;
}

/* Accept the move, or write into `reason` why it is refused. */
static void plan_move(LogRound *round, int player, Command command, char reason[REASON_TEXT]) {
    Cell to = cell_beside(round->cell[player], command);
    int x = cell_x(to) + 1, y = cell_y(to) + 1;
    bool bomb = bomb_slot_at(round->state, to) >= 0 || has_new_bomb(round, to);
    if (bomb)
        snprintf(reason, REASON_TEXT,
                 "Cannot move to Location(X:%d,Y:%d), there is a bomb planted in this location", x,
                 y);
    else if (board_has(&round->state->blocked, to))
        snprintf(reason, REASON_TEXT,
                 "Cannot move to Location(X:%d,Y:%d), %s(X:%d, Y:%d) already occupies this space",
                 x, y,
                 board_has(&round->state->walls, to) ? "DestructibleWallEntity"
                                                     : "IndestructibleWallEntity",
                 x, y);
    else
        round->target[player] = to;
}

static void plan_bomb(LogRound *round, int player, char reason[REASON_TEXT]) {
    const State *state = round->state;
    char entity[ENTITY_TEXT];
    Cell cell = round->cell[player];
    player_text(round->log, player, cell, entity);
    if (__builtin_popcount(state->owned[player]) >= state->bag[player])
        snprintf(reason, REASON_TEXT, "Already placed all the bombs for player %s", entity);
    else if (bomb_slot_at(state, cell) >= 0)
        snprintf(reason, REASON_TEXT, "There is already a bomb placed here Location(X:%d,Y:%d)",
                 cell_x(cell) + 1, cell_y(cell) + 1);
    else
        round->new_bomb[player] = cell;
}

static void plan_trigger(const LogRound *round, int player, char reason[REASON_TEXT]) {
    unsigned own = round->state->owned[player];
    if (!own)
        snprintf(reason, REASON_TEXT, "Player has no bombs to trigger");
    else if (!(own & ~round->exploding))
        snprintf(reason, REASON_TEXT, "There are no eligible bombs to trigger");
}

static void write_command(LogRound *round, int player, Command command) {
    char entity[ENTITY_TEXT], reason[REASON_TEXT] = "";
    const char *what = command_text(command);
    player_text(round->log, player, round->cell[player], entity);
    if (board_has(&round->marked, round->cell[player])) {
        log_add(round->log->engine, 'I',
                "Player %s has been killed, and the command %s will be ignored", entity, what);
        return;
    }
    if (command == COMMAND_BOMB)
        plan_bomb(round, player, reason);
    else if (command == COMMAND_TRIGGER)
        plan_trigger(round, player, reason);
    else if (command != COMMAND_NOTHING)
        plan_move(round, player, command, reason);
    if (!reason[0])
        return;
    if (round->log->players[player])
        log_add(round->log->players[player], 'I', "Player Command %s failed because %s", what,
                reason);
    log_add_exception(round->log->engine,
                      "Failed to process command %s for player %s"
                      "GameEngine.Exceptions.InvalidCommandException: %s",
                      what, entity, reason);
}

/* List the players that compete for a cell, in the order in which the engine lists them. Returns
 * their number. */
static int find_contenders(const LogRound *round, int found[MAX_PLAYERS]) {
    int count = 0, players = round->state->players;
    bool listed[MAX_PLAYERS] = {false};
    for (int p = 0; p < players; p++) {
        int rivals = 0;
        for (int q = p + 1; q < players; q++)
            rivals += round->target[p] && round->target[q] == round->target[p];
        for (int q = p; rivals && !listed[p] && q < players; q++)
            if (round->target[q] == round->target[p]) {
                found[count++] = q;
                listed[q] = q != p;
            }
    }
    return count;
}

/* Roll the dice and drop the move of one player. Returns false when no cell is contested. */
static bool drop_contender(LogRound *round, const Dice *dice, Ranks *ranks) {
    enum { NEVER_ROLLED = 101 };
    int found[MAX_PLAYERS], loser = -1, lowest = NEVER_ROLLED;
    int count = find_contenders(round, found);
    for (int i = 0; i < count; i++) {
        int roll = dice->roll(dice->context);
        log_add(round->log->engine, 'I',
                "Player collision detected, player %c rolled %d to execute the command",
                round->log->key[found[i]], roll);
        loser = roll < lowest ? found[i] : loser;
        lowest = roll < lowest ? roll : lowest;
    }
    if (loser < 0)
        return false;
    log_add(round->log->engine, 'I',
            "Player collision detected, player %c has been chosed as the victim to lose his "
            "command",
            round->log->key[loser]);
    round->target[loser] = NO_CELL;
    ranks->rank[loser] = 1;
    return true;
}

/* The player to move next: the first one with a free target, else the first one with a target; -1
 * when no move is left. */
static int next_mover(const LogRound *round) {
    int first = -1;
    for (int p = 0; p < round->state->players; p++) {
        if (round->target[p] == NO_CELL)
            continue;
        if (!is_occupied(round, round->target[p]))
            return p;
        first = first < 0 ? p : first;
    }
    return first;
}

static void write_moves(LogRound *round) {
    for (int p; (p = next_mover(round)) >= 0; round->target[p] = NO_CELL) {
        char key = round->log->key[p];
        Cell to = round->target[p];
        int x = cell_x(to) + 1, y = cell_y(to) + 1;
        log_add(round->log->engine, 'I',
                "Trying to move player %c to destination Location(X:%d,Y:%d)", key, x, y);
        if (is_occupied(round, to))
            log_add(round->log->engine, 'E',
                    "Could not move player %c to destination Location(X:%d,Y:%d) because "
                    "another entity occupies this space",
                    key, x, y);
        else
            round->cell[p] = to;
    }
}

Ranks engine_log_begin(const EngineLog *log, const State *before,
                       const uint8_t command[MAX_PLAYERS], const Dice *dice) {
    LogRound round = {.log = log, .state = before};
    Ranks ranks = {{0}};
    memcpy(round.cell, before->cell, sizeof round.cell);
    write_detonations(&round);
    log_add(log->engine, 'D', "Processing Player Commands");
    for (int p = 0; p < before->players; p++)
        if (state_is_alive(before, p))
            write_command(&round, p, command[p]);
    while (drop_contender(&round, dice, &ranks))
        continue;
    write_moves(&round);
    return ranks;
}

static void write_destroyed(const EngineLog *log, const State *after, const RoundEvents *events,
                            Cell cell) {
    char entity[ENTITY_TEXT];
    for (int p = 0; p < after->players; p++)
        if (events->killed >> p & 1 && after->cell[p] == cell) {
            player_text(log, p, cell, entity);
            log_add(log->engine, 'D', "Destroyed Entity %s", entity);
        }
    if (events->exploded && board_has(&events->destroyed, cell))
        log_add(log->engine, 'D', "Destroyed Entity DestructibleWallEntity(X:%d, Y:%d)",
                cell_x(cell) + 1, cell_y(cell) + 1);
}

/* In hundredths of a percent. Halves are rounded up, as the engine does. */
static int coverage(const Game *game, const State *state, int player) {
    int open = game->open_cells;
    return (20000 * state->touched_count[player] + open) / (2 * open);
}

void engine_log_end(const EngineLog *log, const State *after, const RoundEvents *events) {
    log_add(log->engine, 'D', "Applying player power ups");
    log_add(log->engine, 'D', "Destroying marked entities");
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            write_destroyed(log, after, events, cell_at(x, y));
    for (int p = 0; p < after->players; p++) {
        char entity[ENTITY_TEXT];
        int share = coverage(log->game, after, p);
        if (!state_is_alive(after, p))
            continue;
        player_text(log, p, after->cell[p], entity);
        log_add(log->engine, 'I', "Player %s has a movement coverage of %d.%02d%% for the map",
                entity, share / 100, share % 100);
    }
    log_add(log->engine, 'D', "Round processing complete");
}
