#include "engine/commands.h"

Command wait_command(const State *state, int player) {
    for (Command command = COMMAND_UP; command <= COMMAND_DOWN; command++) {
        Cell beside = cell_beside(state->cell[player], command);
        if (board_has(&state->blocked, beside) && !state_has_bomb(state, beside))
            return command;
    }
    if (!state->owned[player])
        return COMMAND_TRIGGER;
    return state_legal(state, player) >> COMMAND_BOMB & 1 ? COMMAND_NOTHING : COMMAND_BOMB;
}

Command never_nothing(const State *state, int player, Command command) {
    return command == COMMAND_NOTHING ? wait_command(state, player) : command;
}

bool is_refused(const State *state, int player, Command command) {
    if (state_legal(state, player) >> command & 1 || command == wait_command(state, player))
        return false;
    return !is_move(command) || state_has_bomb(state, cell_beside(state->cell[player], command));
}

unsigned occupied_moves(const State *state, int player) {
    unsigned occupied = 0;
    for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++)
        for (int p = 0; p < state->players; p++)
            if (state_is_alive(state, p) && state->cell[p] == cell_beside(state->cell[player], c))
                occupied |= 1u << c;
    return occupied;
}
