#include "referee/engine_log.h"

#include <stdio.h>

enum { ENTITY_TEXT = 96, REASON_TEXT = 256 };

/* A round as far as it has been told. */
typedef struct LogRound {
    const EngineLog *to;
    const State *state;        /* at the beginning of the round */
    unsigned exploding;        /* slots of bombs that have detonated */
    Board marked;              /* cells in a blast */
    Cell planted[MAX_PLAYERS]; /* a bomb that was placed in this round, or NO_CELL */
    Cell cell[MAX_PLAYERS];    /* where the players stand, dead ones of this round included */
    Cell target[MAX_PLAYERS];  /* where they want to go, or NO_CELL */
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

static void player_text(const EngineLog *engine_log, int player, Cell cell,
                        char text[ENTITY_TEXT]) {
    snprintf(text, ENTITY_TEXT, "PlayerEntity(X:%d, Y:%d, Key:%c)", cell_x(cell) + 1,
             cell_y(cell) + 1, engine_log->key[player]);
}

void engine_log_command(const EngineLog *engine_log, const State *state, int player,
                        Command command) {
    char who[ENTITY_TEXT];
    player_text(engine_log, player, state->cell[player], who);
    log_add(engine_log->engine, 'I', "Added Command %s for Player %s", command_text(command), who);
}

static int bomb_on(const State *state, Cell cell) {
    for (unsigned rest = state_bombs(state); rest; rest &= rest - 1)
        if (state->bombs.cell[__builtin_ctz(rest)] == cell)
            return __builtin_ctz(rest);
    return -1;
}

static int owner_of(const State *state, int slot) {
    int owner = 0;
    while (!(state->owned[owner] >> slot & 1))
        owner++;
    return owner;
}

static bool player_stands_on(const LogRound *log_round, Cell cell) {
    for (int p = 0; p < log_round->state->players; p++)
        if (state_is_alive(log_round->state, p) && log_round->cell[p] == cell)
            return true;
    return false;
}

static void detonate(LogRound *log_round, int slot);

/* Let the blast of the bomb in `slot` reach a cell. Returns false when it goes no further. */
static bool reach(LogRound *log_round, int slot, Cell cell) {
    int other = bomb_on(log_round->state, cell);
    if (other >= 0 && other != slot) {
        if (!player_stands_on(log_round, cell))
            board_add(&log_round->marked, cell);
        detonate(log_round, other);
        return false;
    }
    bool wall = board_has(&log_round->state->walls, cell);
    if (other < 0 && !wall && board_has(&log_round->state->blocked, cell))
        return false;
    board_add(&log_round->marked, cell);
    return !wall;
}

static void detonate(LogRound *log_round, int slot) {
    static const Command ways[] = {COMMAND_RIGHT, COMMAND_LEFT, COMMAND_DOWN, COMMAND_UP};
    const State *state = log_round->state;
    Cell from = state->bombs.cell[slot];
    unsigned shift = state->bombs.radius[slot];
    log_add(log_round->to->engine, 'I',
            "Detonating Bomb BombEntity(X:%d, Y:%d, Radius:%ld, Timer:%d, Owner:%c)",
            cell_x(from) + 1, cell_y(from) + 1, 1l << shift, bomb_timer(state, slot) - 1,
            log_round->to->key[owner_of(state, slot)]);
    if (log_round->exploding >> slot & 1)
        return;
    log_round->exploding |= 1u << slot;
    board_add(&log_round->marked, from);
    for (int i = 0; i < 4; i++) {
        Cell cell = from;
        for (int step = 0; step < blast_length(shift); step++) {
            cell = cell_beside(cell, ways[i]);
            if (!reach(log_round, slot, cell))
                break;
        }
    }
}

static void tell_detonations(LogRound *log_round) {
    Log *log = log_round->to->engine;
    log_add(log, 'D', "Beginning round processing");
    log_add(log, 'D', "Removing Bomb Explosions from map");
    log_add(log, 'D', "Decreasing Bomb Timers");
    log_add(log, 'D', "Detonating Bombs");
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++) {
            int slot = bomb_on(log_round->state, cell_at(x, y));
            if (slot >= 0 && bomb_timer(log_round->state, slot) <= 1)
                detonate(log_round, slot);
        }
}

