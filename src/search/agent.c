#include "search/agent.h"

#include "engine/commands.h"

Command agent_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                   SearchInfo *info) {
    *info = (SearchInfo){0};
    if (state_over(observation->game, observation->state))
        return wait_command(observation->state, observation->player);
    Command command = agent->kind->move(agent, observation, request, info);
    if (agent->kind->may_do_nothing)
        return command;
    return never_nothing(observation->state, observation->player, command);
}

SearchInfo search_progress_info(SearchProgress *progress) {
    return (SearchInfo){.depth = atomic_load(&progress->depth),
                        .nodes = atomic_load(&progress->nodes),
                        .value = atomic_load(&progress->value)};
}

void agent_destroy(Agent *agent) {
    if (agent)
        agent->kind->destroy(agent);
}
