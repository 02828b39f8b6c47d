#include "agents/survival.h"

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

bool survivable_cells(const Engine *engine, const State *state, int player, Outlook outlook,
                      Board *cells) {
    unsigned hostile = outlook == OUTLOOK_HOSTILE ? hostile_bombs(state, player) : 0;
    return engine->survivors(state, player, hostile, cells);
}

bool survivable(const Engine *engine, const State *state, int player, Outlook outlook) {
    Board cells;
    return !state_bombs(state) || survivable_cells(engine, state, player, outlook, &cells);
}
