#include "agents/root_moves.h"

#include "agents/shares.h"
#include "platform/platform.h"

static void judge(RootMoves *root, int verify) {
    enum { KILL_DEPTH = 2, SUICIDES = 2, FEAR = 30 };
    const JudgeLimits limits = {
        .depth = verify,
        .suicides = SUICIDES,
        .fear = FEAR,
        .kill_depth = KILL_DEPTH,
        .deadline = deadline_at(root->budget, root->start, JUDGE_SHARE),
        .node_limit = nodes_until(root->budget, 0, JUDGE_SHARE),
    };
    first_moves_judge(engine(), root->position, &limits, &root->first);
    root->nodes += root->first.nodes;
}

void root_moves_begin(RootMoves *root, const Position *position, const Budget *budget, bool strike,
                      int verify) {
    *root =
        (RootMoves){.position = position, .budget = budget, .start = clock_now(), .strike = strike};
    root->first.legal = state_legal(position->state, position->player);
    if (strike)
        judge(root, verify);
}

SearchLimits root_moves_limits(const RootMoves *root, double share) {
    enum { WITHOUT_BUDGET = 100000 };
    SearchLimits limits = {nodes_until(root->budget, root->nodes, share),
                           deadline_at(root->budget, root->start, share)};
    if (!limits.nodes && !limits.deadline)
        limits.nodes = WITHOUT_BUDGET;
    return limits;
}

unsigned root_moves_restrict(const RootMoves *root, float handicap[COMMAND_COUNT]) {
    const Position *position = root->position;
    unsigned first = root->strike ? root->first.allowed : root->first.legal;
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
        handicap[c] = root->strike ? first_move_handicap(&root->first, c) : 0;
    /* Where no wait is at hand, standing still would count as "do nothing". */
    unsigned active = first & ~(1u << COMMAND_NOTHING);
    bool no_wait = wait_command(position->state, position->player) == COMMAND_NOTHING;
    return active && no_wait ? active : first;
}

static void explain(const RootMoves *root, const Plan *plan, FILE *out) {
    fprintf(out, "%-8s %8s %8s\n", "first", "value", "danger");
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
        float value = plan->first_value[c];
        const char *why = root->strike ? first_move_objection(&root->first, c) : "";
        char number[16] = "-";
        if (value > -1e9f)
            snprintf(number, sizeof number, "%.2f", (double)value);
        fprintf(out, "%-8s %8s %7.0f%%  %s\n", command_name(c), number,
                100 * (double)root->first.calm.danger[c], why);
    }
    fprintf(out, "expected:");
    for (int d = 0; d < plan->length; d++)
        fprintf(out, " %s", command_name(plan->command[d]));
    fprintf(out, "\n");
}

Command root_moves_answer(const RootMoves *root, const Plan *plan, Thought *thought) {
    const Position *position = root->position;
    Command command = plan->length ? (Command)plan->command[0] : least_dangerous(&root->first);
    if (root->budget->explain)
        explain(root, plan, root->budget->explain);
    *thought = (Thought){plan->length, plan->widest, root->nodes, (double)plan->value};
    return command == COMMAND_NOTHING ? wait_command(position->state, position->player) : command;
}
