/* A search tree over the commands of one player, and UCT in it.
 *
 * A node stands for the commands that lead to it; the states are not in it, but in the line that is
 * being simulated (playout.h). Its children, one for each command, lie side by side:
 *
 *   node[0]      root      children = 1
 *   node[1..7]   its children, by command; node[3] children = 8
 *   node[8..14]  the children of node[3]
 *   ...
 *
 * All nodes are in one arena of fixed size, 24 bytes each. It is never freed piece by piece: the
 * next search begins at node[0] again. When it is full, leaves stay leaves, and playouts from them
 * go on.
 */
#ifndef BLASTBEAM_RIVALS_TREE_H
#define BLASTBEAM_RIVALS_TREE_H

#include "engine/random.h"
#include "engine/state.h"

enum { TREE_ROOT = 0 };

typedef struct TreeNode {
    uint32_t children; /* index of the first of COMMAND_COUNT; 0: none yet */
    uint32_t visits;
    float sum, best; /* of the values of all visits; best means nothing before the first */
    float prior;     /* what the state of the node was worth by itself at the first visit */
    uint8_t closed;  /* bit 1 << command: a child to which nothing goes any more */
} TreeNode;

typedef struct Tree {
    TreeNode *node;
    uint32_t count, room;
} Tree;

/* How a child is chosen: the greatest
 *
 *   Q + c sqrt(ln N / n) + bias H / (1 + n)      Q = (1 - mix) mean + mix best,  H = prior - mean
 *
 * where Q and H are counted in `spread`, and H from `mean`, so that neither the scale nor the zero
 * of the values matters. A child without visits comes first. */
typedef struct UctRule {
    float c, mix, bias;
    float mean, spread; /* of the values of the search so far; spread is greater than 0 */
    unsigned values;
    double running_mean, squares; /* of them, by Welford */
} UctRule;

/* Room for `room` nodes (at least one and its children). Returns false when memory is short. */
bool tree_create(Tree *tree, uint32_t room);

/* NULL inside, after a creation that failed, is allowed. */
void tree_destroy(Tree *tree);

/* Forget all but the root, which has no visits then. */
void tree_clear(Tree *tree);

/* Give a leaf its children. Returns false when there is no room. */
bool tree_expand(Tree *tree, uint32_t index);

/* Index of the child of a node that has been expanded. */
static inline uint32_t tree_child(const Tree *tree, uint32_t index, Command command) {
    return tree->node[index].children + (uint32_t)command;
}

/* The child to follow, of those in `mask` (bits 1 << command, not 0) of a node with children;
 * one of those without visits is taken at random. */
Command tree_select(const Tree *tree, uint32_t index, unsigned mask, const UctRule *rule,
                    Random *random);

/* Begin without values. */
UctRule uct_rule(float c, float mix, float bias);

/* Take a value into the mean and the spread. */
void uct_rule_count(UctRule *rule, float value);

/* Count a visit. */
void tree_update(TreeNode *node, float value);

#endif
