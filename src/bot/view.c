#include "bot/view.h"

bool view_init(View *view, const Snapshot *snapshot, char key, char *message, size_t size) {
    Observation *observation = &view->observation;
    if (!snapshot_to_state(snapshot, key, &view->game, &view->state, &observation->player, message,
                           size))
        return false;
    observation->game = &view->game;
    observation->state = &view->state;
    memset(observation->last_command, COMMAND_NOTHING, sizeof observation->last_command);
    observation->trail = (Trail){0};
    observation->pv = (Pv){0};
    if (state_is_alive(&view->state, observation->player))
        return true;
    snprintf(message, size, "the player is dead");
    return false;
}

void view_add_history(View *view, const Snapshot *snapshot, const History *history, Command own) {
    Observation *observation = &view->observation;
    history_apply(history, snapshot, &view->game, &view->state);
    observation->pv = history->pv;
    if (!snapshot_is_standard(snapshot))
        return;
    for (int p = 0; p < snapshot->player_count && p < MAX_PLAYERS; p++)
        observation->last_command[p] = (uint8_t)history_last_command(history, p);
    observation->last_command[observation->player] = (uint8_t)own;
    observation->trail = history_trail(history, observation->player);
}

static SeenPowerups seen_powerups(const History *history) {
    SeenPowerups seen = {0};
    for (int x = 1; x <= BOARD_SIZE; x++)
        for (int y = 1; y <= BOARD_SIZE; y++) {
            int type = history_powerup(history, x, y);
            if (type)
                board_add(type == POWERUP_BAG ? &seen.bag : &seen.radius, cell_at(x - 1, y - 1));
        }
    return seen;
}

void view_infer_powerups(View *view, const Snapshot *snapshot, const History *history,
                         MapKnowledge knowledge) {
    const SeenPowerups seen = seen_powerups(history);
    if (snapshot_is_standard(snapshot))
        map_knowledge_infer(knowledge, snapshot->seed, &seen, &view->game, &view->state);
}
