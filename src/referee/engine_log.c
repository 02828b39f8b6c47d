#include "referee/engine_log.h"

#include <stdio.h>

enum { ENTITY_TEXT = 96, REASON_TEXT = 256 };

/* A round as far as it has been told. */
typedef struct Tale {
    const Narrator *to;
    const State *state;        /* at the beginning of the round */
    unsigned exploding;        /* slots of bombs that have detonated */
    Board marked;              /* cells in a blast */
    Cell planted[MAX_PLAYERS]; /* a bomb that was placed in this round, or NO_CELL */
    Cell cell[MAX_PLAYERS];    /* where the players stand, dead ones of this round included */
    Cell target[MAX_PLAYERS];  /* where they want to go, or NO_CELL */
} Tale;

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

static void player_text(const Narrator *narrator, int player, Cell cell, char text[ENTITY_TEXT]) {
    snprintf(text, ENTITY_TEXT, "PlayerEntity(X:%d, Y:%d, Key:%c)", cell_x(cell) + 1,
             cell_y(cell) + 1, narrator->key[player]);
}

void narrator_command(const Narrator *narrator, const State *state, int player, Command command) {
    char who[ENTITY_TEXT];
    player_text(narrator, player, state->cell[player], who);
    journal_add(narrator->engine, 'I', "Added Command %s for Player %s", command_text(command),
                who);
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

static bool player_stands_on(const Tale *tale, Cell cell) {
    for (int p = 0; p < tale->state->players; p++)
        if (state_is_alive(tale->state, p) && tale->cell[p] == cell)
            return true;
    return false;
}

static void detonate(Tale *tale, int slot);

/* Let the blast of the bomb in `slot` reach a cell. Returns false when it goes no further. */
static bool reach(Tale *tale, int slot, Cell cell) {
    int other = bomb_on(tale->state, cell);
    if (other >= 0 && other != slot) {
        if (!player_stands_on(tale, cell))
            board_add(&tale->marked, cell);
        detonate(tale, other);
        return false;
    }
    bool wall = board_has(&tale->state->walls, cell);
    if (other < 0 && !wall && board_has(&tale->state->blocked, cell))
        return false;
    board_add(&tale->marked, cell);
    return !wall;
}

static void detonate(Tale *tale, int slot) {
    static const Command ways[] = {COMMAND_RIGHT, COMMAND_LEFT, COMMAND_DOWN, COMMAND_UP};
    const State *state = tale->state;
    Cell from = state->bombs.cell[slot];
    unsigned shift = state->bombs.radius[slot];
    journal_add(tale->to->engine, 'I',
                "Detonating Bomb BombEntity(X:%d, Y:%d, Radius:%ld, Timer:%d, Owner:%c)",
                cell_x(from) + 1, cell_y(from) + 1, 1l << shift, bomb_timer(state, slot) - 1,
                tale->to->key[owner_of(state, slot)]);
    if (tale->exploding >> slot & 1)
        return;
    tale->exploding |= 1u << slot;
    board_add(&tale->marked, from);
    for (int i = 0; i < 4; i++) {
        Cell cell = from;
        for (int step = 0; step < blast_length(shift); step++) {
            cell = cell_beside(cell, ways[i]);
            if (!reach(tale, slot, cell))
                break;
        }
    }
}

static void tell_detonations(Tale *tale) {
    Journal *log = tale->to->engine;
    journal_add(log, 'D', "Beginning round processing");
    journal_add(log, 'D', "Removing Bomb Explosions from map");
    journal_add(log, 'D', "Decreasing Bomb Timers");
    journal_add(log, 'D', "Detonating Bombs");
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++) {
            int slot = bomb_on(tale->state, cell_at(x, y));
            if (slot >= 0 && bomb_timer(tale->state, slot) <= 1)
                detonate(tale, slot);
        }
}

static bool is_planted(const Tale *tale, Cell cell) {
    for (int p = 0; p < tale->state->players; p++)
        if (tale->planted[p] == cell)
            return true;
    return false;
}

