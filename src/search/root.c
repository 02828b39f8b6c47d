#include "search/root.h"

#include "engine/commands.h"
#include "platform/clock.h"
#include "search/explain.h"

RootFilterOptions root_rival_options(int verify, const Weights *weights, const Game *game) {
    enum { KILL_DEPTH = 2, SUICIDES = 2 };
    RootFilterOptions options = {.depth = verify,
                                 .suicides = SUICIDES,
                                 .kill_depth = KILL_DEPTH,
                                 .weights = weights->filter};
    options.weights.kill_chance_bonus *= (float)game->bounty;
    return options;
}

static SearchLimits phase_limits(const Root *root, double share) {
    const SearchLimits *limits = &root->request->limits;
    return (SearchLimits){.deadline = limits_deadline_at(limits, root->start, share),
                          .nodes = limits_nodes_until(limits, root->nodes, share)};
}

static void filter_commands(Root *root, RootFilterOptions options) {
    options.limits = phase_limits(root, ROOT_FILTER_SHARE);
    root_filter_run(engine(), root->observation->game, root->observation->state,
                    root->observation->player, &options, &root->filter);
    root->nodes += root->filter.nodes;
}

void root_begin(Root *root, const Observation *observation, const MoveRequest *request,
                const RootFilterOptions *options) {
    *root = (Root){.observation = observation,
                   .request = request,
                   .start = clock_now(),
                   .filtered = options,
                   .prediction = {.length = PV_LENGTH}};
    root->filter.legal = state_legal(observation->state, observation->player);
    if (options)
        filter_commands(root, *options);
}

bool root_follows(LastTurn *last, const Observation *observation) {
    LastTurn turn = {observation->player, observation->state->round};
    bool follows = last->player == turn.player && last->round + 1 == turn.round;
    *last = turn;
    return follows;
}

SearchLimits root_limits(const Root *root, double share) {
    enum { NODES_WITHOUT_LIMITS = 100000 };
    SearchLimits limits = phase_limits(root, share);
    if (!limits.nodes && !limits.deadline)
        limits.nodes = NODES_WITHOUT_LIMITS;
    return limits;
}

void root_predict_opponents(Root *root, double share_each, OpponentSearch *search, void *context) {
    int searched = 0;
    const State *state = root->observation->state;
    for (int p = 0; p < state->players; p++) {
        if (p == root->observation->player || !state_is_alive(state, p))
            continue;
        SearchResult result;
        SearchLimits limits = root_limits(root, ROOT_FILTER_SHARE + share_each * (searched + 1));
        if (!search(context, p, &limits, &result))
            continue;
        searched++;
        root->nodes += result.nodes;
        prediction_set(&root->prediction, p, &result.pv);
    }
}

unsigned root_restrict(Root *root, RootBias *bias) {
    const Observation *observation = root->observation;
    unsigned first = root->filtered ? root->filter.allowed : root->filter.legal;
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
        root_bias_set(bias, c, root->filtered ? root_filter_cost(&root->filter, c) : 0);
    /* Without a wait_command, standing still would count as "do nothing". */
    unsigned active = first & ~(1u << COMMAND_NOTHING);
    bool no_wait = wait_command(observation->state, observation->player) == COMMAND_NOTHING;
    return root->tried = active && no_wait ? active : first;
}

void root_report(const Root *root) {
    const MoveRequest *request = root->request;
    const SearchResult *result = &root->result;
    if (result->pv.length == 0)
        return;
    if (request->progress) {
        atomic_store(&request->progress->depth, result->pv.length);
        atomic_store(&request->progress->nodes, root->nodes);
        atomic_store(&request->progress->value, (double)result->value);
    }
    if (request->report)
        request->report(request->context, result->pv.command[0]);
}

Command root_answer(const Root *root, SearchInfo *info) {
    const SearchResult *result = &root->result;
    Command command = result->pv.length ? (Command)result->pv.command[0]
                                        : root_filter_least_dangerous(&root->filter);
    if (root->request->explain)
        explain_move(root, command);
    *info = (SearchInfo){.depth = result->pv.length,
                         .width = result->widest,
                         .nodes = root->nodes,
                         .value = (double)result->value,
                         .pv = pv_rest(&result->pv)};
    return command;
}
