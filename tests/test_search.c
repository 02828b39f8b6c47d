/* Survival, the exhaustive search of first commands, the planner and the beam agent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents.h"
#include "agents/adversary.h"
#include "agents/hunt.h"
#include "agents/knowledge.h"
#include "agents/planner.h"
#include "agents/survival.h"
#include "engine/mapgen.h"
#include "engine/random.h"
#include "positions.h"
#include "twin.h"

/* Survival by trying every path on the twin: the player walks, the others do nothing and are far
 * away. */
static bool can_walk_out(const Twin *twin, int player, int rounds) {
    if (!twin->player[player].alive)
        return false;
    if (rounds == 0)
        return true;
    for (int command = COMMAND_NOTHING; command <= COMMAND_DOWN; command++) {
        Twin next = *twin;
        uint8_t commands[MAX_PLAYERS] = {0};
        commands[player] = (uint8_t)command;
        twin_play(&next, commands, &RANKS_IN_ORDER);
        if (can_walk_out(&next, player, rounds - 1))
            return true;
    }
    return false;
}

/* Bombs at random around the player, all due within a few rounds; the opponent in a far corner. */
static void scatter_bombs(State *state, Random *random) {
    for (int i = 0; i < 5; i++) {
        int x = 1 + (int)random_below(random, 7), y = 1 + (int)random_below(random, 7);
        Cell cell = cell_at(x, y);
        if (!board_has(&state->blocked, cell))
            state_add_bomb(state, 1, cell, 1 + (int)random_below(random, 5),
                           (int)random_below(random, 4));
    }
}

static void test_survivable_as_by_walking(void **unused) {
    (void)unused;
    Random random = random_seeded(11);
    int lived = 0, died = 0;
    for (int trial = 0; trial < 400; trial++) {
        Game game;
        State state;
        Twin twin;
        game_init(&game, 2, 100);
        state_init(&state, &game);
        for (int i = 0; i < 16; i++) {
            Cell cell =
                cell_at(1 + (int)random_below(&random, 8), 1 + (int)random_below(&random, 8));
            if (!board_has(&state.blocked, cell) && cell != state.cell[0])
                state_add_wall(&state, cell);
        }
        scatter_bombs(&state, &random);
        state_rehash(&state);
        twin_from_state(&twin, &game, &state);
        bool walked = can_walk_out(&twin, 0, 5);
        lived += walked;
        died += !walked;
        for (int i = 0; engine_at(i); i++)
            assert_int_equal(survivable(engine_at(i), &state, 0, OUTLOOK_CALM), walked);
    }
    assert_true(lived > 50 && died > 50);
}

static void test_dead_end_is_seen(void **unused) {
    (void)unused;
    Game game;
    State state;
    /* B stands at the mouth of a dead end: where A is, a bomb of B's would be the end. */
    read_position("position trap\nround=5 bounty=100\n"
                  "###########\n"
                  "#  A B    \n"
                  "#+#+# # # \n"
                  "A 4,2 bag=1 radius=1 points=0\n"
                  "B 6,2 bag=1 radius=4 points=0\n"
                  "bombs B@6,2:t4r4\nend\n",
                  &game, &state);
    assert_false(survivable(engine(), &state, 0, OUTLOOK_CALM));
    assert_true(survivable(engine(), &state, 1, OUTLOOK_CALM));
    assert_false(survivable(engine(), &state, 0, OUTLOOK_HOSTILE));
}

static void test_hostile_bombs_may_go_off_early(void **unused) {
    (void)unused;
    Game game;
    State state;
    const char *drawn = "position early\nround=5 bounty=100\n"
                        "###########\n"
                        "#+A 6     \n"
                        "#+# # # # \n"
                        "#      B  \n"
                        "A 3,2 bag=1 radius=1 points=0\n"
                        "B 8,4 bag=2 radius=4 points=0\n"
                        "bombs B@5,2:t6r4\nend\n";
    /* A reaches the corridor below in two steps; B, who stands clear, can trigger before. */
    read_position(drawn, &game, &state);
    assert_true(survivable(engine(), &state, 0, OUTLOOK_CALM));
    assert_false(survivable(engine(), &state, 0, OUTLOOK_HOSTILE));
    /* While B stands in its own blast it has to step out of it first. */
    state.cell[1] = cell_at(4, 2);
    assert_true(survivable(engine(), &state, 0, OUTLOOK_HOSTILE));
}