/* Plan the move, or say in `reason` why it is refused. */
static void plan_move(Tale *tale, int player, Command command, char reason[REASON_TEXT]) {
    Cell to = cell_beside(tale->cell[player], command);
    int x = cell_x(to) + 1, y = cell_y(to) + 1;
    bool bomb = bomb_on(tale->state, to) >= 0 || is_planted(tale, to);
    if (bomb)
        snprintf(reason, REASON_TEXT,
                 "Cannot move to Location(X:%d,Y:%d), there is a bomb planted in this location", x,
                 y);
    else if (board_has(&tale->state->blocked, to))
        snprintf(reason, REASON_TEXT,
                 "Cannot move to Location(X:%d,Y:%d), %s(X:%d, Y:%d) already occupies this space",
                 x, y,
                 board_has(&tale->state->walls, to) ? "DestructibleWallEntity"
                                                    : "IndestructibleWallEntity",
                 x, y);
    else
        tale->target[player] = to;
}

static void plan_bomb(Tale *tale, int player, char reason[REASON_TEXT]) {
    const State *state = tale->state;
    char who[ENTITY_TEXT];
    Cell cell = tale->cell[player];
    player_text(tale->to, player, cell, who);
    if (__builtin_popcount(state->owned[player]) >= state->bag[player])
        snprintf(reason, REASON_TEXT, "Already placed all the bombs for player %s", who);
    else if (bomb_on(state, cell) >= 0)
        snprintf(reason, REASON_TEXT, "There is already a bomb placed here Location(X:%d,Y:%d)",
                 cell_x(cell) + 1, cell_y(cell) + 1);
    else
        tale->planted[player] = cell;
}

static void plan_trigger(const Tale *tale, int player, char reason[REASON_TEXT]) {
    unsigned own = tale->state->owned[player];
    if (!own)
        snprintf(reason, REASON_TEXT, "Player has no bombs to trigger");
    else if (!(own & ~tale->exploding))
        snprintf(reason, REASON_TEXT, "There are no eligible bombs to trigger");
}

static void tell_command(Tale *tale, int player, Command command) {
    char who[ENTITY_TEXT], reason[REASON_TEXT] = "";
    const char *what = command_text(command);
    player_text(tale->to, player, tale->cell[player], who);
    if (board_has(&tale->marked, tale->cell[player])) {
        journal_add(tale->to->engine, 'I',
                    "Player %s has been killed, and the command %s will be ignored", who, what);
        return;
    }
    if (command == COMMAND_BOMB)
        plan_bomb(tale, player, reason);
    else if (command == COMMAND_TRIGGER)
        plan_trigger(tale, player, reason);
    else if (command != COMMAND_NOTHING)
        plan_move(tale, player, command, reason);
    if (!reason[0])
        return;
    if (tale->to->players[player])
        journal_add(tale->to->players[player], 'I', "Player Command %s failed because %s", what,
                    reason);
    journal_add_exception(tale->to->engine,
                          "Failed to process command %s for player %s"
                          "GameEngine.Exceptions.InvalidCommandException: %s",
                          what, who, reason);
}

/* The players whose target another one wants, too, in the order in which the engine lists them.
 * Returns their number. */
static int contenders(const Tale *tale, int found[MAX_PLAYERS]) {
    int count = 0, players = tale->state->players;
    bool listed[MAX_PLAYERS] = {false};
    for (int p = 0; p < players; p++) {
        int rivals = 0;
        for (int q = p + 1; q < players; q++)
            rivals += tale->target[p] && tale->target[q] == tale->target[p];
        for (int q = p; rivals && !listed[p] && q < players; q++)
            if (tale->target[q] == tale->target[p]) {
                found[count++] = q;
                listed[q] = q != p;
            }
    }
    return count;
}