static bool is_planted(const LogRound *log_round, Cell cell) {
    for (int p = 0; p < log_round->state->players; p++)
        if (log_round->planted[p] == cell)
            return true;
    return false;
}

/* SearchResult the move, or say in `reason` why it is refused. */
static void plan_move(LogRound *log_round, int player, Command command, char reason[REASON_TEXT]) {
    Cell to = cell_beside(log_round->cell[player], command);
    int x = cell_x(to) + 1, y = cell_y(to) + 1;
    bool bomb = bomb_on(log_round->state, to) >= 0 || is_planted(log_round, to);
    if (bomb)
        snprintf(reason, REASON_TEXT,
                 "Cannot move to Location(X:%d,Y:%d), there is a bomb planted in this location", x,
                 y);
    else if (board_has(&log_round->state->blocked, to))
        snprintf(reason, REASON_TEXT,
                 "Cannot move to Location(X:%d,Y:%d), %s(X:%d, Y:%d) already occupies this space",
                 x, y,
                 board_has(&log_round->state->walls, to) ? "DestructibleWallEntity"
                                                         : "IndestructibleWallEntity",
                 x, y);
    else
        log_round->target[player] = to;
}

static void plan_bomb(LogRound *log_round, int player, char reason[REASON_TEXT]) {
    const State *state = log_round->state;
    char who[ENTITY_TEXT];
    Cell cell = log_round->cell[player];
    player_text(log_round->to, player, cell, who);
    if (__builtin_popcount(state->owned[player]) >= state->bag[player])
        snprintf(reason, REASON_TEXT, "Already placed all the bombs for player %s", who);
    else if (bomb_on(state, cell) >= 0)
        snprintf(reason, REASON_TEXT, "There is already a bomb placed here Location(X:%d,Y:%d)",
                 cell_x(cell) + 1, cell_y(cell) + 1);
    else
        log_round->planted[player] = cell;
}

static void plan_trigger(const LogRound *log_round, int player, char reason[REASON_TEXT]) {
    unsigned own = log_round->state->owned[player];
    if (!own)
        snprintf(reason, REASON_TEXT, "Player has no bombs to trigger");
    else if (!(own & ~log_round->exploding))
        snprintf(reason, REASON_TEXT, "There are no eligible bombs to trigger");
}

static void tell_command(LogRound *log_round, int player, Command command) {
    char who[ENTITY_TEXT], reason[REASON_TEXT] = "";
    const char *what = command_text(command);
    player_text(log_round->to, player, log_round->cell[player], who);
    if (board_has(&log_round->marked, log_round->cell[player])) {
        log_add(log_round->to->engine, 'I',
                "Player %s has been killed, and the command %s will be ignored", who, what);
        return;
    }
    if (command == COMMAND_BOMB)
        plan_bomb(log_round, player, reason);
    else if (command == COMMAND_TRIGGER)
        plan_trigger(log_round, player, reason);
    else if (command != COMMAND_NOTHING)
        plan_move(log_round, player, command, reason);
    if (!reason[0])
        return;
    if (log_round->to->players[player])
        log_add(log_round->to->players[player], 'I', "Player Command %s failed because %s", what,
                reason);
    log_add_exception(log_round->to->engine,
                      "Failed to process command %s for player %s"
                      "GameEngine.Exceptions.InvalidCommandException: %s",
                      what, who, reason);
}

/* The players whose target another one wants, too, in the order in which the engine lists them.
 * Returns their number. */
static int contenders(const LogRound *log_round, int found[MAX_PLAYERS]) {
    int count = 0, players = log_round->state->players;
    bool listed[MAX_PLAYERS] = {false};
    for (int p = 0; p < players; p++) {
        int rivals = 0;
        for (int q = p + 1; q < players; q++)
            rivals += log_round->target[p] && log_round->target[q] == log_round->target[p];
        for (int q = p; rivals && !listed[p] && q < players; q++)
            if (log_round->target[q] == log_round->target[p]) {
                found[count++] = q;
                listed[q] = q != p;
            }
    }
    return count;
}

