#include "safety/survival.h"

enum { NEVER = UINT8_MAX };

/* Steps that an opponent needs to leave the blasts of its own bombs: it cannot trigger them sooner
 * and live. */
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

bool survives_on(const Engine *engine, const State *state, int player, ThreatModel threat,
                 Board *cells) {
    uint8_t delay[MAX_PLAYERS];
    if (threat == THREAT_FUSES)
        return engine->survivors(state, player, NULL, cells);
    find_delays(engine, state, player, delay);
    return engine->survivors(state, player, delay, cells);
}

/* Whether the blast of a bomb that `opponent` plants can reach a cell near the player. */
static bool is_in_reach(const State *state, int player, int opponent) {
    enum { STEPS = 3 };
    return cell_distance(state->cell[player], state->cell[opponent]) <=
           blast_length(state->radius[opponent]) + STEPS;
}

bool survives_bomb_reply(const Engine *engine, const State *state, int player) {
    if (!survives(engine, state, player, THREAT_TRIGGERS))
        return false;
    for (int p = 0; p < state->players; p++) {
        if (p == player || !state_is_alive(state, p) || !is_in_reach(state, player, p) ||
            !(state_legal(state, p) >> COMMAND_BOMB & 1))
            continue;
        State bombed;
        state_copy(&bombed, state);
        if (state_add_bomb(&bombed, p, state->cell[p], bomb_fuse(state->bag[p]),
                           state->radius[p]) &&
            !survives(engine, &bombed, player, THREAT_TRIGGERS))
            return false;
    }
    return true;
}

bool survives(const Engine *engine, const State *state, int player, ThreatModel threat) {
    Board cells;
    if (!state_is_alive(state, player))
        return false;
    return !state_bombs(state) || survives_on(engine, state, player, threat, &cells);
}
