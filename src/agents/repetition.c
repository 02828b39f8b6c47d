#include "agents/repetition.h"

#include "engine/commands.h"

/* So many cells or fewer in the last rounds are a loop, and so many visits of one are enough. */
enum { LOOP_CELLS = 5, LOOP_VISITS = 3 };

/* The commands that leave the player where it is, except planting. */
static unsigned idle_commands(const State *state, int player) {
    unsigned idle = 1u << COMMAND_NOTHING | occupied_moves(state, player);
    idle |= (unsigned)(state->owned[player] == 0) << COMMAND_TRIGGER;
    for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++)
        idle |= (unsigned)board_has(&state->blocked, cell_beside(state->cell[player], c)) << c;
    return idle;
}

bool is_repeating(const Observation *observation) {
    const State *state = observation->state;
    int player = observation->player;
    bool idle = idle_commands(state, player) >> observation->last_command[player] & 1;
    return state->owned[player] == 0 &&
           (idle || trail_repeats(&observation->trail, state->cell[player]));
}

unsigned active_commands(const Observation *observation) {
    Command last = observation->last_command[observation->player];
    unsigned idle = idle_commands(observation->state, observation->player);
    bool stepped = is_move(last) && !(idle >> last & 1);
    return ~(stepped ? idle | 1u << opposite_move(last) : idle);
}

bool is_looping(const Observation *observation) {
    const Trail *trail = &observation->trail;
    const State *state = observation->state;
    return __builtin_popcount(state->alive) == 2 && state->owned[observation->player] == 0 &&
           trail->cell[TRAIL_ROUNDS - 1] != NO_CELL && trail_distinct(trail) <= LOOP_CELLS;
}

unsigned ways_out_of_loop(const Observation *observation) {
    const State *state = observation->state;
    Cell cell = state->cell[observation->player];
    unsigned out = ~idle_commands(state, observation->player);
    for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++)
        if (trail_visits(&observation->trail, cell_beside(cell, c)) >= LOOP_VISITS)
            out &= ~(1u << c);
    return out;
}
