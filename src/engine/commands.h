/* Which commands wait, and which are refused. */
#ifndef BLASTBEAM_ENGINE_COMMANDS_H
#define BLASTBEAM_ENGINE_COMMANDS_H

#include "engine/state.h"

/* A command that leaves `player` where it is, but does not count as "do nothing" (the harness ends
 * a bot that does nothing 21 times in a row): a step into a wall beside the player, else a trigger
 * when it has no bomb, else a bomb when its bag is empty. COMMAND_NOTHING when none of them waits:
 * the player stands on a crossing in the open and could plant and trigger. */
Command wait_command(const State *state, int player);

/* `command`, or wait_command in the place of COMMAND_NOTHING. */
Command never_nothing(const State *state, int player, Command command);

/* Whether the rules refuse `command` at this moment and the player did not mean to wait by it (a
 * step into a wall, or wait_command). */
bool is_refused(const State *state, int player, Command command);

/* Bits 1 << command of the steps into cells where other players stand. They are refused when those
 * players stay. */
unsigned occupied_moves(const State *state, int player);

#endif
