/* The agents rhea and lookahead, and the evolution of plans in rhea. */
#include <string.h>

#include "rivals/evolution.h"
#include "support/agent_tests.h"
#include "support/agents.h"
#include "support/positions.h"
#include "test.h"

static const char *const specs[] = {"rhea", "rhea:no-op,no-fmp,population=3,offspring=7,length=40",
                                    "lookahead", "lookahead:no-chase", NULL};

static const char *const wrong[] = {"rhea:length=41",
                                    "rhea:population=0",
                                    "rhea:mutation=2",
                                    "rhea:offspring=xx",
                                    "lookahead:chaser",
                                    "lookahead:op",
                                    NULL};

static const Roster roster = {
    .specs = specs, .wrong = wrong, .budget_ms = 2, .most_ms = 2.5, .keep = false};

/* An agent that is kept from the last round finds at least the value of that round's plan. Asked
 * for the same round twice, it gives the same answer. */
TEST(test_plans_are_kept_between_rounds) {
    const Positions *positions = mid_game();
    double kept_sum = 0, fresh_sum = 0;
    for (int i = 0; i < positions->count; i++) {
        const Game *game = &positions->game[i];
        State next = positions->state[i];
        if (!state_is_alive(&next, 0))
            continue;
        Agent *kept = make_agent("rhea:no-op,no-fmp", 1),
              *fresh = make_agent("rhea:no-op,no-fmp", 1);
        SearchInfo info, again;
        uint8_t command[MAX_PLAYERS] = {0};
        RoundEvents events;
        command[0] = (uint8_t)ask(kept, game, &next, 0, 5000, &info);
        assert_int_equal(ask(kept, game, &next, 0, 5000, &again), command[0]);
        assert_true(info.value == again.value);
        engine()->play(game, &next, command, &RANKS_IN_ORDER, &events);
        if (state_is_alive(&next, 0)) {
            ask(kept, game, &next, 0, 1000, &info);
            kept_sum += info.value;
            ask(fresh, game, &next, 0, 1000, &info);
            fresh_sum += info.value;
        }
        agent_destroy(kept);
        agent_destroy(fresh);
    }
    assert_true(kept_sum > fresh_sum + positions->count);
}

static SearchResult evolve(Evolution *evolution, const Game *game, const State *state, int length,
                           float mutation, uint64_t nodes) {
    SearchResult result;
    Random random = random_seeded(9);
    EvolutionTask task = {.root = state,
                          .first = ~0u,
                          .parents = 20,
                          .offspring = 20,
                          .length = length,
                          .mutation = mutation,
                          .limits.nodes = nodes};
    evaluation_init(&task.evaluation, engine(), game, &rival_weights, state, 0);
    evolution_search(evolution, &task, &random, &result);
    return result;
}

/* The first plan that is played after a shift is the best one of the last round, without its first
 * command. */
TEST(test_shifted_plan_is_the_same) {
    const Positions *positions = mid_game();
    Evolution *evolution = evolution_create();
    Random random = random_seeded(1);
    int different = 0;
    assert_non_null(evolution);
    for (int i = 0; i < positions->count; i++) {
        State next = positions->state[i];
        RoundEvents events;
        evolution_clear(evolution);
        SearchResult result = evolve(evolution, &positions->game[i], &next, 12, 0.5f, 4000);
        if (result.pv.length < 12)
            continue;
        engine()->play(&positions->game[i], &next, (uint8_t[MAX_PLAYERS]){result.pv.command[0]},
                       &RANKS_IN_ORDER, &events);
        evolution_shift(evolution, &random);
        SearchResult again = evolve(evolution, &positions->game[i], &next, 12, 0.5f, 1);
        assert_memory_equal(again.pv.command, result.pv.command + 1, 11);
        evolution_shift(evolution, &random);
        evolution_clear(evolution);
        SearchResult fresh = evolve(evolution, &positions->game[i], &next, 12, 0.5f, 1);
        different += memcmp(fresh.pv.command, result.pv.command + 1, 11) != 0;
    }
    assert_true(different > positions->count / 2);
    evolution_destroy(evolution);
}

