/* The agents rhea and lookahead, and the evolution of plans under the former. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "agents/agent.h"
#include "agents/evolution.h"
#include "arena/game.h"
#include "engine/position.h"
#include "platform/platform.h"

static const char *const specs[] = {"rhea", "rhea:no-op,no-fmp,population=3,offspring=7,length=40",
                                    "lookahead", "lookahead:no-chase"};

enum { SPECS = sizeof specs / sizeof specs[0], POSITIONS = 40 };

typedef struct Positions {
    int count;
    Game game[POSITIONS];
    State state[POSITIONS];
} Positions;

/* Every third of the positions: some of 2, 3 and 4 players. */
static const Positions *mid_game(void) {
    static Positions positions;
    size_t size;
    char *data = file_read("tests/data/positions.txt", 1 << 20, &size);
    const char *text = data;
    char name[POSITION_NAME], error[256];
    Game game;
    State state;
    assert_non_null(data);
    positions.count = 0;
    for (int i = 0; position_read(&text, name, &game, &state, error, sizeof error); i++)
        if (i % 3 == 0 && positions.count < POSITIONS) {
            positions.game[positions.count] = game;
            positions.state[positions.count++] = state;
        }
    free(data);
    assert_true(positions.count > 20);
    return &positions;
}

static void read_position(const char *drawn, Game *game, State *state) {
    char name[POSITION_NAME], error[256];
    if (!position_read(&drawn, name, game, state, error, sizeof error))
        fail_msg("%s", error);
}

static Agent *make_agent(const char *spec, uint64_t seed) {
    char error[256];
    Agent *agent = agent_create(spec, seed, error, sizeof error);
    if (!agent)
        fail_msg("%s", error);
    return agent;
}

static Command ask(Agent *agent, const Game *game, const State *state, int player, uint64_t nodes,
                   Thought *thought) {
    const Position position = {game, state, player, {0}};
    const Budget budget = {.nodes = nodes, .threads = 1};
    return agent_move(agent, &position, &budget, thought);
}

/* From a budget for nothing to one for a few generations. */
static void test_commands_are_legal(void **unused) {
    (void)unused;
    const Positions *positions = mid_game();
    for (int s = 0; s < SPECS; s++)
        for (uint64_t nodes = 1; nodes <= 3000; nodes = nodes * 5 + 2) {
            Agent *agent = make_agent(specs[s], nodes);
            for (int i = 0; i < positions->count; i++) {
                const State *state = &positions->state[i];
                int player = i % state->players;
                Thought thought;
                if (!state_is_alive(state, player))
                    continue;
                Command command = ask(agent, &positions->game[i], state, player, nodes, &thought);
                assert_false(is_refused(state, player, command));
                assert_true(thought.nodes > 0);
            }
            agent_destroy(agent);
        }
}

/* The limit of nodes is kept but for the last plan of each search and a first round judged. */
static void test_answers_repeat(void **unused) {
    (void)unused;
    const Positions *positions = mid_game();
    for (int s = 0; s < SPECS; s++)
        for (int i = 0; i < positions->count; i++) {
            Thought thought[2];
            Command command[2];
            for (int time = 0; time < 2; time++) {
                Agent *agent = make_agent(specs[s], 5);
                command[time] =
                    ask(agent, &positions->game[i], &positions->state[i], 0, 4000, &thought[time]);
                agent_destroy(agent);
            }
            assert_int_equal(command[0], command[1]);
            assert_int_equal(thought[0].nodes, thought[1].nodes);
            assert_int_equal(thought[0].depth, thought[1].depth);
            assert_true(thought[0].value == thought[1].value);
            assert_true(thought[0].nodes < 4000 * 11 / 10);
        }
}

/* An agent that is kept answers the next round as one that is new, in as good a way: here it finds
 * the same plan's value at least. Asked for the same round twice it says the same. */
static void test_plans_are_kept_between_rounds(void **unused) {
    (void)unused;
    const Positions *positions = mid_game();
    double kept_sum = 0, fresh_sum = 0;
    for (int i = 0; i < positions->count; i++) {
        const Game *game = &positions->game[i];
        State next = positions->state[i];
        if (!state_is_alive(&next, 0))
            continue;
        Agent *kept = make_agent("rhea:no-op,no-fmp", 1),
              *fresh = make_agent("rhea:no-op,no-fmp", 1);
        Thought thought, again;
        uint8_t command[MAX_PLAYERS] = {0};
        RoundEvents events;
        command[0] = (uint8_t)ask(kept, game, &next, 0, 5000, &thought);
        assert_int_equal(ask(kept, game, &next, 0, 5000, &again), command[0]);
        assert_true(thought.value == again.value);
        engine()->play(game, &next, command, &RANKS_IN_ORDER, &events);
        if (state_is_alive(&next, 0)) {
            ask(kept, game, &next, 0, 1000, &thought);
            kept_sum += thought.value;
            ask(fresh, game, &next, 0, 1000, &thought);
            fresh_sum += thought.value;
        }
        agent_destroy(kept);
        agent_destroy(fresh);
    }
    assert_true(kept_sum > fresh_sum + positions->count);
}

