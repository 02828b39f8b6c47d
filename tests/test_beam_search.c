/* The beam search and the beam agent. */
#include <math.h>
#include <stdio.h>

#include "engine/commands.h"
#include "search/beam_search.h"
#include "support/agents.h"
#include "support/positions.h"
#include "test.h"

/* The cost of a first command is charged at the root, and its penalty again when a line waits at
 * the root cell first. */
static float cost_at(const BeamTask *task, const State *state, int depth, int command) {
    if (depth == 0)
        return task->root_bias.penalty[command] - task->root_bias.bonus[command];
    bool waited = command != COMMAND_NOTHING && state->cell[0] == task->root->cell[0];
    return waited ? task->root_bias.penalty[command] : 0;
}

/* Value of the best of all sequences of commands. The beam search must find it when the beam is
 * wide enough. */
static float best_sequence(const BeamTask *task, const State *state, int depth, float discount) {
    if (depth == task->depth)
        return 0;
    float best = -1e9f;
    unsigned legal = state_legal(state, 0);
    for (int c = 0; c < COMMAND_COUNT; c++) {
        if (!(legal >> c & 1))
            continue;
        State next;
        RoundEvents events;
        uint8_t command[MAX_PLAYERS] = {(uint8_t)c};
        state_copy(&next, state);
        engine()->play(task->evaluation.game, &next, command, &RANKS_IN_ORDER, &events);
        if (!state_is_alive(&next, 0))
            continue;
        float value = discount * points_won(&task->evaluation, state, &next);
        if (depth + 1 == task->depth)
            value += discount * evaluate(&task->evaluation, &next);
        value += best_sequence(task, &next, depth + 1, discount * default_weights.discount);
        value -= cost_at(task, state, depth, c);
        if (value > best)
            best = value;
    }
    return best;
}

TEST(test_a_wide_beam_finds_the_best_sequence) {
    const Positions *positions = all_positions();
    BeamSearch *search = beam_search_create(4096);
    for (int i = 0; i < 20; i++) {
        const Game *game = &positions->game[i];
        const State *state = &positions->state[i];
        BeamTask task = {.root = state, .first = ~0u, .width = 700, .depth = 5};
        SearchResult result;
        evaluation_init(&task.evaluation, engine(), game, &default_weights, state, 0);
        for (int c = 0; c < COMMAND_COUNT; c++)
            root_bias_set(&task.root_bias, c, i % 2 ? 500 + (float)c : (float)(4 * c - 8));
        beam_search_run(search, &task, &result);
        float best = best_sequence(&task, state, 0, 1);
        assert_true(result.complete);
        assert_float_equal(result.value, best, 0.01);
    }
    beam_search_destroy(search);
}

/* A first command whose states have all left the beam keeps the value that it had until then: that
 * of a search that ends there. */
TEST(test_commands_that_left_the_beam_keep_their_value) {
    const Positions *positions = mid_game();
    BeamSearch *search = beam_search_create(3);
    int left_beam = 0;
    for (int i = 0; i < positions->count; i++) {
        BeamTask task = {.root = &positions->state[i], .first = ~0u, .width = 3};
        SearchResult result, until;
        evaluation_init(&task.evaluation, engine(), &positions->game[i], &default_weights,
                        task.root, 0);
        task.depth = 12;
        beam_search_run(search, &task, &result);
        for (int c = 0; c < COMMAND_COUNT; c++) {
            if (!result.first_rounds[c]) {
                assert_true(result.first_value[c] == -INFINITY);
                continue;
            }
            task.depth = result.first_rounds[c];
            beam_search_run(search, &task, &until);
            assert_true(until.first_value[c] == result.first_value[c]);
            left_beam += result.first_rounds[c] < result.pv.length;
        }
        assert_int_equal(result.first_rounds[result.pv.command[0]], result.pv.length);
    }
    assert_true(left_beam > positions->count);
    beam_search_destroy(search);
}

/* A narrow beam that is given the line of a wide one finds that line or a better one. */
TEST(test_the_given_line_stays_in_the_beam) {
    enum { WIDE = 500, NARROW = 4 };
    const Positions *positions = mid_game();
    BeamSearch *search = beam_search_create(WIDE);
    int missed = 0;
    for (int i = 0; i < positions->count; i++) {
        const State *state = &positions->state[i];
        BeamTask task = {.root = state, .first = ~0u, .depth = 12, .unique = i % 2};
        task.survives_only = task.assume_bomb_reply = i % 4 < 2;
        evaluation_init(&task.evaluation, engine(), &positions->game[i], &default_weights, state,
                        0);
        SearchResult wide, narrow, given;
        task.width = WIDE;
        beam_search_run(search, &task, &wide);
        task.width = NARROW;
        beam_search_run(search, &task, &narrow);
        task.pv = &wide.pv;
        beam_search_run(search, &task, &given);
        assert_true(given.value >= wide.value - 0.01f);
        missed += narrow.value < wide.value - 0.01f;
    }
    assert_int_not_equal(missed, 0);
    beam_search_destroy(search);
}

static Command think(const char *spec, const Game *game, const State *state, uint64_t nodes,
                     int threads, SearchInfo *info) {
    Agent *agent = make_agent(spec, 1);
    const Observation observation = {.game = game, .state = state};
    const MoveRequest request = {.limits = {.nodes = nodes, .threads = threads}};
    Command command = agent_move(agent, &observation, &request, info);
    agent_destroy(agent);
    return command;
}

