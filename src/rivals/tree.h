/* A search tree over the commands of one player, and UCT in it.
 *
 * A node stands for the commands that lead to it. States are not stored in nodes but in the line
 * that is simulated (playout.h). The children of a node, one for each command, lie side by side:
 *
 *   node[0]      root      children = 1
 *   node[1..7]   its children, by command; node[3] children = 8
 *   node[8..14]  the children of node[3]
 *   ...
 *
 * All nodes lie in one arena of fixed size, 24 bytes each. Single nodes are never freed; the next
 * search begins at node[0] again. When the arena is full, leaves stay leaves, and their playouts go
 * on.
 */
#ifndef BLASTBEAM_RIVALS_TREE_H
#define BLASTBEAM_RIVALS_TREE_H

#include "engine/random.h"
#include "engine/state.h"

enum { TREE_ROOT = 0 };

typedef struct TreeNode {
    uint32_t children; /* index of the first of COMMAND_COUNT; 0: none yet */
    uint32_t visits;
    float sum, best; /* of the values of all visits; best is undefined before the first */
    float prior;     /* value of the state of the node at the first visit */
    uint8_t closed;  /* bits 1 << command of the children that are not visited again */
} TreeNode;

typedef struct Tree {
    TreeNode *node;
    uint32_t count, capacity;
} Tree;

/* A child is chosen by the highest
 *
 *   Q + c sqrt(ln N / n) + bias H / (1 + n)      Q = (1 - mix) mean + mix best,  H = prior - mean
 *
 * where Q and H are divided by `spread`, and H is measured from `mean`, so that neither the scale
 * nor the zero of the values matters. A child without visits is chosen first. */
typedef struct UctRule {
    float c, mix, bias;
    float mean, spread; /* of the values of the search so far; spread is greater than 0 */
    unsigned values;
    double running_mean, squares; /* of them, by Welford */
} UctRule;

/* Room for `room` nodes (at least one and its children). Returns false when memory is short. */
bool tree_create(Tree *tree, uint32_t capacity);

/* A tree whose creation failed is allowed. */
void tree_destroy(Tree *tree);

/* Remove all nodes except the root, which has no visits then. */
void tree_clear(Tree *tree);

/* Give a leaf its children. Returns false when the arena is full. */
bool tree_expand(Tree *tree, uint32_t index);

/* Index of the child of a node that has been expanded. */
static inline uint32_t tree_child(const Tree *tree, uint32_t index, Command command) {
    return tree->node[index].children + (uint32_t)command;
}

/* The child to follow, of those in `mask` (bits 1 << command, not 0) of a node with children. Of
 * children without visits, a random one. */
Command tree_select(const Tree *tree, uint32_t index, unsigned mask, const UctRule *rule,
                    Random *random);

/* A rule without values. */
UctRule uct_rule(float c, float mix, float bias);

/* Add a value to the mean and the spread. */
void uct_rule_count(UctRule *rule, float value);

/* Add a visit with this value. */
void tree_update(TreeNode *node, float value);

#endif
