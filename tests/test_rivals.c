/* The agents that search trees: mcts, mcts-bias and trees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "agents/agent.h"
#include "agents/hunt.h"
#include "arena/game.h"
#include "engine/position.h"
#include "platform/platform.h"

static const char *const specs[] = {"mcts",      "mcts:no-op,no-fmp,playout=0,depth=40,mix=1",
                                    "mcts-bias", "mcts-bias:no-bias,decay=0.5",
                                    "trees",     "trees:no-fmp,playout=0,depth=40,envy=1"};

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
    char error[512];
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

/* What a new agent answers. */
static Command ask_new(const char *spec, const Game *game, const State *state, int player,
                       uint64_t nodes, Thought *thought) {
    Agent *agent = make_agent(spec, 5);
    Command command = ask(agent, game, state, player, nodes, thought);
    agent_destroy(agent);
    return command;
}

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

/* The limit of nodes is kept but for the last simulation of each search and a first round judged.
 */
static void test_answers_repeat(void **unused) {
    (void)unused;
    const Positions *positions = mid_game();
    for (int s = 0; s < SPECS; s++)
        for (int i = 0; i < positions->count; i++) {
            Thought thought[2];
            Command command[2];
            for (int time = 0; time < 2; time++)
                command[time] = ask_new(specs[s], &positions->game[i], &positions->state[i], 0,
                                        4000, &thought[time]);
            assert_int_equal(command[0], command[1]);
            assert_int_equal(thought[0].nodes, thought[1].nodes);
            assert_int_equal(thought[0].depth, thought[1].depth);
            assert_true(thought[0].value == thought[1].value);
            assert_true(thought[0].nodes < 4000 * 11 / 10);
        }
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
        State state = start;
        for (int step = 0; step < 3; step++) {
            Thought thought;
            RoundEvents events;
            for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
                assert_int_equal(can_live(&game, &state, c, 6 - step), c == way[step]);
            uint8_t command[MAX_PLAYERS] = {
                (uint8_t)ask_new(specs[s], &game, &state, 0, 3000, &thought)};
            assert_int_equal(command[0], way[step]);
            engine()->play(&game, &state, command, &RANKS_IN_ORDER, &events);
        }
    }
}

/* B stands in a dead end that a bomb at its mouth closes, now or in the next round. */
static void test_forced_kill_is_found(void **unused) {
    (void)unused;
    const char *const names[] = {"mcts", "mcts-bias", "trees"};
    Game game;
    State state;
    read_position("position kill\nround=5 bounty=600\n"
                  "###########\n"
                  "#B A      \n"
                  "#+# # # # \n"
                  "#+        \n"
                  "A 4,2 bag=1 radius=4 points=0\n"
                  "B 2,2 bag=1 radius=1 points=0\nend\n",
                  &game, &state);
    Adversary adversary = {.engine = engine(), .game = &game, .player = 0};
    unsigned kills = forced_kills(&adversary, &state, 1, 2);
    assert_int_equal(kills, 1 << COMMAND_BOMB | 1 << COMMAND_NOTHING);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        Thought thought;
        assert_true(kills >> ask_new(names[i], &game, &state, 0, 5000, &thought) & 1);
    }
}

static int games_won(const char *spec, const char *rival, int games, int players, uint64_t nodes) {
    const GameSettings settings = {.players = players, .nodes = nodes, .threads = 1};
    int won = 0;
    for (int game = 0; game < games; game++) {
        GameSpec match = {.number = game, .seed = 1 + game / players};
        GameResult result;
        char error[256];
        for (int p = 0; p < players && p < MAX_PLAYERS; p++)
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
    static const char *const names[] = {"mcts", "mcts-bias", "trees"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(games_won(names[i], "random", 6, 2, 1500), 6);
        assert_in_range(games_won(names[i], "random", 4, 4, 1500), 3, 4);
    }
}

static double mean_value(const char *spec, uint64_t nodes) {
    const Positions *positions = mid_game();
    double sum = 0;
    for (int i = 0; i < positions->count; i++) {
        Thought thought;
        ask_new(spec, &positions->game[i], &positions->state[i], 0, nodes, &thought);
        sum += thought.value;
    }
    return sum / positions->count;
}

static void test_more_nodes_are_better(void **unused) {
    (void)unused;
    assert_true(mean_value("mcts:no-op,no-fmp", 20000) > mean_value("mcts:no-op,no-fmp", 900) + 2);
}

/* Each switch changes what is found; set to nothing, both make mcts of mcts-bias. */
static void test_settings_change_the_search(void **unused) {
    (void)unused;
    static const char *const others[] = {
        "mcts-bias",     "mcts-bias:no-decay", "mcts-bias:no-bias", "mcts:c=3",   "mcts:mix=0",
        "mcts:follow=0", "mcts:playout=2",     "mcts:depth=9",      "mcts:no-op", "mcts:no-fmp"};
    double plain = mean_value("mcts", 2000);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_true(mean_value(others[i], 2000) != plain);
    plain = mean_value("trees", 2000);
    assert_true(mean_value("trees:envy=0.5", 2000) != plain);
    assert_true(mean_value("trees:follow=0", 2000) != plain);
    plain = mean_value("mcts", 2000);
    assert_true(mean_value("mcts-bias:no-bias,no-decay", 2000) == plain);
    assert_true(mean_value("mcts-bias:bias=0,decay=1", 2000) == plain);
}

/* The least of some tries, in time in which this thread ran: other load does not count. */
static double time_of_move(const char *spec, const Game *game, const State *state, double ms) {
    double least = 1e9;
    Agent *agent = make_agent(spec, 1);
    for (int try = 0; try < 5 && least > ms; try++) {
        Thought thought;
        const Position position = {game, state, 0, {0}};
        int64_t start = clock_now();
        const Budget budget = {.deadline = start + (int64_t)(ms * 1e6), .threads = 1};
        agent_move(agent, &position, &budget, &thought);
        double took = (double)(clock_now() - start) * 1e-6;
        least = took < least ? took : least;
    }
    agent_destroy(agent);
    return least;
}

static void test_time_is_kept(void **unused) {
    (void)unused;
    const Positions *positions = mid_game();
    clock_count_own_time(true);
    for (int s = 0; s < SPECS; s++)
        for (int i = 0; i < positions->count; i++)
            assert_true(time_of_move(specs[s], &positions->game[i], &positions->state[i], 3) < 3.8);
    clock_count_own_time(false);
}

static void test_settings_are_checked(void **unused) {
    (void)unused;
    static const char *const wrong[] = {"mcts:playout=41", "mcts:depth=0",     "mcts:mix=2",
                                        "mcts:biased",     "mcts-bias:bias=x", "mcts-bias:decay=2",
                                        "trees:op",        "trees:envy=2",     "trees:kill=2"};
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
        cmocka_unit_test(test_forced_escape_is_found),
        cmocka_unit_test(test_forced_kill_is_found),
        cmocka_unit_test(test_they_beat_random),
        cmocka_unit_test(test_more_nodes_are_better),
        cmocka_unit_test(test_settings_change_the_search),
        cmocka_unit_test(test_time_is_kept),
        cmocka_unit_test(test_settings_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
