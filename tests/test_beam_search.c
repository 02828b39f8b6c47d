/* The planner and the beam agent. */
#include <math.h>
#include <stdio.h>

#include "engine/commands.h"
#include "search/beam_search.h"
#include "support/agents.h"
#include "support/positions.h"
#include "test.h"

/* The cost of a first command is charged at the root, and its penalty again when a line waits at
 * the root cell first. */
static float charged(const BeamTask *task, const State *state, int depth, int command) {
    if (depth == 0)
        return task->root_bias.penalty[command] - task->root_bias.bonus[command];
    bool waited = command != COMMAND_NOTHING && state->cell[0] == task->root->cell[0];
    return waited ? task->root_bias.penalty[command] : 0;
}

/* The planner must find what a search of all sequences finds, when its beam is wide enough. */
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
        value -= charged(task, state, depth, c);
        if (value > best)
            best = value;
    }
    return best;
}

TEST(test_planner_finds_the_best) {
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

/* A first command that others crowd out keeps what it was worth until then: what a search says that
 * ends there. */
TEST(test_values_of_what_was_crowded_out) {
    const Positions *positions = mid_game();
    BeamSearch *search = beam_search_create(3);
    int crowded_out = 0;
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
            crowded_out += result.first_rounds[c] < result.pv.length;
        }
        assert_int_equal(result.first_rounds[result.pv.command[0]], result.pv.length);
    }
    assert_true(crowded_out > positions->count);
    beam_search_destroy(search);
}