static void test_hostile_opponents_stand_in_the_way(void **unused) {
    (void)unused;
    Game game;
    State state;
    /* A's own bomb is on its right, B on its left, and there is no third way. */
    read_position("position corridor\nround=5 bounty=100\n"
                  "###########\n"
                  "#  BA3    \n"
                  "# # # # # \n"
                  "A 5,2 bag=1 radius=1 points=0\n"
                  "B 4,2 bag=1 radius=1 points=0\n"
                  "bombs A@6,2:t3r2\nend\n",
                  &game, &state);
    assert_true(survivable(engine(), &state, 0, OUTLOOK_CALM));
    assert_false(survivable(engine(), &state, 0, OUTLOOK_HOSTILE));
}

static void judge(const char *drawn, int depth, Verdict *verdict) {
    Game game;
    State state;
    read_position(drawn, &game, &state);
    Adversary adversary = {.engine = engine(), .game = &game, .player = 0, .joint = true};
    judge_commands(&adversary, &state, depth, verdict);
}

static void test_walking_into_a_trap_is_dangerous(void **unused) {
    (void)unused;
    Verdict verdict;
    /* Left of A is a dead end of two cells; once in it, B's bomb would close it. */
    judge("position mouth\nround=5 bounty=100\n"
          "###########\n"
          "#  AB     \n"
          "#+#+# # # \n"
          "A 4,2 bag=1 radius=1 points=0\n"
          "B 5,2 bag=1 radius=4 points=0\nbombs\nend\n",
          1, &verdict);
    assert_false(verdict.safe >> COMMAND_LEFT & 1);
    /* With nobody near the same step is harmless. */
    judge("position mouth\nround=5 bounty=100\n"
          "###########\n"
          "#  A      \n"
          "#+#+# # # \n"
          "A 4,2 bag=1 radius=1 points=0\n"
          "B 20,20 bag=1 radius=4 points=0\nbombs\nend\n",
          2, &verdict);
    assert_true(verdict.safe >> COMMAND_LEFT & 1);
}

static void test_certain_kill_is_seen(void **unused) {
    (void)unused;
    Game game;
    State state;
    /* B is in a dead end that A can close with a bomb and leave. */
    read_position("position kill\nround=5 bounty=100\n"
                  "###########\n"
                  "#B A      \n"
                  "#+#+# # # \n"
                  "A 4,2 bag=1 radius=4 points=0\n"
                  "B 2,2 bag=1 radius=1 points=0\nbombs\nend\n",
                  &game, &state);
    Adversary adversary = {.engine = engine(), .game = &game, .player = 0};
    assert_int_equal(forced_kills(&adversary, &state, 1, 1), 1u << COMMAND_BOMB);
    float chance[COMMAND_COUNT];
    kill_chances(&adversary, &state, 1, chance);
    assert_true(chance[COMMAND_BOMB] == 1);
    assert_true(chance[COMMAND_RIGHT] == 0);
}

static void test_kill_in_two_rounds_is_seen(void **unused) {
    (void)unused;
    Game game;
    State state;
    /* A bomb right here would not reach B; one step closer it would, and A can still leave. */
    read_position("position approach\nround=5 bounty=100\n"
                  "###########\n"
                  "#B    A   \n"
                  "#+#+#+# # \n"
                  "A 7,2 bag=1 radius=4 points=0\n"
                  "B 2,2 bag=1 radius=1 points=0\nbombs\nend\n",
                  &game, &state);
    Adversary adversary = {.engine = engine(), .game = &game, .player = 0};
    assert_int_equal(forced_kills(&adversary, &state, 1, 1), 0);
    assert_int_equal(forced_kills(&adversary, &state, 1, 2), 1u << COMMAND_LEFT);
}

