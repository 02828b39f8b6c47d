/* The agents that search trees. */
#include "agents/registry.h"
#include "support/agent_tests.h"
#include "support/agents.h"
#include "support/positions.h"
#include "test.h"

static const char *const specs[] = {"mcts",      "mcts:no-op,no-fmp,playout=0,depth=40,mix=1",
                                    "mcts-bias", "mcts-bias:no-bias,decay=0.5",
                                    "duct",      "duct:no-fmp,playout=0,depth=40,rival_weight=1",
                                    NULL};

static const char *const wrong[] = {
    "mcts:playout=41",   "mcts:depth=0", "mcts:mix=2",          "mcts:biased", "mcts-bias:bias=x",
    "mcts-bias:decay=2", "duct:op",      "duct:rival_weight=2", "duct:kill=2", NULL};

static const Roster roster = {
    .specs = specs, .wrong = wrong, .budget_ms = 3, .most_ms = 3.8, .keep = true};

TEST(test_tree_agents_beat_random) {
    static const char *const names[] = {"mcts", "mcts-bias", "duct"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(games_won(names[i], "random", 6, 2, 1500), 6);
        assert_in_range(games_won(names[i], "random", 4, 4, 1500), 3, 4);
    }
}

/* The agent random soon kills itself, so a player that waits wins; a chaser has to be fought. */
TEST(test_tree_agents_beat_chasers) {
    static const char *const names[] = {"mcts", "mcts-bias", "duct"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_equal(games_won(names[i], "chaser", 4, 2, 1500), 4);
}

/* The mean value that new agents report for the positions of mid_game. */
static double mean_value(const char *spec, uint64_t nodes) {
    const Positions *positions = mid_game();
    double sum = 0;
    for (int i = 0; i < positions->count; i++) {
        SearchInfo info;
        ask_new(spec, &positions->game[i], &positions->state[i], 0, nodes, &info);
        sum += info.value;
    }
    return sum / positions->count;
}

TEST(test_more_nodes_are_better) {
    assert_true(mean_value("mcts:no-op,no-fmp", 20000) > mean_value("mcts:no-op,no-fmp", 900) + 2);
}

/* Every setting changes the search. Without its two settings mcts-bias is mcts. */
TEST(test_every_setting_changes_the_search) {
    static const char *const others[] = {
        "mcts-bias",  "mcts-bias:no-decay", "mcts-bias:no-bias", "mcts:c=3",
        "mcts:mix=0", "mcts:follow=0",      "mcts:playout=2",    "mcts:depth=9",
        "mcts:no-op", "mcts:no-fmp",        "mcts:depth=20"};
    double plain = mean_value("mcts", 2000);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_true(mean_value(others[i], 2000) != plain);
    assert_true(mean_value("mcts:playout=12", 2000) == plain);
    plain = mean_value("duct", 2000);
    assert_true(mean_value("duct:rival_weight=0.5", 2000) != plain);
    assert_true(mean_value("duct:follow=0", 2000) != plain);
    plain = mean_value("mcts", 2000);
    assert_true(mean_value("mcts-bias:no-bias,no-decay", 2000) == plain);
    assert_true(mean_value("mcts-bias:bias=0,decay=1", 2000) == plain);
}

/* These settings would have no effect. */
TEST(test_cut_off_playouts_are_refused) {
    static const char *const cut_off[] = {"mcts:playout=20", "mcts-bias:playout=13,bias=0",
                                          "duct:playout=10"};
    for (size_t i = 0; i < sizeof cut_off / sizeof cut_off[0]; i++) {
        char error[256] = "";
        assert_null(agent_create(cut_off[i], 1, error, sizeof error));
        assert_non_null(strstr(error, "would be cut off by depth="));
    }
}

#define OF_ALL(test) cmocka_unit_test_prestate(test, (void *)&roster)

int main(void) {
    const struct CMUnitTest tests[] = {
        OF_ALL(test_commands_are_legal),
        OF_ALL(test_answers_repeat),
        OF_ALL(test_forced_escape_is_found),
        cmocka_unit_test(test_tree_agents_beat_random),
        cmocka_unit_test(test_tree_agents_beat_chasers),
        cmocka_unit_test(test_more_nodes_are_better),
        cmocka_unit_test(test_every_setting_changes_the_search),
        cmocka_unit_test(test_cut_off_playouts_are_refused),
        OF_ALL(test_time_is_kept),
        OF_ALL(test_settings_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
