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

/* `danger` is NULL or what engine->danger stores. */
static void find_delays(const Engine *engine, const State *state, int player, const Board *danger,
                        uint8_t delay[MAX_PLAYERS]) {
    memset(delay, NEVER, MAX_PLAYERS);
    for (int p = 0; p < state->players; p++)
        if (p != player && state_is_alive(state, p) && state->owned[p]) {
            bool safe = danger && !board_has(danger, state->cell[p]);
            delay[p] = safe ? 0 : rounds_to_safety(engine, state, p);
        }
}

void survival_delays(const Engine *engine, const State *state, int player,
                     uint8_t delay[MAX_PLAYERS]) {
    find_delays(engine, state, player, NULL, delay);
}

static bool find_survivors(const Engine *engine, const State *state, int player, ThreatModel threat,
                           const Board *danger, Board *cells) {
    uint8_t delay[MAX_PLAYERS];
    if (threat == THREAT_FUSES)
        return engine->survivors(state, player, NULL, danger, cells);
    find_delays(engine, state, player, danger, delay);
    return engine->survivors(state, player, delay, danger, cells);
}

bool survives_on(const Engine *engine, const State *state, int player, ThreatModel threat,
                 Board *cells) {
    return find_survivors(engine, state, player, threat, NULL, cells);
}

/* Whether the blast of a bomb that `opponent` plants can reach a cell near the player. */
static bool is_in_reach(const State *state, int player, int opponent) {
    enum { STEPS = 3 };
    return cell_distance(state->cell[player], state->cell[opponent]) <=
           blast_length(state->radius[opponent]) + STEPS;
}

/* Whether a bomb on `cell` could mark `target` if there were no walls and pillars. */
static bool could_mark(Cell cell, int length, Cell target) {
    bool in_line = cell_x(cell) == cell_x(target) || cell_y(cell) == cell_y(target);
    return in_line && cell_distance(cell, target) <= length;
}

/* Whether the player survives when `opponent` plants where it stands. */
static bool survives_bomb(const Engine *engine, const State *state, int player, int opponent) {
    State bombed;
    state_copy(&bombed, state);
    return !state_add_bomb(&bombed, opponent, state->cell[opponent],
                           bomb_fuse(state->bag[opponent]), state->radius[opponent]) ||
           survives(engine, &bombed, player, THREAT_TRIGGERS);
}

bool survives_bomb_reply(const Engine *engine, const State *state, int player) {
    Board danger, cells;
    if (!state_is_alive(state, player))
        return false;
    engine->danger(state, &danger);
    bool endangered = board_has(&danger, state->cell[player]);
    if (endangered && !find_survivors(engine, state, player, THREAT_TRIGGERS, &danger, &cells))
        return false;
    for (int p = 0; p < state->players; p++)
        if (p != player && state_is_alive(state, p) && is_in_reach(state, player, p) &&
            (endangered ||
             could_mark(state->cell[p], blast_length(state->radius[p]), state->cell[player])) &&
            state_legal(state, p) >> COMMAND_BOMB & 1 && !survives_bomb(engine, state, player, p))
            return false;
    return true;
}

bool survives(const Engine *engine, const State *state, int player, ThreatModel threat) {
    Board danger, cells;
    if (!state_is_alive(state, player))
        return false;
    if (!state_bombs(state))
        return true;
    engine->danger(state, &danger);
    return !board_has(&danger, state->cell[player]) ||
           find_survivors(engine, state, player, threat, &danger, &cells);
}