static void test_some_replies_are_fatal(void **unused) {
    (void)unused;
    Game game;
    State state;
    float chance[COMMAND_COUNT];
    /* B has to run at once, to the right and round the corner; a trigger leaves it no time. */
    read_position("position corner\nround=5 bounty=100\n"
                  "###########\n"
                  "#  2B     \n"
                  "#+#+# # # \n"
                  "# A       \n"
                  "A 3,4 bag=2 radius=4 points=0\n"
                  "B 5,2 bag=1 radius=1 points=0\n"
                  "bombs A@4,2:t3r4\nend\n",
                  &game, &state);
    Adversary adversary = {.engine = engine(), .game = &game, .player = 0};
    kill_chances(&adversary, &state, 1, chance);
    assert_true(chance[COMMAND_LEFT] > 0.5f && chance[COMMAND_LEFT] < 1);
    assert_true(chance[COMMAND_TRIGGER] == 1);
    assert_int_equal(forced_kills(&adversary, &state, 1, 1), 1u << COMMAND_TRIGGER);
}

static Command think(const char *spec, const Game *game, const State *state, uint64_t nodes,
                     int threads, Thought *thought) {
    Agent *agent = make_agent(spec, 1);
    const Position position = {game, state, 0, {0}};
    const Budget budget = {.nodes = nodes, .threads = threads};
    Command command = agent_move(agent, &position, &budget, thought);
    agent_destroy(agent);
    return command;
}

static void test_repeatable_with_nodes(void **unused) {
    (void)unused;
    const Positions *positions = all_positions();
    for (int i = 0; i < 12; i++) {
        const Game *game = &positions->game[i];
        const State *state = &positions->state[i];
        Thought first, second;
        Command a = think("beam", game, state, 5000, 1, &first);
        Command b = think("beam", game, state, 5000, 1 + i % 4, &second);
        assert_int_equal(a, b);
        assert_int_equal(first.nodes, second.nodes);
        assert_true(first.value == second.value);
        assert_true(first.nodes < 5000 * 11 / 10);
    }
}

/* B comes from the left, and A wants to go there. */
static void test_no_pushing_without_end(void **unused) {
    (void)unused;
    Game game;
    State state;
    Thought thought;
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
    Position position = {&game, &state, 0, {COMMAND_NOTHING, COMMAND_NOTHING}};
    Budget budget = {.nodes = 20000, .threads = 1};
    assert_int_equal(agent_move(agent, &position, &budget, &thought), COMMAND_LEFT);
    assert_int_not_equal(agent_move(sure, &position, &budget, &thought), COMMAND_LEFT);
    position.last_command[0] = COMMAND_LEFT;
    assert_int_not_equal(agent_move(agent, &position, &budget, &thought), COMMAND_LEFT);
    position.last_command[0] = COMMAND_NOTHING;
    position.last_command[1] = COMMAND_RIGHT;
    assert_int_not_equal(agent_move(agent, &position, &budget, &thought), COMMAND_LEFT);
    agent_destroy(agent);
    agent_destroy(sure);
}

/* B pushes A. Every plan looks better begun when it has gone, but it will not go. */
static void test_no_standing_without_end(void **unused) {
    (void)unused;
    Game game;
    State state;
    Thought thought;
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
    Position position = {&game, &state, 0, {COMMAND_RIGHT, COMMAND_LEFT}};
    Budget budget = {.nodes = 20000, .threads = 1};
    const char *const specs[] = {"beam:follow,no-restless", "beam:follow"};
    for (int i = 0; i < 2; i++) {
        Agent *agent = make_agent(specs[i], 1);
        Command command = agent_move(agent, &position, &budget, &thought);
        assert_int_equal(command == COMMAND_RIGHT || command == COMMAND_TRIGGER, i == 0);
        agent_destroy(agent);
    }
}

/* What speaks against a first command, charged at the root and again where it is only put off. */
static float charged(const PlanTask *task, const State *state, int depth, int command) {
    bool put_off = command != COMMAND_NOTHING && state->cell[0] == task->root->cell[0];
    return depth == 0 || (put_off && task->handicap[command] > 0) ? task->handicap[command] : 0;
}

