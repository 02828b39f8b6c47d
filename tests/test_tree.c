/* The search tree and the searches in it: what the nodes hold must be consistent. */
#include <math.h>
#include <string.h>

#include "platform/memory.h"
#include "rivals/duct.h"
#include "rivals/uct.h"
#include "support/positions.h"
#include "test.h"

enum { CAPACITY = 1 << 16 };

static Line *line;
static Tree tree;

GROUP_FUNCTION(make) {
    line = memory_allocate_aligned(sizeof *line);
    return line && tree_create(&tree, CAPACITY) ? 0 : -1;
}

GROUP_FUNCTION(destroy) {
    memory_free_aligned(line);
    tree_destroy(&tree);
    return 0;
}

static UctTask task_at(const Game *game, const State *state) {
    UctTask task = {.root = state,
                    .first = ~0u,
                    .depth = 12,
                    .playout = 12,
                    .follow = 0.5f,
                    .c = 0.5f,
                    .mix = 0.5f,
                    .decay = 1,
                    .limits.nodes = 3000};
    evaluation_init(&task.evaluation, engine(), game, &rival_weights, state, 0);
    return task;
}

static SearchResult search(const UctTask *task) {
    Random random = random_seeded(3);
    SearchResult result;
    uct_search(&tree, line, task, &random, &result);
    return result;
}

/* The visits of a node are those of its children and the one in which it was a leaf. Its mean and
 * its best lie within the bounds of the children's. */
static void check_node(uint32_t index, bool is_root) {
    const TreeNode *node = &tree.node[index];
    if (!node->visits)
        assert_int_equal(node->children, 0);
    if (!node->children)
        return;
    uint32_t visits = 0;
    float best = -1e9f, sum = 0;
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
        const TreeNode *child = &tree.node[tree_child(&tree, index, c)];
        visits += child->visits;
        sum += child->sum;
        best = child->visits && child->best > best ? child->best : best;
        check_node(tree_child(&tree, index, c), false);
    }
    assert_true(node->visits >= visits && (!is_root || node->visits == visits));
    assert_true(node->best >= best && (!is_root || node->best == best));
    assert_true(node->sum <= (float)node->visits * node->best + 0.1f + 1e-4f * fabsf(node->sum));
    if (is_root)
        assert_float_equal(node->sum, sum, 0.01f + 1e-3f * fabsf(sum));
}

typedef void CheckPosition(const Game *game, const State *state);

static void for_positions(CheckPosition *check) {
    const Positions *positions = all_positions();
    for (int i = 0; i < positions->count; i++)
        if (state_is_alive(&positions->state[i], 0))
            check(&positions->game[i], &positions->state[i]);
}

static void check_tree(const Game *game, const State *state) {
    UctTask task = task_at(game, state);
    SearchResult result = search(&task);
    if (!result.pv.length)
        return;
    check_node(TREE_ROOT, true);
    assert_int_equal(result.widest, tree.node[TREE_ROOT].visits);
    assert_true(result.nodes < 3000 + 40);
    float root_value = evaluate(&task.evaluation, state);
    assert_float_equal(result.value, tree.node[TREE_ROOT].best + root_value, 0.01f);
    assert_true(result.value == result.first_value[result.pv.command[0]]);
}

TEST(test_nodes_add_up) {
    for_positions(check_tree);
}

/* When the plan is played, its player stays alive and wins what was promised. */
static void check_plan(const Game *game, const State *state) {
    UctTask task = task_at(game, state);
    SearchResult result = search(&task);
    State now = *state;
    float value = 0, discount = 1;
    for (int d = 0; d < result.pv.length; d++) {
        State before = now;
        RoundEvents events;
        uint8_t command[MAX_PLAYERS] = {result.pv.command[d]};
        assert_true(state_legal(&now, 0) >> result.pv.command[d] & 1);
        engine()->play(game, &now, command, &RANKS_IN_ORDER, &events);
        assert_true(state_is_alive(&now, 0));
        value += discount * points_won(&task.evaluation, &before, &now);
        discount *= rival_weights.discount;
    }
    float root_value = evaluate(&task.evaluation, state);
    value += discount * (evaluate(&task.evaluation, &now) - root_value) + root_value;
    if (result.pv.length)
        assert_float_equal(value, result.value, 0.01f);
}

TEST(test_plans_win_what_they_promise) {
    for_positions(check_plan);
}

/* Three nodes are left, too few for children. When few commands can be survived, all are tried
 * before the arena is full. */
static void check_full(const Game *game, const State *state) {
    enum { FULL = 1 + 20 * COMMAND_COUNT, LEFT_OVER = 3, BEYOND = 100 };
    static TreeNode untouched[BEYOND];
    UctTask task = task_at(game, state);
    tree.capacity = FULL + LEFT_OVER;
    memset(untouched, 0xaa, sizeof untouched);
    memset(tree.node + FULL, 0xaa, sizeof untouched);
    SearchResult result = search(&task);
    assert_true(tree.count <= FULL);
    assert_int_equal(result.nodes >= task.limits.nodes, tree.count == FULL);
    assert_memory_equal(tree.node + FULL, untouched, sizeof untouched);
    tree.capacity = CAPACITY;
}