/* Strike out one player by the dice. Returns false when no cell is contested. */
static bool strike_out(Tale *tale, const Dice *dice, Ranks *ranks) {
    enum { NEVER_ROLLED = 101 };
    int found[MAX_PLAYERS], loser = -1, lowest = NEVER_ROLLED;
    int count = contenders(tale, found);
    for (int i = 0; i < count; i++) {
        int roll = dice->roll(dice->context);
        journal_add(tale->to->engine, 'I',
                    "Player collision detected, player %c rolled %d to execute the command",
                    tale->to->key[found[i]], roll);
        loser = roll < lowest ? found[i] : loser;
        lowest = roll < lowest ? roll : lowest;
    }
    if (loser < 0)
        return false;
    journal_add(tale->to->engine, 'I',
                "Player collision detected, player %c has been chosed as the victim to lose his "
                "command",
                tale->to->key[loser]);
    tale->target[loser] = NO_CELL;
    ranks->of[loser] = 1;
    return true;
}

/* The next player to be moved: the first whose target is free, else the first; -1 for none. */
static int next_mover(const Tale *tale) {
    int first = -1;
    for (int p = 0; p < tale->state->players; p++) {
        if (tale->target[p] == NO_CELL)
            continue;
        if (!player_stands_on(tale, tale->target[p]))
            return p;
        first = first < 0 ? p : first;
    }
    return first;
}

static void tell_moves(Tale *tale) {
    for (int p; (p = next_mover(tale)) >= 0; tale->target[p] = NO_CELL) {
        char key = tale->to->key[p];
        Cell to = tale->target[p];
        int x = cell_x(to) + 1, y = cell_y(to) + 1;
        journal_add(tale->to->engine, 'I',
                    "Trying to move player %c to destination Location(X:%d,Y:%d)", key, x, y);
        if (player_stands_on(tale, to))
            journal_add(tale->to->engine, 'E',
                        "Could not move player %c to destination Location(X:%d,Y:%d) because "
                        "another entity occupies this space",
                        key, x, y);
        else
            tale->cell[p] = to;
    }
}

Ranks narrator_begin(const Narrator *narrator, const State *before,
                     const uint8_t command[MAX_PLAYERS], const Dice *dice) {
    Tale tale = {.to = narrator, .state = before};
    Ranks ranks = {{0}};
    memcpy(tale.cell, before->cell, sizeof tale.cell);
    tell_detonations(&tale);
    journal_add(narrator->engine, 'D', "Processing Player Commands");
    for (int p = 0; p < before->players; p++)
        if (state_is_alive(before, p))
            tell_command(&tale, p, command[p]);
    while (strike_out(&tale, dice, &ranks))
        continue;
    tell_moves(&tale);
    return ranks;
}

static void tell_destroyed(const Narrator *narrator, const State *after, const RoundEvents *events,
                           Cell cell) {
    char who[ENTITY_TEXT];
    for (int p = 0; p < after->players; p++)
        if (events->killed >> p & 1 && after->cell[p] == cell) {
            player_text(narrator, p, cell, who);
            journal_add(narrator->engine, 'D', "Destroyed Entity %s", who);
        }
    if (events->exploded && board_has(&events->destroyed, cell))
        journal_add(narrator->engine, 'D', "Destroyed Entity DestructibleWallEntity(X:%d, Y:%d)",
                    cell_x(cell) + 1, cell_y(cell) + 1);
}

/* In hundredths of a per cent, rounded half up as the engine rounds. */
static int coverage(const Game *game, const State *state, int player) {
    int open = game->open_cells;
    return (20000 * state->touched_count[player] + open) / (2 * open);
}

void narrator_end(const Narrator *narrator, const State *after, const RoundEvents *events) {
    journal_add(narrator->engine, 'D', "Applying player power ups");
    journal_add(narrator->engine, 'D', "Destroying marked entities");
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            tell_destroyed(narrator, after, events, cell_at(x, y));
    for (int p = 0; p < after->players; p++) {
        char who[ENTITY_TEXT];
        int share = coverage(narrator->game, after, p);
        if (!state_is_alive(after, p))
            continue;
        player_text(narrator, p, after->cell[p], who);
        journal_add(narrator->engine, 'I',
                    "Player %s has a movement coverage of %d.%02d%% for the map", who, share / 100,
                    share % 100);
    }
    journal_add(narrator->engine, 'D', "Round processing complete");
}
