/* The bytes make a position that could arise, and commands. Every instruction set and the reference
 * engine must play them alike, and every agent must answer with a command that the rules carry out.
 */
#include "engine/notation.h"
#include "engine/ranks.h"
#include "engine/reference.h"
#include "fuzz/fuzz.h"
#include "fuzz/snapshots.h"

enum { MOST_ROUNDS = 24, ASK_EVERY = 12 };

typedef struct Bytes {
    const uint8_t *at, *end;
} Bytes;

/* The next byte modulo `below`; 0 behind the end. */
static unsigned take(Bytes *bytes, unsigned below) {
    return bytes->at < bytes->end ? *bytes->at++ % below : 0;
}

/* A free cell; NO_CELL when none of the first few cells is free. */
static Cell take_free_cell(Bytes *bytes, const State *state) {
    Cell cell = cell_at(1 + (int)take(bytes, 19), 1 + (int)take(bytes, 19));
    if (board_has(&state->blocked, cell))
        return NO_CELL;
    for (int p = 0; p < state->players; p++)
        if (state->cell[p] == cell)
            return NO_CELL;
    return cell;
}

static void take_walls(Bytes *bytes, State *state) {
    for (unsigned count = take(bytes, 128); count > 0; count--) {
        Cell cell = take_free_cell(bytes, state);
        if (cell != NO_CELL)
            state_add_wall(state, cell);
    }
}

static void take_players(Bytes *bytes, const Game *game, State *state) {
    state_init(state, game);
    state_forget_touched(state);
    state->round = (uint16_t)(take(bytes, 220) * 2);
    for (int p = 0; p < game->players; p++) {
        Cell cell = take_free_cell(bytes, state);
        state->cell[p] = cell != NO_CELL ? cell : state->cell[p];
        state->bag[p] = (uint8_t)(1 + take(bytes, 6));
        state->radius[p] = (uint8_t)take(bytes, 6);
        state->points[p] = (int)take(bytes, 200) * 10;
        state_touch(state, p, state->cell[p]);
    }
}

static void take_bombs(Bytes *bytes, State *state) {
    for (unsigned count = take(bytes, MAX_BOMBS); count > 0; count--) {
        int owner = (int)take(bytes, state->players);
        Cell cell = take(bytes, 4) ? take_free_cell(bytes, state) : state->cell[owner];
        int timer = 1 + (int)take(bytes, 10);
        if (cell != NO_CELL && __builtin_popcount(state->owned[owner]) < state->bag[owner])
            state_add_bomb(state, owner, cell, timer, (int)take(bytes, 6));
    }
}

static void take_powerups(Bytes *bytes, Game *game) {
    for (unsigned count = take(bytes, 16); count > 0; count--) {
        Cell cell = cell_at(1 + (int)take(bytes, 19), 1 + (int)take(bytes, 19));
        bool pillar = cell_x(cell) % 2 == 0 && cell_y(cell) % 2 == 0;
        if (!pillar)
            game_add_powerup(game, cell, (PowerUp)(1 + take(bytes, 3)));
    }
}

static void take_position(Bytes *bytes, Game *game, State *state) {
    game_init(game, 2 + (int)take(bytes, 3), 10 * (int)take(bytes, 100));
    take_powerups(bytes, game);
    take_players(bytes, game, state);
    take_walls(bytes, state);
    take_bombs(bytes, state);
    state_rehash(state);
}

static void check_same(const ReferenceEngine *reference, const Game *game, const State *state,
                       const char *name) {
    char why[512];
    if (!reference_same(reference, game, state, why, sizeof why)) {
        fprintf(stderr, "%s, round %d: %s\n", name, state->round, why);
        abort();
    }
    State again = *state;
    state_rehash(&again);
    CHECK(again.hash == state->hash && again.touched_hash == state->touched_hash);
    for (int p = 0; p < state->players; p++)
        CHECK(reference_legal(reference, p) == state_legal(state, p));
}

static void play_round(Bytes *bytes, const Game *game, State *state, ReferenceEngine *reference) {
    uint8_t command[MAX_PLAYERS] = {0};
    State before = *state;
    Random random = random_seeded(take(bytes, 24));
    Ranks ranks = ranks_roll(&random);
    for (int p = 0; p < state->players && p < MAX_PLAYERS; p++)
        command[p] = (uint8_t)take(bytes, COMMAND_COUNT);
    reference_play(reference, command, &ranks);
    for (int i = 0; engine_at(i); i++) {
        RoundEvents events;
        *state = before;
        engine_at(i)->play(game, state, command, &ranks, &events);
        check_same(reference, game, state, engine_at(i)->name);
    }
}

static void ask_everybody(const Game *game, const State *state) {
    for (int p = 0; p < state->players; p++)
        if (state_is_alive(state, p))
            ask_agents(game, state, p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, data + size};
    Game game;
    State state;
    ReferenceEngine reference;
    char text[NOTATION_TEXT];
    take_position(&bytes, &game, &state);
    reference_from_state(&reference, &game, &state);
    check_same(&reference, &game, &state, "at first");
    for (int round = 0; round < MOST_ROUNDS && !state_over(&game, &state); round++) {
        if (round % ASK_EVERY == 0)
            ask_everybody(&game, &state);
        play_round(&bytes, &game, &state, &reference);
    }
    CHECK(notation_write("end", &game, &state, NULL, text) < NOTATION_TEXT);
    return 0;
}
