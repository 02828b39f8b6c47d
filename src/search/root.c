#include "search/root.h"

#include "platform/platform.h"
#include "search/explain.h"
#include "search/shares.h"

JudgeLimits root_moves_rival(int verify) {
    enum { KILL_DEPTH = 2, SUICIDES = 2, FEAR = 30 };
    return (JudgeLimits){
        .depth = verify, .suicides = SUICIDES, .fear = FEAR, .kill_depth = KILL_DEPTH};
}

static void judge(RootMoves *root, JudgeLimits limits) {
    limits.deadline = deadline_at(root->budget, root->start, JUDGE_SHARE);
    limits.node_limit = nodes_until(root->budget, 0, JUDGE_SHARE);
    first_moves_judge(engine(), root->observation, &limits, &root->first);
    root->nodes += root->first.nodes;
}

void root_moves_begin(RootMoves *root, const Observation *observation, const Budget *budget,
                      const JudgeLimits *limits) {
    *root = (RootMoves){.observation = observation,
                        .budget = budget,
                        .start = clock_now(),
                        .strike = limits,
                        .script = {.length = PLAN_DEPTH}};
    root->first.legal = state_legal(observation->state, observation->player);
    if (limits)
        judge(root, *limits);
}

bool root_moves_follow(LastTurn *last, const Observation *observation) {
    LastTurn turn = {observation->player, observation->state->round};
    bool follows = last->player == turn.player && last->round + 1 == turn.round;
    *last = turn;
    return follows;
}

SearchLimits root_moves_limits(const RootMoves *root, double share) {
    enum { WITHOUT_BUDGET = 100000 };
    SearchLimits limits = {nodes_until(root->budget, root->nodes, share),
                           deadline_at(root->budget, root->start, share)};
    if (!limits.nodes && !limits.deadline)
        limits.nodes = WITHOUT_BUDGET;
    return limits;
}

unsigned root_moves_restrict(RootMoves *root, float handicap[COMMAND_COUNT]) {
    const Observation *observation = root->observation;
    unsigned first = root->strike ? root->first.allowed : root->first.legal;
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
        handicap[c] = root->strike ? first_move_handicap(&root->first, c) : 0;
    /* Where no wait is at hand, standing still would count as "do nothing". */
    unsigned active = first & ~(1u << COMMAND_NOTHING);
    bool no_wait = wait_command(observation->state, observation->player) == COMMAND_NOTHING;
    return root->tried = active && no_wait ? active : first;
}

Command root_moves_answer(const RootMoves *root, SearchInfo *info) {
    const Observation *observation = root->observation;
    const Plan *plan = &root->plan;
    Command command = plan->length ? (Command)plan->command[0] : least_dangerous(&root->first);
    if (root->budget->explain)
        explain_move(root, command);
    *info = (SearchInfo){plan->length, plan->widest, root->nodes, (double)plan->value, {0}};
    if (plan->length > 1) {
        info->pv.length = plan->length - 1;
        memcpy(info->pv.command, plan->command + 1, (size_t)plan->length - 1);
    }
    return command == COMMAND_NOTHING ? wait_command(observation->state, observation->player)
                                      : command;
}