/* A narrow beam that keeps to the plan of a wide one finds that plan, or a better one. */
TEST(test_kept_plan_stays_in_the_beam) {
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
        SearchResult wide, narrow, kept;
        task.width = WIDE;
        beam_search_run(search, &task, &wide);
        task.width = NARROW;
        beam_search_run(search, &task, &narrow);
        task.pv = &wide.pv;
        beam_search_run(search, &task, &kept);
        assert_true(kept.value >= wide.value - 0.01f);
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

/* B comes from the left, and A wants to go there. */
TEST(test_no_pushing_without_end) {
    Game game;
    State state;
    SearchInfo info;
    read_position("position pushing\nround=200 bounty=620\n"
                  "###########\n"
                  "#  +      \n"
                  "# # # # # # # # # # #\n"
                  "#   BA    \n"
                  "# # # # # # # # # # #\n"
                  "#+++      \n"
                  "#+#+# # # # # # # # #\n"
                  "A 6,4 bag=2 radius=1 points=370\n"
                  "B 5,4 bag=2 radius=16 points=220\nbombs\nend\n",
                  &game, &state);
    Agent *agent = make_agent("beam:follow", 1), *sure = make_agent("beam", 1);
    Observation observation = {.game = &game, .state = &state};
    MoveRequest request = {.limits = {.nodes = 20000, .threads = 1}};
    assert_int_equal(agent_move(agent, &observation, &request, &info), COMMAND_LEFT);
    assert_int_not_equal(agent_move(sure, &observation, &request, &info), COMMAND_LEFT);
    observation.last_command[0] = COMMAND_LEFT;
    assert_int_not_equal(agent_move(agent, &observation, &request, &info), COMMAND_LEFT);
    observation.last_command[0] = COMMAND_NOTHING;
    observation.last_command[1] = COMMAND_RIGHT;
    assert_int_not_equal(agent_move(agent, &observation, &request, &info), COMMAND_LEFT);
    agent_destroy(agent);
    agent_destroy(sure);
}

/* B pushes A. Every plan looks better begun when it has gone, but it will not go. Only with a bomb
 * on the board there may be something to wait for. */
TEST(test_no_standing_without_end) {
    Game game;
    State state;
    SearchInfo info;
    read_position("position standing\nround=300 bounty=620\n"
                  "#####################\n"
                  "#    + +     + ++  +#\n"
                  "# # # # # # #+# #+# #\n"
                  "#         +        +#\n"
                  "# #+# # # # #+#+#+#+#\n"
                  "#  +&  +++ ++++ ++  #\n"
                  "#+#+# #+# # #+# #+#+#\n"
                  "#+                 +#\n"
                  "#+# # # #+#+# # # #+#\n"
                  "# +    +++++++    + #\n"
                  "# # # #+#+$+#+# # # #\n"
                  "# +    +++++++    + #\n"
                  "#+# # # #+#+# # # #+#\n"
                  "#+   AB            +#\n"
                  "#+#+# #+# # #+# #+#+#\n"
                  "#  ++ ++++  +++ ++  #\n"
                  "#+#+#+#+# # #+# #+# #\n"
                  "#+                  #\n"
                  "# #+# #+# # #+# #+# #\n"
                  "#+  ++ +     +  +   #\n"
                  "#####################\n"
                  "A 6,14 bag=1 radius=1 points=90\n"
                  "B 7,14 bag=1 radius=4 points=60\nbombs\nend\n",
                  &game, &state);
    Observation observation = {
        .game = &game, .state = &state, .last_command = {COMMAND_RIGHT, COMMAND_LEFT}};
    MoveRequest request = {.limits = {.nodes = 20000, .threads = 1}};
    const char *const avoid_repetition[] = {"no-avoid_repetition", "avoid_repetition",
                                            "avoid_repetition"};
    for (int i = 0; i < 3; i++) {
        char spec[96];
        snprintf(spec, sizeof spec, "beam:follow,low_mobility=0,%s", avoid_repetition[i]);
        Agent *agent = make_agent(spec, 1);
        if (i == 2) {
            assert_true(state_add_bomb(&state, 1, cell_at(9, 11), 7, 0));
            state_rehash(&state);
        }
        Command command = agent_move(agent, &observation, &request, &info);
        assert_int_equal(command == COMMAND_RIGHT || command == COMMAND_TRIGGER, i != 1);
        agent_destroy(agent);
    }
}

/* A and B are in each other's way, and each step is undone by the next. */
TEST(test_no_walking_to_and_fro_without_end) {
    Game game;
    State state;
    SearchInfo info;
    read_position("position to and fro\nround=95 bounty=590\n"
                  "#####################\n"
                  "#    &    +    + +  #\n"
                  "# # # #+# # #+# # # #\n"
                  "#      +     +    + #\n"
                  "# #+# # # # # # #+# #\n"
                  "# ++            +++ #\n"
                  "# # # # # #+# #+# # #\n"
                  "#++      + +   +  ++#\n"
                  "# # # # #+#+# # # # #\n"
                  "#+ +    ++++     + +#\n"
                  "# # # # #+B # # # # #\n"
                  "#+ +    ++       + +#\n"
                  "# # # # #+#A# # # # #\n"
                  "#++  ++  +    !   ++#\n"
                  "# # #+# #+# # # # # #\n"
                  "# +++ +  ++      ++ #\n"
                  "# #+# # # # # # #+# #\n"
                  "# +    +     +      #\n"
                  "# # # #+# # #+# # # #\n"
                  "#  + +   +++        #\n"
                  "#####################\n"
                  "A 12,13 bag=1 radius=1 points=180\n"
                  "B 11,11 bag=3 radius=2 points=240\nbombs\nend\n",
                  &game, &state);
    Observation observation = {
        .game = &game, .state = &state, .last_command = {COMMAND_DOWN, COMMAND_LEFT}};
    const MoveRequest request = {.limits = {.nodes = 10000, .threads = 1}};
    Agent *patient = make_agent("beam:no-avoid_repetition", 1),
          *avoid_repetition = make_agent("beam", 1);
    assert_int_equal(agent_move(avoid_repetition, &observation, &request, &info), COMMAND_UP);
    observation.repeated = true;
    assert_int_equal(agent_move(patient, &observation, &request, &info), COMMAND_UP);
    assert_int_not_equal(agent_move(avoid_repetition, &observation, &request, &info), COMMAND_UP);
    agent_destroy(patient);
    agent_destroy(avoid_repetition);
}

/* B could drop its other bomb and die with A. While B has more points, A therefore plants none,
 * until that has cost two rounds for nothing. With more points than B it would win, and plants. */
TEST(test_fear_ends_where_it_stalls) {
    Game game;
    State state;
    SearchInfo info;
    read_position("position feared\nround=108 bounty=700\n"
                  "#####################\n"
                  "#    +         +    #\n"
                  "# # # # # # # # # #+#\n"
                  "#         +     +  +#\n"
                  "#+# # # # # # # # #+#\n"
                  "#+               + +#\n"
                  "#+# # # # # # #+# #+#\n"
                  "#+              +  +#\n"
                  "#+# # # # #&#+#+# #+#\n"
                  "#     + +A+ + ++   +#\n"
                  "# # # # # $+# # # # #\n"
                  "#     + +8+++ +    +#\n"
                  "#+# #+# #B# # # # #+#\n"
                  "#+                 +#\n"
                  "#+# #+# # # # # # #+#\n"
                  "#+                 +#\n"
                  "#+# # # # # # # # #+#\n"
                  "#+  +     +         #\n"
                  "#+# # # #+#+# # # # #\n"
                  "#    +         +    #\n"
                  "#####################\n"
                  "A 10,10 bag=2 radius=4 points=330\n"
                  "B 10,13 bag=3 radius=2 points=410\n"
                  "bombs B@10,12:t8r2\nend\n",
                  &game, &state);
    Observation observation = {.game = &game, .state = &state, .last_command = {COMMAND_DOWN}};
    const MoveRequest request = {.limits = {.nodes = 4000, .threads = 1}};
    Agent *patient = make_agent("beam:no-avoid_repetition", 1),
          *avoid_repetition = make_agent("beam", 1);
    assert_int_not_equal(agent_move(avoid_repetition, &observation, &request, &info), COMMAND_BOMB);
    observation.repeated = true;
    assert_int_not_equal(agent_move(patient, &observation, &request, &info), COMMAND_BOMB);
    assert_int_equal(agent_move(avoid_repetition, &observation, &request, &info), COMMAND_BOMB);
    assert_int_equal(ask_new("beam:no-avoid_repetition,suicides=0", &game, &state, 0, 4000, &info),
                     COMMAND_BOMB);
    state.points[0] += 200;
    assert_int_equal(ask_new("beam:no-avoid_repetition,trade=0", &game, &state, 0, 4000, &info),
                     COMMAND_BOMB);
    agent_destroy(patient);
    agent_destroy(avoid_repetition);
}

/* A may bomb where it stands and die with us, or close a trap in five rounds. */
TEST(test_suicide_soon_is_worse_than_a_trap_later) {
    Game game;
    State state;
    SearchInfo info;
    read_position("position trap\nround=90 bounty=620\n"
                  "#####################\n"
                  "#          +   +    #\n"
                  "# # # # # #+# # # # #\n"
                  "#         +   ++ ++ #\n"
                  "# # # #+# # #+# # # #\n"
                  "#    +  + + +  +   +#\n"
                  "# #+#+# # # #+#+#+#+#\n"
                  "#+ B A 1           +#\n"
                  "#+# #+# #+#+# #+# #+#\n"
                  "# +3+ + +++++ + +++ #\n"
                  "# # # # #+$+#+# # # #\n"
                  "#     + +++++ + +++ #\n"
                  "#+# # # #+#+# #+# #+#\n"
                  "#                  +#\n"
                  "#+# # # # # # #+#+#+#\n"
                  "#                  +#\n"
                  "# # # #+# # # # # # #\n"
                  "# +  ++        +    #\n"
                  "# # # # #+# # # # # #\n"
                  "#    +   +          #\n"
                  "#####################\n"
                  "A 6,8 bag=2 radius=1 points=110\n"
                  "B 4,8 bag=2 radius=4 points=280\n"
                  "bombs A@8,8:t1r1 B@4,10:t3r4\nend\n",
                  &game, &state);
    Command command = ask_new("beam", &game, &state, 1, 20000, &info);
    assert_true(command == COMMAND_LEFT || command == wait_command(&state, 1));
}

TEST(test_repeatable_with_nodes) {
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

/* What the judge strikes out is what the setting says. */
TEST(test_ambush) {
    Game game;
    State state;
    SearchInfo info;
    read_position(pincer, &game, &state);
    Command careless = ask_new("beam:ambush=0", &game, &state, 0, 4000, &info);
    Command careful = ask_new("beam", &game, &state, 0, 4000, &info);
    assert_int_equal(careless, COMMAND_DOWN);
    assert_int_not_equal(careful, COMMAND_DOWN);
}

/* A bomb of A's that B may overlook: what a trigger is worth is what is hoped of it. */
TEST(test_hope) {
    Game game;
    State state;
    SearchInfo info;
    read_position(corner, &game, &state);
    Command hopeless =
        ask_new("beam:hunt=0,trade=0,kill=0,kill_chance_bonus=0", &game, &state, 0, 5000, &info);
    Command hopeful =
        ask_new("beam:hunt=0,trade=0,kill=0,kill_chance_bonus=1", &game, &state, 0, 5000, &info);
    assert_int_not_equal(hopeless, COMMAND_TRIGGER);
    assert_int_equal(hopeful, COMMAND_TRIGGER);
}

/* Who hunts, being behind beyond reach, hopes for as much as the setting of its own says. */
TEST(test_hope_of_a_hunter) {
    const char *hopeful =
        "beam:hunt=0,trade=0,kill=0,hunt_kill=0,kill_chance_bonus=0,hunt_kill_chance_bonus=1";
    Game game;
    State state;
    SearchInfo info;
    read_position(corner, &game, &state);
    assert_int_not_equal(ask_new(hopeful, &game, &state, 0, 5000, &info), COMMAND_TRIGGER);
    state.points[1] += 10000;
    assert_int_equal(ask_new(hopeful, &game, &state, 0, 5000, &info), COMMAND_TRIGGER);
    const char *hopeless =
        "beam:hunt=0,trade=0,kill=0,hunt_kill=0,kill_chance_bonus=1,hunt_kill_chance_bonus=0";
    assert_int_not_equal(ask_new(hopeless, &game, &state, 0, 5000, &info), COMMAND_TRIGGER);
}

/* Each switch and each number changes what is found. */
TEST(test_settings_change_the_search) {
    static const char *const others[] = {
        "no-zh",   "no-op",   "no-lb",         "no-fmp",     "no-sc",    "no-bomb_reply",
        "no-aims", "width=9", "local=50",      "depth=9",    "verify=1", "hunt=0",
        "trade=0", "bag2=90", "corner_step=9", "discount=1", "no-keep",  "low_mobility=0"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char spec[96];
        snprintf(spec, sizeof spec, "beam:%s", others[i]);
        if (same_games("beam", spec, "chaser", 8, 500))
            fail_msg("%s makes no difference", spec);
    }
    assert_true(same_games("beam", "beam:zh,op,suicides=3,trade=5", "chaser", 2, 500));
}

/* Who lags with all walls gone charges each round of its plan for the room of the opponent: some
 * twenty cells at half a point, eight times. */
TEST(test_a_hunter_presses) {
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

/* What is left of the budget when the beam cannot be wider makes it deeper. */
TEST(test_time_left_is_used_for_depth) {
    const Positions *positions = mid_game();
    SearchInfo narrow, wide;
    ask_new("beam:depth=30,width=30", &positions->game[0], &positions->state[0], 0, 200000,
            &narrow);
    ask_new("beam:depth=30,width=2000", &positions->game[0], &positions->state[0], 0, 20000, &wide);
    assert_int_equal(narrow.depth, PV_LENGTH);
    assert_int_equal(wide.depth, 30);
}

/* The last round is the last that is planned, however much time is left. */
TEST(test_no_plan_beyond_the_match) {
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
        cmocka_unit_test(test_planner_finds_the_best),
        cmocka_unit_test(test_values_of_what_was_crowded_out),
        cmocka_unit_test(test_kept_plan_stays_in_the_beam),
        cmocka_unit_test(test_no_pushing_without_end),
        cmocka_unit_test(test_no_standing_without_end),
        cmocka_unit_test(test_fear_ends_where_it_stalls),
        cmocka_unit_test(test_no_walking_to_and_fro_without_end),
        cmocka_unit_test(test_suicide_soon_is_worse_than_a_trap_later),
        cmocka_unit_test(test_repeatable_with_nodes),
        cmocka_unit_test(test_ambush),
        cmocka_unit_test(test_hope),
        cmocka_unit_test(test_hope_of_a_hunter),
        cmocka_unit_test(test_settings_change_the_search),
        cmocka_unit_test(test_a_hunter_presses),
        cmocka_unit_test(test_time_left_is_used_for_depth),
        cmocka_unit_test(test_no_plan_beyond_the_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
