#include "rivals/uct.h"

#include <math.h>

/* One search. */
typedef struct Run {
    Tree *tree;
    Line *line;
    const UctTask *task;
    Random *random;
    SearchResult *result;
    UctRule rule;
    float root_value; /* value of the root */
    unsigned simulations;
    Prediction best;                /* the PV, for playouts to follow */
    uint32_t path[LINE_LENGTH + 1]; /* nodes, from the root to the leaf */
} Run;

static bool survives_depth(const Run *run, int depth) {
    return line_survives(run->line, depth, run->task->evaluation.player);
}

static void play(Run *run, int depth, Command own) {
    const UctTask *task = run->task;
    uint8_t command[MAX_PLAYERS] = {0};
    if (task->prediction && depth < task->prediction->length)
        memcpy(command, task->prediction->command[depth], sizeof command);
    command[task->evaluation.player] = (uint8_t)own;
    line_play(run->line, depth, command);
}

static unsigned open_commands(const Run *run, int depth) {
    unsigned mask = state_legal(&run->line->state[depth], run->task->evaluation.player);
    if (depth == 0)
        mask &= run->task->first;
    return mask & ~(unsigned)run->tree->node[run->path[depth]].closed;
}

/* Whether this is the first simulation, which follows the PV of the round before. */
static bool follows_pv(const Run *run, int depth) {
    const Pv *pv = run->task->pv;
    return run->simulations == 0 && pv && depth < pv->length;
}

static Command choose(Run *run, int depth, unsigned open) {
    const UctTask *task = run->task;
    if (follows_pv(run, depth) && open >> task->pv->command[depth] & 1)
        return (Command)task->pv->command[depth];
    return tree_select(run->tree, run->path[depth], open, &run->rule, run->random);
}

typedef enum Step { STEP_DOWN, STEP_TREE_FULL, STEP_CLOSED } Step;

/* Step to a child in which the player survives. */
static Step step_down(Run *run, int depth) {
    Tree *tree = run->tree;
    uint32_t index = run->path[depth];
    if (!tree->node[index].children && !tree_expand(tree, index))
        return STEP_TREE_FULL;
    for (unsigned open; (open = open_commands(run, depth)) != 0;) {
        Command command = choose(run, depth, open);
        uint32_t child = tree_child(tree, index, command);
        play(run, depth, command);
        run->path[depth + 1] = child;
        if (tree->node[child].visits > 0 || survives_depth(run, depth + 1))
            return STEP_DOWN;
        tree->node[index].closed |= (uint8_t)(1u << command);
    }
    return STEP_CLOSED;
}

/* Close the node at this depth: it is not visited again. */
static void close_node(Run *run, int depth) {
    TreeNode *parent = &run->tree->node[run->path[depth - 1]];
    parent->closed |= (uint8_t)(1u << (run->path[depth] - parent->children));
}

/* Whether the line ends at this depth, so that its value is exact. */
static bool is_final(const Run *run, int depth) {
    return depth == run->task->depth ||
           state_over(run->task->evaluation.game, &run->line->state[depth]);
}

static bool is_leaf(const Run *run, int depth) {
    bool fresh = run->tree->node[run->path[depth]].visits == 0;
    return (fresh && depth > 0 && !follows_pv(run, depth)) || is_final(run, depth);
}

/* Follow the tree to a node without visits; the first simulation follows the PV to its end. Returns
 * the depth of the node; 0 when every first command is closed. */
static int descend(Run *run) {
    int depth = 0;
    while (!is_leaf(run, depth)) {
        Step step = step_down(run, depth);
        if (step == STEP_TREE_FULL)
            break;
        if (step == STEP_CLOSED && depth == 0)
            return 0;
        if (step == STEP_CLOSED)
            close_node(run, depth--);
        else
            depth++;
    }
    return depth;
}

/* Returns the depth of the last state. */
static int play_out(Run *run, int leaf) {
    const UctTask *task = run->task;
    const PlayoutRule rule = {1u << task->evaluation.player, task->prediction, &run->best,
                              task->follow};
    int end = leaf + task->playout < task->depth ? leaf + task->playout : task->depth;
    return playout(run->line, leaf, end, &rule, run->random);
}

/* The last depth, from the leaf on, in which the player survives. */
static int last_survived(const Run *run, int leaf, int end) {
    while (end > leaf && !survives_depth(run, end))
        end--;
    return end;
}

static void note(Run *run, float value, int length) {
    const int player = run->task->evaluation.player;
    SearchResult *result = run->result;
    uint8_t first = run->line->command[0][player];
    value += run->root_value;
    if (value > result->first_value[first])
        result->first_value[first] = value;
    if (result->pv.length > 0 && value <= result->value)
        return;
    bool other = result->pv.length == 0 || result->pv.command[0] != first;
    run->best.length = result->pv.length = length;
    result->value = value;
    for (int d = 0; d < length; d++)
        run->best.command[d][player] = result->pv.command[d] = run->line->command[d][player];
    if (other && run->task->report)
        run->task->report(run->task->context, (Command)first);
}

static void update(Run *run, int leaf, float value) {
    TreeNode *node = run->tree->node;
    TreeNode *last = &node[run->path[leaf]];
    if (last->visits == 0)
        last->prior = line_value(run->line, leaf, run->task->evaluation.player, run->root_value);
    for (int d = 0; d <= leaf; d++)
        tree_update(&node[run->path[d]], value);
    uct_rule_count(&run->rule, value);
    run->simulations++;
}

/* Returns false when there is nothing left to simulate. */
static bool simulate(Run *run) {
    const UctTask *task = run->task;
    uint64_t before = run->line->nodes;
    int player = task->evaluation.player, leaf = descend(run);
    if (leaf == 0)
        return false;
    int end = last_survived(run, leaf, play_out(run, leaf));
    float value = line_value(run->line, end, player, run->root_value);
    value -= root_bias_cost(&task->root_bias, run->line->command[0][player]);
    note(run, value, end);
    update(run, leaf, value * powf(task->decay, (float)leaf));
    if (is_final(run, leaf))
        close_node(run, leaf);
    run->line->nodes += run->line->nodes ==
                        before; /* repeating a line must cost something, or the search never ends */
    return true;
}

void uct_search(Tree *tree, Line *line, const UctTask *task, Random *random, SearchResult *result) {
    Run run = {.tree = tree, .line = line, .task = task, .random = random, .result = result};
    run.rule = uct_rule(task->c, task->mix, task->bias);
    memset(result, 0, sizeof *result);
    for (int c = 0; c < COMMAND_COUNT; c++)
        result->first_value[c] = -INFINITY;
    memset(line->evaluation, 0, sizeof line->evaluation);
    line->evaluation[task->evaluation.player] = &task->evaluation;
    line_begin(line, task->root);
    tree_clear(tree);
    run.root_value = evaluate(&task->evaluation, task->root);
    while (simulate(&run) && !line_should_stop(line, run.simulations, &task->limits))
        continue;
    result->nodes = line->nodes;
    result->widest = (int)tree->node[TREE_ROOT].visits;
}
