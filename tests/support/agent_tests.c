#include "support/agent_tests.h"

#include <string.h>

#include "agents/registry.h"
#include "engine/commands.h"
#include "platform/clock.h"
#include "support/agents.h"
#include "support/positions.h"
#include "test.h"

static void assert_legal(const char *spec) {
    const Positions *positions = mid_game();
    for (uint64_t nodes = 1; nodes <= 3000; nodes = nodes * 5 + 2) {
        Agent *agent = make_agent(spec, nodes);
        for (int i = 0; i < positions->count; i++) {
            const State *state = &positions->state[i];
            int player = i % state->players;
            SearchInfo info;
            if (!state_is_alive(state, player))
                continue;
            Command command = ask(agent, &positions->game[i], state, player, nodes, &info);
            assert_false(is_refused(state, player, command));
            assert_true(info.nodes > 0);
        }
        agent_destroy(agent);
    }
}

void test_commands_are_legal(void **roster) {
    const Roster *ours = *roster;
    for (const char *const *spec = ours->specs; *spec; spec++)
        assert_legal(*spec);
}

static void assert_repeats(const char *spec) {
    const Positions *positions = mid_game();
    for (int i = 0; i < positions->count; i++) {
        SearchInfo info[2];
        Command command[2];
        for (int time = 0; time < 2; time++)
            command[time] =
                ask_new(spec, &positions->game[i], &positions->state[i], 0, 4000, &info[time]);
        assert_int_equal(command[0], command[1]);
        assert_int_equal(info[0].nodes, info[1].nodes);
        assert_int_equal(info[0].depth, info[1].depth);
        assert_true(info[0].value == info[1].value);
        assert_true(info[0].nodes < 4000 * 11 / 10);
    }
}

void test_answers_repeat(void **roster) {
    const Roster *ours = *roster;
    for (const char *const *spec = ours->specs; *spec; spec++)
        assert_repeats(*spec);
}

/* True when player 0 can live for this many rounds after `own`; tries everything. */
static bool survives_depth(const Game *game, const State *state, Command own, int rounds) {
    State next = *state;
    RoundEvents events;
    const uint8_t command[MAX_PLAYERS] = {(uint8_t)own};
    if (!(state_legal(state, 0) >> own & 1))
        return false;
    engine()->play(game, &next, command, &RANKS_IN_ORDER, &events);
    if (!state_is_alive(&next, 0) || rounds == 1)
        return state_is_alive(&next, 0);
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
        if (survives_depth(game, &next, c, rounds - 1))
            return true;
    return false;
}

static const char escape[] = "position escape\nround=5 bounty=100\n"
                             "###########\n"
                             "#  A 3    \n"
                             "# # # # # \n"
                             "# +       \n"
                             "# # # # # \n"
                             "#  4      \n"
                             "A 4,2 bag=2 radius=8 points=0\n"
                             "B 20,20 bag=1 radius=1 points=0\n"
                             "bombs A@6,2:t3r8 A@4,6:t4r8\nend\n";

/* With one agent that is kept, or with a new one for each round. */
static void assert_escapes(const char *spec, bool keep) {
    static const Command way[] = {COMMAND_DOWN, COMMAND_DOWN, COMMAND_RIGHT};
    Game game;
    State state;
    read_position(escape, &game, &state);
    Agent *agent = make_agent(spec, 5);
    for (int step = 0; step < 3; step++) {
        SearchInfo info;
        RoundEvents events;
        for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
            assert_int_equal(survives_depth(&game, &state, c, 6 - step), c == way[step]);
        Command found = keep ? ask(agent, &game, &state, 0, 3000, &info)
                             : ask_new(spec, &game, &state, 0, 3000, &info);
        assert_int_equal(found, way[step]);
        engine()->play(&game, &state, (uint8_t[MAX_PLAYERS]){(uint8_t)found}, &RANKS_IN_ORDER,
                       &events);
    }
    agent_destroy(agent);
}

void test_forced_escape_is_found(void **roster) {
    const Roster *ours = *roster;
    for (const char *const *spec = ours->specs; *spec; spec++) {
        assert_escapes(*spec, false);
        assert_escapes(*spec, true);
    }
}

static double time_of_move(Agent *agent, const Game *game, const State *state, double ms) {
    SearchInfo info;
    const Observation observation = {.game = game, .state = state};
    int64_t start = clock_now();
    const MoveRequest request = {.limits = {.deadline = start + (int64_t)(ms * 1e6), .threads = 1}};
    agent_move(agent, &observation, &request, &info);
    return (double)(clock_now() - start) * 1e-6;
}

static double shortest_time(const Roster *roster, const char *spec, const Game *game,
                            const State *state) {
    double shortest = 1e9;
    Agent *agent = make_agent(spec, 1);
    for (int try = 0; try < 50 && shortest > roster->budget_ms; try++) {
        if (try > 0 && !roster->keep) {
            agent_destroy(agent);
            agent = make_agent(spec, 1);
        }
        double took = time_of_move(agent, game, state, roster->budget_ms);
        shortest = took < shortest ? took : shortest;
    }
    agent_destroy(agent);
    return shortest;
}

void test_time_is_kept(void **roster) {
    const Roster *ours = *roster;
    const Positions *positions = mid_game();
    clock_count_own_time(true);
    for (const char *const *spec = ours->specs; *spec; spec++)
        for (int i = 0; i < positions->count; i++)
            assert_true(shortest_time(ours, *spec, &positions->game[i], &positions->state[i]) <
                        ours->most_ms);
    clock_count_own_time(false);
}

static void assert_refused(const char *spec) {
    char error[512] = "";
    Agent *agent = agent_create(spec, 1, error, sizeof error);
    if (agent || !strstr(error, "not understood"))
        fail_msg("%s %s: \"%s\"", spec, agent ? "is taken" : "is refused for something else",
                 error);
}

void test_settings_are_checked(void **roster) {
    const Roster *ours = *roster;
    for (const char *const *spec = ours->wrong; *spec; spec++)
        assert_refused(*spec);
}