/* Leaves stay leaves when the arena is full, and the search continues to its limit. */
TEST(test_search_continues_in_a_full_arena) {
    for_positions(check_full);
}

/* With one cell and walls, everything is soon tried, and the search ends. */
TEST(test_search_ends_when_all_is_tried) {
    Game game;
    State state;
    read_position("position cage\nround=5 bounty=100\n"
                  "###########\n"
                  "#A+       \n"
                  "#+# # # # \n"
                  "A 2,2 bag=1 radius=1 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\nend\n",
                  &game, &state);
    UctTask task = task_at(&game, &state);
    for (task.depth = 1; task.depth < 5; task.depth++) {
        SearchResult result = search(&task);
        assert_int_equal(result.pv.command[0], COMMAND_NOTHING);
        assert_true(result.nodes < 20);
        assert_int_equal(tree.node[TREE_ROOT].closed, state_legal(&state, 0));
    }
}

/* The trees of a decoupled search: the root has one visit for each simulation, and so have its
 * children together; the values of nodes are means of all their visits, within the bounds of the
 * best. */
static void check_decoupled(const Game *game, const State *state) {
    static Tree trees[MAX_PLAYERS];
    Random random = random_seeded(3);
    Prediction lines;
    SearchResult result;
    DuctTask task = {.root = state, .player = 0, .first = ~0u, .limits.nodes = 2000};
    task.depth = task.playout = 9;
    task.follow = 0.9f;
    task.c = 2;
    task.mix = 0.2f;
    for (int p = 0; p < state->players; p++) {
        evaluation_init(&task.evaluation[p], engine(), game, &rival_weights, state, p);
        assert_true(tree_create(&trees[p], CAPACITY));
    }
    duct_search(trees, line, &task, &random, &lines, &result);
    assert_in_range(result.nodes, 2000, 2100);
    assert_in_range(result.pv.length, 1, 9);
    assert_true(state_legal(state, 0) >> result.pv.command[0] & 1);
    for (int p = 0; p < state->players; p++) {
        const TreeNode *root = &trees[p].node[TREE_ROOT];
        uint32_t visits = 0;
        for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT && root->children; c++)
            visits += trees[p].node[tree_child(&trees[p], TREE_ROOT, c)].visits;
        assert_int_equal(root->visits, visits);
        assert_int_equal(visits, state_is_alive(state, p) ? result.widest : 0);
        for (uint32_t i = 0; i < trees[p].count; i++) {
            const TreeNode *node = &trees[p].node[i];
            float bound = (float)node->visits * node->best;
            assert_true(!node->visits || node->sum <= bound + 0.1f + 1e-4f * fabsf(bound));
        }
        tree_destroy(&trees[p]);
    }
}

TEST(test_decoupled_trees_add_up) {
    for_positions(check_decoupled);
}

/* Of two children, the one with the better mean is chosen at c = 0, the one with fewer visits at a
 * large c. The bias favours a good prior, less after many visits. */
TEST(test_selection_follows_mean_visits_and_bias) {
    Random random = random_seeded(1);
    const unsigned both = 1 << COMMAND_UP | 1 << COMMAND_DOWN;
    tree_clear(&tree);
    assert_true(tree_expand(&tree, TREE_ROOT));
    TreeNode *up = &tree.node[tree_child(&tree, TREE_ROOT, COMMAND_UP)];
    TreeNode *down = &tree.node[tree_child(&tree, TREE_ROOT, COMMAND_DOWN)];
    UctRule rule = {.spread = 1};
    for (int i = 0; i < 10; i++)
        tree_update(up, 2);
    assert_int_equal(tree_select(&tree, TREE_ROOT, both, &rule, &random), COMMAND_DOWN);
    tree_update(down, -1);
    tree_update(down, 4);
    tree.node[TREE_ROOT].visits = 12;
    assert_int_equal(tree_select(&tree, TREE_ROOT, both, &rule, &random), COMMAND_UP);
    rule.c = 5;
    assert_int_equal(tree_select(&tree, TREE_ROOT, both, &rule, &random), COMMAND_DOWN);
    rule = (UctRule){.spread = 1, .mix = 1};
    assert_int_equal(tree_select(&tree, TREE_ROOT, both, &rule, &random), COMMAND_DOWN);
    rule = (UctRule){.spread = 1, .bias = 1};
    down->prior = 1;
    assert_int_equal(tree_select(&tree, TREE_ROOT, both, &rule, &random), COMMAND_UP);
    down->prior = 6;
    assert_int_equal(tree_select(&tree, TREE_ROOT, both, &rule, &random), COMMAND_DOWN);
    assert_int_equal(tree_select(&tree, TREE_ROOT, 1 << COMMAND_UP, &rule, &random), COMMAND_UP);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_add_up),
        cmocka_unit_test(test_plans_win_what_they_promise),
        cmocka_unit_test(test_search_continues_in_a_full_arena),
        cmocka_unit_test(test_search_ends_when_all_is_tried),
        cmocka_unit_test(test_decoupled_trees_add_up),
        cmocka_unit_test(test_selection_follows_mean_visits_and_bias),
    };
    return cmocka_run_group_tests(tests, make, destroy);
}
