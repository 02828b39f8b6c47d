#include "rivals/tree.h"

#include <math.h>
#include <stdlib.h>

bool tree_create(Tree *tree, uint32_t capacity) {
    *tree = (Tree){.node = malloc(capacity * sizeof *tree->node), .capacity = capacity};
    if (tree->node)
        tree_clear(tree);
    return tree->node;
}

void tree_destroy(Tree *tree) {
    free(tree->node);
}

void tree_clear(Tree *tree) {
    tree->node[TREE_ROOT] = (TreeNode){0};
    tree->count = 1;
}

bool tree_expand(Tree *tree, uint32_t index) {
    if (tree->capacity - tree->count < COMMAND_COUNT)
        return false;
    memset(&tree->node[tree->count], 0, COMMAND_COUNT * sizeof *tree->node);
    tree->node[index].children = tree->count;
    tree->count += COMMAND_COUNT;
    return true;
}

static unsigned without_visits(const TreeNode *children, unsigned mask) {
    unsigned fresh = 0;
    for (unsigned rest = mask; rest; rest &= rest - 1)
        if (children[__builtin_ctz(rest)].visits == 0)
            fresh |= rest & -rest;
    return fresh;
}

static float score(const TreeNode *child, float log_visits, const UctRule *rule) {
    float n = (float)child->visits;
    float q = (1 - rule->mix) * child->sum / n + rule->mix * child->best;
    float bias = rule->bias * (child->prior - rule->mean) / (1 + n);
    return (q + bias) / rule->spread + rule->c * sqrtf(log_visits / n);
}

Command tree_select(const Tree *tree, uint32_t index, unsigned mask, const UctRule *rule,
                    Random *random) {
    const TreeNode *node = &tree->node[index], *children = &tree->node[node->children];
    unsigned fresh = without_visits(children, mask);
    if (fresh)
        return (Command)random_bit(random, fresh);
    float log_visits = logf((float)node->visits + 1), most = -INFINITY;
    Command best = COMMAND_NOTHING;
    for (unsigned rest = mask; rest; rest &= rest - 1) {
        Command command = (Command)__builtin_ctz(rest);
        float value = score(&children[command], log_visits, rule);
        if (value > most) {
            most = value;
            best = command;
        }
    }
    return best;
}

void tree_update(TreeNode *node, float value) {
    node->best = node->visits == 0 || value > node->best ? value : node->best;
    node->sum += value;
    node->visits++;
}

UctRule uct_rule(float c, float mix, float bias) {
    return (UctRule){.c = c, .mix = mix, .bias = bias, .spread = 1};
}

void uct_rule_count(UctRule *rule, float value) {
    double from = (double)value - rule->running_mean;
    rule->values++;
    rule->running_mean += from / rule->values;
    rule->squares += from * ((double)value - rule->running_mean);
    rule->mean = (float)rule->running_mean;
    rule->spread = (float)sqrt(rule->squares / rule->values) + 0.1f;
}
