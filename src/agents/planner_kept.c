#include "agents/planner_internal.h"
#include "agents/survival.h"

/* Play the kept command. Returns false when the line ends here: it is at its end, its parent was
 * dropped, or the player cannot go on so. */
static bool play_kept(const Level *level, State *state) {
    const PlanTask *task = level->task;
    int player = task->evaluation.player;
    if (level->kept < 0 || level->kept >= level->size || level->depth >= task->kept_length)
        return false;
    const State *parent = &level->planner->states[level->depth & 1][level->kept];
    Command command = (Command)task->kept[level->depth];
    if (!(state_legal(parent, player) >> command & 1))
        return false;
    planner_play(task, level->depth, parent, command, state);
    return state_is_alive(state, player);
}

static int find_state(const Level *level, int taken, uint64_t hash) {
    const State *states = level->planner->states[~level->depth & 1];
    for (int i = 0; i < taken; i++)
        if (states[i].hash == hash)
            return i;
    return -1;
}

static const Candidate *find_candidate(const Level *level, size_t count) {
    const Planner *planner = level->planner;
    for (size_t i = 0; i < count; i++) {
        const Candidate *candidate = &planner->candidates[planner->order[i].index];
        if (candidate->parent == (uint32_t)level->kept &&
            candidate->command == level->task->kept[level->depth])
            return candidate;
    }
    return NULL;
}

int planner_keep(Level *level, size_t count, int taken) {
    enum { LEAST = 2 /* the best one stays */ };
    const Evaluation *evaluation = &level->task->evaluation;
    Planner *planner = level->planner;
    const Candidate *candidate = NULL;
    State state;
    int at = -1;
    if (level->width >= LEAST && play_kept(level, &state)) {
        at = find_state(level, taken, state.hash);
        if (at < 0 && survivable(evaluation->engine, &state, evaluation->player, OUTLOOK_CALM))
            candidate = find_candidate(level, count);
    }
    if (candidate) {
        at = taken < level->width ? taken++ : level->width - 1;
        state_copy(&planner->states[~level->depth & 1][at], &state);
        planner->origin[level->depth + 1][at] =
            (Origin){candidate->parent, candidate->won, candidate->command, candidate->first};
    }
    level->kept = at;
    return taken;
}