/* Strike out one player by the dice. Returns false when no cell is contested. */
static bool strike_out(LogRound *log_round, const Dice *dice, Ranks *ranks) {
    enum { NEVER_ROLLED = 101 };
    int found[MAX_PLAYERS], loser = -1, lowest = NEVER_ROLLED;
    int count = contenders(log_round, found);
    for (int i = 0; i < count; i++) {
        int roll = dice->roll(dice->context);
        log_add(log_round->to->engine, 'I',
                "Player collision detected, player %c rolled %d to execute the command",
                log_round->to->key[found[i]], roll);
        loser = roll < lowest ? found[i] : loser;
        lowest = roll < lowest ? roll : lowest;
    }
    if (loser < 0)
        return false;
    log_add(log_round->to->engine, 'I',
            "Player collision detected, player %c has been chosed as the victim to lose his "
            "command",
            log_round->to->key[loser]);
    log_round->target[loser] = NO_CELL;
    ranks->rank[loser] = 1;
    return true;
}

/* The next player to be moved: the first whose target is free, else the first; -1 for none. */
static int next_mover(const LogRound *log_round) {
    int first = -1;
    for (int p = 0; p < log_round->state->players; p++) {
        if (log_round->target[p] == NO_CELL)
            continue;
        if (!player_stands_on(log_round, log_round->target[p]))
            return p;
        first = first < 0 ? p : first;
    }
    return first;
}

static void tell_moves(LogRound *log_round) {
    for (int p; (p = next_mover(log_round)) >= 0; log_round->target[p] = NO_CELL) {
        char key = log_round->to->key[p];
        Cell to = log_round->target[p];
        int x = cell_x(to) + 1, y = cell_y(to) + 1;
        log_add(log_round->to->engine, 'I',
                "Trying to move player %c to destination Location(X:%d,Y:%d)", key, x, y);
        if (player_stands_on(log_round, to))
            log_add(log_round->to->engine, 'E',
                    "Could not move player %c to destination Location(X:%d,Y:%d) because "
                    "another entity occupies this space",
                    key, x, y);
        else
            log_round->cell[p] = to;
    }
}

Ranks engine_log_begin(const EngineLog *engine_log, const State *before,
                       const uint8_t command[MAX_PLAYERS], const Dice *dice) {
    LogRound log_round = {.to = engine_log, .state = before};
    Ranks ranks = {{0}};
    memcpy(log_round.cell, before->cell, sizeof log_round.cell);
    tell_detonations(&log_round);
    log_add(engine_log->engine, 'D', "Processing Player Commands");
    for (int p = 0; p < before->players; p++)
        if (state_is_alive(before, p))
            tell_command(&log_round, p, command[p]);
    while (strike_out(&log_round, dice, &ranks))
        continue;
    tell_moves(&log_round);
    return ranks;
}

static void tell_destroyed(const EngineLog *engine_log, const State *after,
                           const RoundEvents *events, Cell cell) {
    char who[ENTITY_TEXT];
    for (int p = 0; p < after->players; p++)
        if (events->killed >> p & 1 && after->cell[p] == cell) {
            player_text(engine_log, p, cell, who);
            log_add(engine_log->engine, 'D', "Destroyed Entity %s", who);
        }
    if (events->exploded && board_has(&events->destroyed, cell))
        log_add(engine_log->engine, 'D', "Destroyed Entity DestructibleWallEntity(X:%d, Y:%d)",
                cell_x(cell) + 1, cell_y(cell) + 1);
}

/* In hundredths of a per cent, rounded half up as the engine rounds. */
static int coverage(const Game *game, const State *state, int player) {
    int open = game->open_cells;
    return (20000 * state->touched_count[player] + open) / (2 * open);
}

void engine_log_end(const EngineLog *engine_log, const State *after, const RoundEvents *events) {
    log_add(engine_log->engine, 'D', "Applying player power ups");
    log_add(engine_log->engine, 'D', "Destroying marked entities");
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            tell_destroyed(engine_log, after, events, cell_at(x, y));
    for (int p = 0; p < after->players; p++) {
        char who[ENTITY_TEXT];
        int share = coverage(engine_log->game, after, p);
        if (!state_is_alive(after, p))
            continue;
        player_text(engine_log, p, after->cell[p], who);
        log_add(engine_log->engine, 'I',
                "Player %s has a movement coverage of %d.%02d%% for the map", who, share / 100,
                share % 100);
    }
    log_add(engine_log->engine, 'D', "Round processing complete");
}
