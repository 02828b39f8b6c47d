/* Survival, and the exhaustive search of first commands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/adversary.h"
#include "agents/first_moves.h"
#include "agents/hunt.h"
#include "agents/survival.h"
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

/* A trigger of A's kills both, whatever B does; without it B may win the race out of here. */
static const char clinch[] = "position clinch\nround=48 bounty=620\n"
                             "#####################\n"
                             "#    + +     + ++  +#\n"
                             "# # # # # # #+# #+# #\n"
                             "#         +        +#\n"
                             "# #+# # # # #+#+#+#+#\n"
                             "#      +++ ++++ ++  #\n"
                             "#+#+# # # # #+# #+#+#\n"
                             "#+   Ba5           +#\n"
                             "#+# # # #+#+# # # #+#\n"
                             "# +  2 +++++++    + #\n"
                             "# # # #+#+$+#+# # # #\n"
                             "A 7,8 bag=2 radius=2 points=110\n"
                             "B 6,8 bag=1 radius=4 points=60\n"
                             "bombs A@7,8:t7r2 A@8,8:t5r2 B@6,10:t2r4\nend\n";

static void test_death_in_company_is_no_escape(void **unused) {
    (void)unused;
    Verdict verdict;
    judge(clinch, 1, &verdict);
    assert_true(verdict.danger[COMMAND_TRIGGER] == 1);
    assert_false(verdict.safe >> COMMAND_TRIGGER & 1);
}

static void test_sacrifice_needs_more_points(void **unused) {
    (void)unused;
    Game game;
    State state;
    read_position(clinch, &game, &state);
    Adversary adversary = {.engine = engine(), .game = &game, .player = 0};
    assert_int_equal(forced_kills(&adversary, &state, 1, 2), 0);
    assert_int_equal(winning_sacrifices(&adversary, &state, 1, 1), 0);
    assert_int_equal(winning_sacrifices(&adversary, &state, 1, 2), 1u << COMMAND_TRIGGER);
    state.points[1] += 100;
    assert_int_equal(winning_sacrifices(&adversary, &state, 1, 2), 0);
}

/* It wins for certain, where any other command leaves B a chance. */
static void test_sacrifice_is_made_where_nothing_is_safe(void **unused) {
    (void)unused;
    Game game;
    State state;
    FirstMoves moves;
    read_position(clinch, &game, &state);
    const Position position = {&game, &state, 0, {0}};
    const JudgeLimits deep = {.depth = 5, .suicides = 3, .node_limit = 20000};
    const JudgeLimits shallow = {.depth = 1};
    first_moves_judge(engine(), &position, &deep, &moves);
    assert_int_equal(moves.allowed, 1u << COMMAND_TRIGGER);
    assert_int_equal(least_dangerous(&moves), COMMAND_TRIGGER);
    assert_string_equal(first_move_objection(&moves, COMMAND_TRIGGER),
                        "all die, and our points win");
    first_moves_judge(engine(), &position, &shallow, &moves);
    assert_int_equal(moves.allowed >> COMMAND_TRIGGER & 1, 0);
    state.points[1] += 100;
    first_moves_judge(engine(), &position, &deep, &moves);
    assert_int_equal(moves.allowed >> COMMAND_TRIGGER & 1, 0);
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
        cmocka_unit_test(test_death_in_company_is_no_escape),
        cmocka_unit_test(test_sacrifice_needs_more_points),
        cmocka_unit_test(test_sacrifice_is_made_where_nothing_is_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
