#include "agents/survival.h"

enum { NEVER = UINT8_MAX };

/* Rounds that an opponent needs until it can set off its bombs and live: the steps out of their
 * blasts. The trigger itself takes the round before the blast. */
static uint8_t rounds_to_safety(const Engine *engine, const State *state, int opponent) {
    enum { LIMIT = 12 };
    Board blast, destroyed, safe;
    engine->blast(state, state->owned[opponent], &blast, &destroyed);
    for (int i = 0; i < BOARD_WORDS; i++)
        safe.word[i] = ~(blast.word[i] | state->blocked.word[i]);
    int steps = engine->steps(state->cell[opponent], &safe, &state->blocked, LIMIT);
    return steps < LIMIT ? (uint8_t)steps : NEVER;
}

static void find_delays(const Engine *engine, const State *state, int player,
                        uint8_t delay[MAX_PLAYERS]) {
    memset(delay, NEVER, MAX_PLAYERS);
    for (int p = 0; p < state->players; p++)
        if (p != player && state_is_alive(state, p) && state->owned[p])
            delay[p] = rounds_to_safety(engine, state, p);
}

bool survivable_cells(const Engine *engine, const State *state, int player, Outlook outlook,
                      Board *cells) {
    uint8_t delay[MAX_PLAYERS];
    if (outlook == OUTLOOK_CALM)
        return engine->survivors(state, player, NULL, cells);
    find_delays(engine, state, player, delay);
    return engine->survivors(state, player, delay, cells);
}

bool survivable(const Engine *engine, const State *state, int player, Outlook outlook) {
    Board cells;
    return !state_bombs(state) || survivable_cells(engine, state, player, outlook, &cells);
}