/* The planner must find what a search of all sequences finds, when its beam is wide enough. */
static float best_sequence(const PlanTask *task, const State *state, int depth, float discount) {
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

static void test_planner_finds_the_best(void **unused) {
    (void)unused;
    const Positions *positions = all_positions();
    Planner *planner = planner_create(4096);
    for (int i = 0; i < 20; i++) {
        const Game *game = &positions->game[i];
        const State *state = &positions->state[i];
        PlanTask task = {.root = state, .first = ~0u, .width = 700, .depth = 5};
        Plan plan;
        evaluation_init(&task.evaluation, engine(), game, &default_weights, state, 0);
        for (int c = 0; c < COMMAND_COUNT; c++)
            task.handicap[c] =
                i % 2 ? 500 + (float)c : (float)(4 * c - 8); /* negative values, too */
        planner_search(planner, &task, &plan);
        float best = best_sequence(&task, state, 0, 1);
        assert_true(plan.complete);
        assert_float_equal(plan.value, best, 0.01);
    }
    planner_destroy(planner);
}

/* Strip a generated map of its secrets; the seed must bring them all back. */
static void test_seed_gives_the_map_away(void **unused) {
    (void)unused;
    static StartMap map;
    for (int players = 2; players <= 4; players++) {
        Game full, seen;
        State start, state;
        mapgen_generate(&map, players, 77);
        assert_true(mapgen_start(&map, &full, &start));
        hide_powerups(&full, &start, &seen, &state);
        assert_int_equal(seen.powerup_count, 1);
        infer_powerups(KNOWLEDGE_NONE, 77, &seen, &state);
        assert_int_equal(seen.powerup_count, 1);
        infer_powerups(KNOWLEDGE_SEED, 77, &seen, &state);
        assert_int_equal(seen.powerup_count, full.powerup_count);
        for (int i = 0; i < full.powerup_count; i++) {
            int index = seen.powerup_at[full.powerup_cell[i]];
            assert_true(index != NO_POWERUP);
            assert_int_equal(seen.powerup_type[index], full.powerup_type[i]);
        }
    }
}

/* Open every wall of one quadrant, and all but the right one at each distance in the others. */
static void test_quadrants_tell_of_each_other(void **unused) {
    (void)unused;
    static StartMap map;
    Game full, seen;
    State start, state;
    mapgen_generate(&map, 4, 78);
    assert_true(mapgen_start(&map, &full, &start));
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++) {
            bool first = x < 10 && y < 10, secret = map.row[y][x] == 'b' || map.row[y][x] == 'r';
            if (first || !secret) {
                if (board_has(&start.walls, cell_at(x, y)))
                    board_remove(&start.blocked, cell_at(x, y));
                board_remove(&start.walls, cell_at(x, y));
            }
        }
    hide_powerups(&full, &start, &seen, &state);
    assert_int_equal(seen.powerup_count, 7);
    infer_powerups(KNOWLEDGE_SYMMETRY, 0, &seen, &state);
    assert_int_equal(seen.powerup_count, 25);
    for (int i = 0; i < full.powerup_count; i++)
        assert_int_equal(seen.powerup_type[seen.powerup_at[full.powerup_cell[i]]],
                         full.powerup_type[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_survivable_as_by_walking),
        cmocka_unit_test(test_dead_end_is_seen),
        cmocka_unit_test(test_hostile_bombs_may_go_off_early),
        cmocka_unit_test(test_hostile_opponents_stand_in_the_way),
        cmocka_unit_test(test_walking_into_a_trap_is_dangerous),
        cmocka_unit_test(test_certain_kill_is_seen),
        cmocka_unit_test(test_kill_in_two_rounds_is_seen),
        cmocka_unit_test(test_some_replies_are_fatal),
        cmocka_unit_test(test_planner_finds_the_best),
        cmocka_unit_test(test_no_pushing_without_end),
        cmocka_unit_test(test_no_standing_without_end),
        cmocka_unit_test(test_repeatable_with_nodes),
        cmocka_unit_test(test_seed_gives_the_map_away),
        cmocka_unit_test(test_quadrants_tell_of_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