TEST(test_a_search_limited_by_nodes_is_repeatable) {
    const Positions *positions = all_positions();
    for (int i = 0; i < 12; i++) {
        const Game *game = &positions->game[i];
        const State *state = &positions->state[i];
        SearchInfo first, second;
        Command a = think("beam", game, state, 5000, 1, &first);
        Command b = think("beam", game, state, 5000, 1 + i % 4, &second);
        assert_int_equal(a, b);
        assert_int_equal(first.nodes, second.nodes);
        assert_true(first.value == second.value);
        assert_true(first.nodes < 5000 * 11 / 10);
    }
}

/* A player that goes round and round may do so because of what it predicts. */
TEST(test_opponents_are_not_predicted_in_a_loop) {
    const Positions *positions = all_positions();
    int compared = 0;
    for (int i = 0; i < positions->count; i++) {
        Observation observation = {.game = &positions->game[i], .state = &positions->state[i]};
        if (__builtin_popcount(observation.state->alive) != 2 || observation.state->owned[0])
            continue;
        const MoveRequest request = {.limits = {.nodes = 3000, .threads = 1}};
        SearchInfo info[2][2];
        for (int looping = 0; looping < 2; looping++) {
            for (int t = 0; t < TRAIL_ROUNDS && looping; t++)
                observation.trail.cell[t] = cell_at(1, 1 + t % 2);
            for (int predicted = 0; predicted < 2; predicted++) {
                Agent *agent = make_agent(predicted ? "beam:no-aims" : "beam:no-aims,no-op", 1);
                agent_move(agent, &observation, &request, &info[looping][predicted]);
                agent_destroy(agent);
            }
        }
        assert_true(info[1][0].nodes == info[1][1].nodes && info[1][0].value == info[1][1].value);
        compared += info[0][0].value != info[0][1].value;
    }
    assert_int_equal(compared, 2);
}

/* Every setting changes the games. */
TEST(test_every_setting_changes_the_search) {
    static const char *const others[] = {
        "no-zh",          "no-op",         "no-lb",          "no-fmp",       "no-sc",
        "no-bomb_reply",  "no-aims",       "width=9",        "local=50",     "depth=9",
        "verify=1",       "hunt=0",        "trade=0",        "bag2=90",      "corner_step=9",
        "discount=1",     "no-keep",       "low_mobility=0", "wall_share=0", "share_steps=40",
        "no-leave_loops", "no-prize_ways", "predict=20",     "prize_lag=60", "prize_step=4"};
    const char *usual = "beam:trade_share=0"; /* chasers never have 70 % of our points */
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char spec[96];
        snprintf(spec, sizeof spec, "%s,%s", usual, others[i]);
        if (same_games(usual, spec, "chaser", 8, 500))
            fail_msg("%s makes no difference", spec);
    }
    assert_false(same_games("beam", usual, "chaser", 8, 500));
    assert_true(same_games("beam", "beam:zh,op,suicides=3,trade=5", "chaser", 2, 500));
}

/* A player that is behind with all walls gone pays in each round of its plan for the cells that its
 * opponent can reach: about twenty cells at half a point, eight times. */
TEST(test_a_hunter_pays_for_the_mobility_of_its_target) {
    Game game;
    State state;
    SearchInfo pressing, idle;
    read_position(empty_board, &game, &state);
    state.points[0] -= 100;
    ask_new("beam", &game, &state, 0, 4000, &pressing);
    ask_new("beam:restrict_target=0", &game, &state, 0, 4000, &idle);
    assert_true(pressing.value < idle.value - 40);
    state.points[0] += 100;
    ask_new("beam", &game, &state, 0, 4000, &pressing);
    ask_new("beam:restrict_target=0", &game, &state, 0, 4000, &idle);
    assert_true(pressing.value == idle.value);
}

/* When the beam cannot become wider, the rest of the budget makes it deeper. */
TEST(test_a_beam_at_its_widest_becomes_deeper) {
    const Positions *positions = mid_game();
    SearchInfo narrow, wide;
    ask_new("beam:depth=30,width=30", &positions->game[0], &positions->state[0], 0, 200000,
            &narrow);
    ask_new("beam:depth=30,width=2000", &positions->game[0], &positions->state[0], 0, 20000, &wide);
    assert_int_equal(narrow.depth, PV_LENGTH);
    assert_int_equal(wide.depth, 30);
}

/* No plan is longer than the match, however much time is left. */
TEST(test_plans_end_with_the_match) {
    const Positions *positions = mid_game();
    const uint64_t nodes[] = {3000, 60000};
    for (int i = 0; i < 4; i++)
        for (int left = 1; left <= 30; left += 7) {
            SearchInfo info;
            State state = positions->state[i];
            state.round = (uint16_t)(positions->game[i].last_round + 1 - left);
            think("beam", &positions->game[i], &state, nodes[i % 2], 1, &info);
            assert_in_range(info.depth, 1, left);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_wide_beam_finds_the_best_sequence),
        cmocka_unit_test(test_commands_that_left_the_beam_keep_their_value),
        cmocka_unit_test(test_the_given_line_stays_in_the_beam),
        cmocka_unit_test(test_a_search_limited_by_nodes_is_repeatable),
        cmocka_unit_test(test_opponents_are_not_predicted_in_a_loop),
        cmocka_unit_test(test_every_setting_changes_the_search),
        cmocka_unit_test(test_a_hunter_pays_for_the_mobility_of_its_target),
        cmocka_unit_test(test_a_beam_at_its_widest_becomes_deeper),
        cmocka_unit_test(test_plans_end_with_the_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
