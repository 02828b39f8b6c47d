#include "bot/observe.h"

bool view_look(View *view, const Snapshot *snapshot, char key, char *message, size_t size) {
    Position *position = &view->position;
    if (!snapshot_to_state(snapshot, key, &view->game, &view->state, &position->player, message,
                           size))
        return false;
    position->game = &view->game;
    position->state = &view->state;
    memset(position->last_command, COMMAND_NOTHING, sizeof position->last_command);
    position->back_again = false;
    position->intent = (Intent){0};
    if (state_is_alive(&view->state, position->player))
        return true;
    snprintf(message, size, "the player is dead");
    return false;
}

static Intent take_plan(const Memory *memory) {
    Intent intent = {0};
    intent.length = memory->plan_length < INTENT_LENGTH ? memory->plan_length : INTENT_LENGTH;
    memcpy(intent.command, memory->plan, (size_t)intent.length);
    return intent;
}

void view_remember(View *view, const Snapshot *snapshot, const Memory *memory, Command own) {
    Position *position = &view->position;
    memory_apply(memory, snapshot, &view->game, &view->state);
    position->intent = take_plan(memory);
    if (!snapshot_is_standard(snapshot))
        return;
    for (int p = 0; p < snapshot->player_count && p < MAX_PLAYERS; p++)
        position->last_command[p] = (uint8_t)memory_last_command(memory, p);
    position->last_command[position->player] = (uint8_t)own;
    position->back_again = memory_is_back_again(memory, position->player);
}

static SeenPowerups take_seen(const Memory *memory) {
    SeenPowerups seen = {0};
    for (int x = 1; x <= BOARD_SIZE; x++)
        for (int y = 1; y <= BOARD_SIZE; y++) {
            int type = memory_powerup(memory, x, y);
            if (type)
                board_add(type == POWERUP_BAG ? &seen.bag : &seen.radius, cell_at(x - 1, y - 1));
        }
    return seen;
}

void view_infer(View *view, const Snapshot *snapshot, const Memory *memory,
                MapKnowledge knowledge) {
    const SeenPowerups seen = take_seen(memory);
    if (snapshot_is_standard(snapshot))
        infer_powerups(knowledge, snapshot->seed, &seen, &view->game, &view->state);
}