static Plan evolve(Evolution *evolution, const Game *game, const State *state, int length,
                   float mutation, uint64_t nodes) {
    Plan plan;
    Random random = random_seeded(9);
    EvolutionTask task = {.root = state,
                          .first = ~0u,
                          .parents = 20,
                          .offspring = 20,
                          .length = length,
                          .mutation = mutation,
                          .node_limit = nodes};
    evaluation_init(&task.evaluation, engine(), game, &default_weights, state, 0);
    evolution_search(evolution, &task, &random, &plan);
    return plan;
}

/* The first plan played after a shift is the best one of the round before, less its first command.
 */
static void test_shifted_plan_is_the_same(void **unused) {
    (void)unused;
    const Positions *positions = mid_game();
    Evolution *evolution = evolution_create();
    Random random = random_seeded(1);
    int different = 0;
    assert_non_null(evolution);
    for (int i = 0; i < positions->count; i++) {
        State next = positions->state[i];
        RoundEvents events;
        evolution_forget(evolution);
        Plan plan = evolve(evolution, &positions->game[i], &next, 12, 0.5f, 4000);
        if (plan.length < 12)
            continue;
        engine()->play(&positions->game[i], &next, (uint8_t[MAX_PLAYERS]){plan.command[0]},
                       &RANKS_IN_ORDER, &events);
        evolution_shift(evolution, &random);
        Plan again = evolve(evolution, &positions->game[i], &next, 12, 0.5f, 1);
        assert_memory_equal(again.command, plan.command + 1, 11);
        evolution_shift(evolution, &random);
        evolution_forget(evolution);
        Plan fresh = evolve(evolution, &positions->game[i], &next, 12, 0.5f, 1);
        different += memcmp(fresh.command, plan.command + 1, 11) != 0;
    }
    assert_true(different > positions->count / 2);
    evolution_destroy(evolution);
}

/* Wherever A plants, it cannot leave the blast; no bomb goes off within the three rounds. */
static void test_doomed_plans_are_penalised(void **unused) {
    (void)unused;
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
    Plan plan = evolve(evolution, &game, &state, 3, 0.5f, 3000);
    for (int d = 0; d < plan.length; d++)
        assert_int_not_equal(plan.command[d], COMMAND_BOMB);
    assert_true(plan.value > -100);
    assert_true(plan.first_value[COMMAND_BOMB] < -1150);
    evolution_destroy(evolution);
}

/* Where little is mutated, what the plans have is spread by crossover among good parents. */
static void test_good_plans_have_offspring(void **unused) {
    (void)unused;
    const Positions *positions = mid_game();
    Evolution *evolution = evolution_create();
    double value = 0;
    for (int i = 0; i < positions->count; i++) {
        evolution_forget(evolution);
        value +=
            evolve(evolution, &positions->game[i], &positions->state[i], 17, 0.03f, 6000).value;
    }
    assert_true(value > 0); /* 998; -3772 when the worst are chosen */
    evolution_destroy(evolution);
}

static Command lookahead_at(const char *drawn) {
    Game game;
    State state;
    Thought thought;
    read_position(drawn, &game, &state);
    Agent *agent = make_agent("lookahead", 1);
    Command command = ask(agent, &game, &state, 0, 0, &thought);
    assert_int_equal(thought.depth, 1);
    assert_int_equal(thought.nodes, __builtin_popcount(state_legal(&state, 0)));
    agent_destroy(agent);
    return command;
}

static void test_lookahead_takes_the_best(void **unused) {
    (void)unused;
    /* Walls at hand, that a bag is worth something, but out of reach. */
    assert_int_equal(lookahead_at("position collect\nround=5 bounty=100\n"
                                  "###########\n"
                                  "#  A&     \n"
                                  "# # # # # \n"
                                  "#         \n"
                                  "# # # # # \n"
                                  "#+++++++++++++++++++\n"
                                  "A 4,2 bag=1 radius=1 points=0\n"
                                  "B 20,20 bag=1 radius=1 points=0\nend\n"),
                     COMMAND_RIGHT);
    assert_int_equal(lookahead_at("position bomb\nround=5 bounty=100\n"
                                  "###########\n"
                                  "#  A+     \n"
                                  "# # # # # \n"
                                  "#         \n"
                                  "A 4,2 bag=1 radius=1 points=0\n"
                                  "B 20,20 bag=1 radius=1 points=0\nend\n"),
                     COMMAND_BOMB);
}

static int games_won(const char *spec, const char *rival, int games, int players, uint64_t nodes) {
    const GameSettings settings = {.players = players, .nodes = nodes, .threads = 1};
    int won = 0;
    for (int game = 0; game < games; game++) {
        GameSpec match = {.number = game, .seed = 1 + game / players};
        GameResult result;
        char error[256];
        for (int p = 0; p < players; p++)
            match.agents[p] = p == game % players ? spec : rival;
        assert_true(game_play(&match, &settings, &result, error, sizeof error));
        won += result.seats[game % players].place == 1;
        for (int p = 0; p < players; p++)
            assert_int_equal(result.seats[p].refused, 0);
    }
    return won;
}