/* A cannot leave the blast of a bomb wherever it plants one. No bomb explodes within the three
 * rounds. */
TEST(test_doomed_plans_are_penalised) {
    Game game;
    State state;
    Evolution *evolution = evolution_create();
    read_position("position room\nround=5 bounty=100\n"
                  "###########\n"
                  "#A+       \n"
                  "# # # # # \n"
                  "#+        \n"
                  "A 2,2 bag=1 radius=1 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\nend\n",
                  &game, &state);
    SearchResult result = evolve(evolution, &game, &state, 3, 0.5f, 3000);
    for (int d = 0; d < result.pv.length; d++)
        assert_int_not_equal(result.pv.command[d], COMMAND_BOMB);
    assert_true(result.value > -100);
    assert_true(result.first_value[COMMAND_BOMB] < -1150);
    evolution_destroy(evolution);
}

/* With little mutation, crossover among good parents spreads good plans. */
TEST(test_good_plans_have_offspring) {
    const Positions *positions = mid_game();
    Evolution *evolution = evolution_create();
    double value = 0;
    for (int i = 0; i < positions->count; i++) {
        evolution_clear(evolution);
        value +=
            evolve(evolution, &positions->game[i], &positions->state[i], 17, 0.03f, 6000).value;
    }
    assert_true(value > 0); /* negative when the worst parents are chosen */
    evolution_destroy(evolution);
}

TEST(test_lookahead_plays_every_command_for_one_round) {
    const Positions *positions = mid_game();
    for (int i = 0; i < positions->count; i++) {
        const State *state = &positions->state[i];
        SearchInfo info;
        ask_new("lookahead", &positions->game[i], state, 0, 0, &info);
        assert_int_equal(info.depth, 1);
        assert_int_equal(info.nodes, __builtin_popcount(state_legal(state, 0)));
    }
}

TEST(test_rhea_and_lookahead_beat_random) {
    assert_int_equal(games_won("rhea", "random", 8, 2, 1500), 8);
    assert_int_equal(games_won("lookahead", "random", 20, 2, 0), 20);
    assert_in_range(games_won("rhea", "random", 4, 4, 1500), 3, 4);
    assert_in_range(games_won("lookahead", "random", 8, 4, 0), 6, 8);
}

/* The agent random soon kills itself, so a player that waits wins; a chaser has to be fought. */
TEST(test_rhea_and_lookahead_beat_chasers) {
    assert_int_equal(games_won("rhea", "chaser", 4, 2, 1500), 4);
    assert_int_equal(games_won("lookahead", "chaser", 8, 2, 0), 8);
}

TEST(test_more_nodes_are_better) {
    const Positions *positions = mid_game();
    double value[2] = {0, 0};
    for (int more = 0; more < 2; more++)
        for (int i = 0; i < positions->count; i++) {
            Agent *agent = make_agent("rhea:no-op,no-fmp", 3);
            SearchInfo info;
            ask(agent, &positions->game[i], &positions->state[i], 0, more ? 20000 : 900, &info);
            value[more] += info.value;
            agent_destroy(agent);
        }
    assert_true(value[1] > value[0] + 3 * positions->count);
}

#define OF_ALL(test) cmocka_unit_test_prestate(test, (void *)&roster)

int main(void) {
    const struct CMUnitTest tests[] = {
        OF_ALL(test_commands_are_legal),
        OF_ALL(test_answers_repeat),
        cmocka_unit_test(test_plans_are_kept_between_rounds),
        cmocka_unit_test(test_shifted_plan_is_the_same),
        cmocka_unit_test(test_doomed_plans_are_penalised),
        cmocka_unit_test(test_good_plans_have_offspring),
        cmocka_unit_test(test_more_nodes_are_better),
        cmocka_unit_test(test_rhea_and_lookahead_beat_random),
        cmocka_unit_test(test_rhea_and_lookahead_beat_chasers),
        cmocka_unit_test(test_lookahead_plays_every_command_for_one_round),
        OF_ALL(test_forced_escape_is_found),
        OF_ALL(test_time_is_kept),
        OF_ALL(test_settings_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
