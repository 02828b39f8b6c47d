#include "agents/survival.h"

/* The part of a state that bombs change when nobody acts. */
static void copy_field(State *to, const State *from) {
    memcpy(to, from, offsetof(State, cell));
    to->round = from->round;
    to->players = from->players;
    to->alive = from->alive;
}

static bool subtract(Board *board, const Board *cells) {
    uint64_t any = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        any |= board->word[i] &= ~cells->word[i];
    return any;
}

static void clear_exploded(State *field, unsigned slots, const Board *destroyed) {
    for (unsigned rest = slots; rest; rest &= rest - 1)
        board_remove(&field->blocked, field->bombs.cell[__builtin_ctz(rest)]);
    subtract(&field->blocked, destroyed);
    subtract(&field->walls, destroyed);
    for (int p = 0; p < field->players; p++)
        field->owned[p] &= (uint16_t)~slots;
}

unsigned hostile_bombs(const State *state, int player) {
    unsigned slots = 0;
    for (int p = 0; p < state->players; p++)
        if (p != player && state_is_alive(state, p))
            slots |= state->owned[p];
    return slots;
}

void threatened_cells(const Engine *engine, const State *state, unsigned slots, Board *cells) {
    Board destroyed;
    engine->blast(state, slots, cells, &destroyed);
}

/* Play the round `field->round` for somebody who may be anywhere in `reach`. */
static bool pass_round(const Engine *engine, State *field, Board *reach) {
    unsigned due = bombs_due(&field->bombs, field->round) & state_bombs(field);
    field->round++;
    if (!due) {
        engine->spread(reach, &field->blocked);
        return true;
    }
    Board exploding, destroyed;
    unsigned slots = engine->blast(field, due, &exploding, &destroyed);
    if (!subtract(reach, &exploding))
        return false;
    engine->spread(reach, &field->blocked);
    subtract(reach, &exploding);
    clear_exploded(field, slots, &destroyed);
    return true;
}

void survivable_cells(const Engine *engine, const State *state, int player, Outlook outlook,
                      Board *cells) {
    State field;
    copy_field(&field, state);
    memset(cells, 0, sizeof *cells);
    board_add(cells, state->cell[player]);
    unsigned hostile = outlook == OUTLOOK_HOSTILE ? hostile_bombs(state, player) : 0;
    while (state_bombs(&field)) {
        bool lives = pass_round(engine, &field, cells);
        unsigned waiting = hostile & state_bombs(&field);
        if (lives && waiting) {
            Board threat;
            threatened_cells(engine, &field, waiting, &threat);
            lives = subtract(cells, &threat);
        }
        if (!lives) {
            memset(cells, 0, sizeof *cells);
            return;
        }
    }
}

bool survivable(const Engine *engine, const State *state, int player, Outlook outlook) {
    if (!state_bombs(state))
        return true;
    Board cells;
    survivable_cells(engine, state, player, outlook, &cells);
    uint64_t any = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        any |= cells.word[i];
    return any;
}