static void test_they_beat_random(void **unused) {
    (void)unused;
    assert_int_equal(games_won("rhea", "random", 8, 2, 1500), 8);
    assert_int_equal(games_won("lookahead", "random", 20, 2, 0), 20);
    assert_in_range(games_won("rhea", "random", 4, 4, 1500), 3, 4);
    assert_in_range(games_won("lookahead", "random", 8, 4, 0), 6, 8);
}

static void test_more_nodes_are_better(void **unused) {
    (void)unused;
    const Positions *positions = mid_game();
    double value[2] = {0, 0};
    for (int more = 0; more < 2; more++)
        for (int i = 0; i < positions->count; i++) {
            Agent *agent = make_agent("rhea:no-op,no-fmp", 3);
            Thought thought;
            ask(agent, &positions->game[i], &positions->state[i], 0, more ? 20000 : 900, &thought);
            value[more] += thought.value;
            agent_destroy(agent);
        }
    assert_true(value[1] > value[0] + 3 * positions->count);
}

/* Whether player 0 can live for so many rounds after `own`, by trying everything. */
static bool can_live(const Game *game, const State *state, Command own, int rounds) {
    State next = *state;
    RoundEvents events;
    const uint8_t command[MAX_PLAYERS] = {(uint8_t)own};
    if (!(state_legal(state, 0) >> own & 1))
        return false;
    engine()->play(game, &next, command, &RANKS_IN_ORDER, &events);
    if (!state_is_alive(&next, 0) || rounds == 1)
        return state_is_alive(&next, 0);
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
        if (can_live(game, &next, c, rounds - 1))
            return true;
    return false;
}

/* Down at once, down again and right: anything else dies in one of the two blasts. */
static void test_forced_escape_is_found(void **unused) {
    (void)unused;
    static const Command way[] = {COMMAND_DOWN, COMMAND_DOWN, COMMAND_RIGHT};
    Game game;
    State start;
    read_position("position escape\nround=5 bounty=100\n"
                  "###########\n"
                  "#  A 3    \n"
                  "# # # # # \n"
                  "# +       \n"
                  "# # # # # \n"
                  "#  4      \n"
                  "A 4,2 bag=2 radius=8 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\n"
                  "bombs A@6,2:t3r8 A@4,6:t4r8\nend\n",
                  &game, &start);
    for (int s = 0; s < SPECS; s++) {
        Agent *agent = make_agent(specs[s], 1);
        State state = start;
        for (int step = 0; step < 3; step++) {
            Thought thought;
            RoundEvents events;
            uint8_t command[MAX_PLAYERS] = {0};
            for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
                assert_int_equal(can_live(&game, &state, c, 6 - step), c == way[step]);
            command[0] = (uint8_t)ask(agent, &game, &state, 0, 3000, &thought);
            assert_int_equal(command[0], way[step]);
            engine()->play(&game, &state, command, &RANKS_IN_ORDER, &events);
        }
        agent_destroy(agent);
    }
}

/* The least of some tries, in time in which this thread ran: other load does not count. */
static double time_of_move(const char *spec, const Game *game, const State *state, double ms) {
    double least = 1e9;
    for (int try = 0; try < 5 && least > ms; try++) {
        Agent *agent = make_agent(spec, 1);
        Thought thought;
        const Position position = {game, state, 0, {0}};
        int64_t start = clock_now();
        const Budget budget = {.deadline = start + (int64_t)(ms * 1e6), .threads = 1};
        agent_move(agent, &position, &budget, &thought);
        double took = (double)(clock_now() - start) * 1e-6;
        least = took < least ? took : least;
        agent_destroy(agent);
    }
    return least;
}

static void test_time_is_kept(void **unused) {
    (void)unused;
    const Positions *positions = mid_game();
    clock_count_own_time(true);
    for (int s = 0; s < SPECS; s++)
        for (int i = 0; i < positions->count; i++)
            assert_true(time_of_move(specs[s], &positions->game[i], &positions->state[i], 2) < 2.5);
    clock_count_own_time(false);
}

static void test_settings_are_checked(void **unused) {
    (void)unused;
    static const char *const wrong[] = {"rhea:length=41",    "rhea:population=0", "rhea:mutation=2",
                                        "rhea:offspring=xx", "lookahead:chaser",  "lookahead:op"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char error[512] = "";
        assert_null(agent_create(wrong[i], 1, error, sizeof error));
        assert_non_null(strstr(error, "not understood"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands_are_legal),
        cmocka_unit_test(test_answers_repeat),
        cmocka_unit_test(test_plans_are_kept_between_rounds),
        cmocka_unit_test(test_shifted_plan_is_the_same),
        cmocka_unit_test(test_doomed_plans_are_penalised),
        cmocka_unit_test(test_good_plans_have_offspring),
        cmocka_unit_test(test_more_nodes_are_better),
        cmocka_unit_test(test_lookahead_takes_the_best),
        cmocka_unit_test(test_they_beat_random),
        cmocka_unit_test(test_forced_escape_is_found),
        cmocka_unit_test(test_time_is_kept),
        cmocka_unit_test(test_settings_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
