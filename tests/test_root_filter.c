/* What is made of dangers and kills: the first moves that are planned for. */
#include <stdio.h>
#include <string.h>

#include "safety/forced_kill.h"
#include "safety/root_filter.h"
#include "search/weights.h"
#include "support/positions.h"
#include "test.h"

static StageResult judge_again(const ReplySearch *how, const State *state, int depth) {
    StageResult result = {.depth = depth};
    ReplySearch search = *how;
    CommandSafety safety;
    for (int d = 1; d <= depth; d++) {
        assert_true(search_replies(&search, state, d, &safety));
        result.safe[d] = safety.safe;
        memcpy(result.danger, safety.danger, sizeof result.danger);
    }
    return result;
}

static void assert_judged(const StageResult *result, ReplySearch how, const State *state,
                          int depth) {
    StageResult again = judge_again(&how, state, depth);
    assert_memory_equal(result, &again, sizeof again);
}

/* Each stage is the exhaustive search that the header says, and the chances are the best there are.
 */
TEST(test_stages_are_what_they_say) {
    Random random = random_seeded(3);
    int hopeful = 0;
    for (int trial = 0; trial < 60; trial++) {
        Game game;
        State state;
        RootFilter moves;
        int players = 2 + trial % 2;
        draw_skirmish(&random, players, cell_at(2 + trial % 5, 1), 3, &game, &state);
        const ReplySearch calm = {.engine = engine(), .game = &game};
        ReplySearch joint = calm, hostile = calm, suicidal = calm, hunter = calm;
        joint.together = true;
        hostile.threat = THREAT_TRIGGERS;
        ReplySearch ambush = hostile;
        ambush.together = true;
        suicidal.suicides_count = true;
        const RootFilterOptions limits = {.depth = 3, .suicides = 2, .ambush = 1};
        root_filter_run(engine(), &game, &state, 0, &limits, &moves);
        assert_judged(&moves.stage[STAGE_FUSES], calm, &state, 3);
        assert_judged(&moves.stage[STAGE_TOGETHER], joint, &state, players > 2 ? 2 : 0);
        assert_judged(&moves.stage[STAGE_TRIGGERS], hostile, &state, 3);
        assert_judged(&moves.stage[STAGE_AMBUSH], ambush, &state, players > 2 ? 1 : 0);
        assert_judged(&moves.stage[STAGE_SUICIDES], suicidal, &state, players > 2 ? 0 : 2);
        float first[COMMAND_COUNT], second[COMMAND_COUNT] = {0};
        kill_chances(&hunter, &state, 1, first);
        if (players > 2)
            kill_chances(&hunter, &state, 2, second);
        for (int c = 0; c < COMMAND_COUNT; c++) {
            assert_true(moves.kill_chance[c] == (first[c] > second[c] ? first[c] : second[c]));
            hopeful += moves.kill_chance[c] > 0;
        }
    }
    assert_true(hopeful > 10);
}

static RootFilter judged(const Game *game, const State *state, RootFilterOptions limits) {
    RootFilter moves;
    root_filter_run(engine(), game, state, 0, &limits, &moves);
    return moves;
}

/* All players on open cells of the first corner. */
static void gather(Random *random, State *state) {
    enum { CORNER = 7 };
    for (int p = 0; p < state->players; p++) {
        Cell cell;
        do
            cell = cell_at(1 + (int)random_below(random, CORNER),
                           1 + (int)random_below(random, CORNER));
        while (board_has(&state->blocked, cell));
        state->radius[p] = 3;
        put_player(state, p, cell);
    }
}

/* Of the commands that no single opponent makes deadly, those stay that two cannot. */
TEST(test_opponents_may_act_together) {
    Random random = random_seeded(4);
    int pruned = 0;
    for (int trial = 0; trial < 12000; trial++) {
        Game game;
        State state;
        draw_skirmish(&random, 3, cell_at(3, 1), 2, &game, &state);
        gather(&random, &state);
        RootFilter moves = judged(&game, &state, (RootFilterOptions){.depth = 2});
        unsigned calm = moves.stage[STAGE_FUSES].safe[1] & moves.stage[STAGE_FUSES].safe[2];
        if (!(calm & moves.stage[STAGE_TOGETHER].safe[1]))
            continue;
        assert_int_equal(moves.allowed & ~moves.stage[STAGE_TOGETHER].safe[1], 0);
        pruned += (calm & ~moves.stage[STAGE_TOGETHER].safe[1]) != 0;
    }
    assert_true(pruned > 5);
}

/* Each opponent alone is harmless. */
TEST(test_two_opponents_lay_an_ambush) {
    Game game;
    State state;
    read_position(pincer, &game, &state);
    RootFilter moves = judged(&game, &state, (RootFilterOptions){.depth = 1, .ambush = 1});
    assert_int_equal(moves.stage[STAGE_TRIGGERS].safe[1] >> COMMAND_DOWN & 1, 1);
    assert_int_equal(moves.allowed >> COMMAND_DOWN & 1, 0);
    assert_string_equal(root_filter_reason(&moves, COMMAND_DOWN),
                        "pruned: opponents together can drive us into a trigger");
}

TEST(test_ambushes_wait_for_what_is_cheaper) {
    Random random = random_seeded(5);
    static const int reached[][3] = {{0, 0, 0}, {1, 2, 2}, {0, 1, 2}};
    for (int players = 2; players <= 4; players++)
        for (int depth = 1; depth <= 3; depth++) {
            Game game;
            State state;
            draw_skirmish(&random, players, cell_at(3, 1), 2, &game, &state);
            RootFilter moves =
                judged(&game, &state, (RootFilterOptions){.depth = depth, .ambush = 2});
            assert_int_equal(moves.stage[STAGE_AMBUSH].depth, reached[players - 2][depth - 1]);
        }
}

TEST(test_certain_kill_is_preferred) {
    Game game;
    State state;
    read_position(dead_end, &game, &state);
    RootFilter moves = judged(&game, &state, (RootFilterOptions){.depth = 1});
    assert_int_not_equal(moves.allowed, 1u << COMMAND_BOMB);
    moves = judged(&game, &state, (RootFilterOptions){.depth = 1, .kill_depth = 1});
    assert_int_equal(moves.allowed, 1u << COMMAND_BOMB);
    assert_string_equal(root_filter_reason(&moves, COMMAND_BOMB),
                        "an opponent dies, whatever it does");
    assert_string_equal(root_filter_reason(&moves, COMMAND_RIGHT), "pruned: another command kills");
}

/* B may bomb where it stands, and die with A; below A is a dead end that B can close later. With C
 * on the board, B would come last by that. */
TEST(test_a_trap_later_is_better_than_death_now) {
    static const char drawn[] = "position corner\nround=0 bounty=100\n"
                                "#####################\n"
                                "#A B 2              #\n"
                                "# # # # # # # # # # #\n"
                                "#+ + +              #\n"
                                "A 2,2 bag=2 radius=1 points=0\n"
                                "B 4,2 bag=2 radius=4 points=0\n"
                                "%sbombs A@6,2:t2r2\nend\n";
    for (int players = 2; players <= 3; players++) {
        Game game;
        State state;
        char text[sizeof drawn + 64];
        snprintf(text, sizeof text, drawn, players > 2 ? "C 20,20 bag=1 radius=1 points=0\n" : "");
        read_position(text, &game, &state);
        RootFilter moves = judged(&game, &state, (RootFilterOptions){.depth = 4});
        unsigned unafraid = moves.allowed;
        assert_int_equal(unafraid >> COMMAND_DOWN & 1, 0);
        moves = judged(&game, &state, (RootFilterOptions){.depth = 4, .suicides = 2});
        assert_int_equal(moves.allowed, players > 2 ? unafraid : 1u << COMMAND_DOWN);
    }
}

/* A danger weighs the more, the less it takes of the opponents; a chance to kill weighs against. */
TEST(test_costs_follow_the_stages) {
    RootFilter moves = {.weights = default_weights.filter};
    moves.weights.danger[STAGE_SUICIDES] = 5;
    moves.weights.kill_chance_bonus = 10;
    moves.stage[STAGE_FUSES].danger[COMMAND_UP] = 0.5f;
    moves.stage[STAGE_TOGETHER].danger[COMMAND_LEFT] = 0.5f;
    moves.stage[STAGE_TRIGGERS].danger[COMMAND_RIGHT] = 0.5f;
    moves.stage[STAGE_SUICIDES].danger[COMMAND_DOWN] = 0.5f;
    moves.kill_chance[COMMAND_BOMB] = 0.5f;
    for (Command c = COMMAND_UP; c < COMMAND_DOWN; c++)
        assert_true(root_filter_cost(&moves, c) > root_filter_cost(&moves, c + 1));
    assert_true(root_filter_cost(&moves, COMMAND_DOWN) == 2.5f);
    assert_true(root_filter_cost(&moves, COMMAND_NOTHING) == 0);
    moves.stage[STAGE_AMBUSH].danger[COMMAND_NOTHING] = 0.5f;
    assert_true(root_filter_cost(&moves, COMMAND_NOTHING) ==
                root_filter_cost(&moves, COMMAND_RIGHT));
    assert_true(root_filter_cost(&moves, COMMAND_BOMB) == -5);
}

static const RootFilterOptions deep = {.depth = 5, .suicides = 3, .limits.nodes = 20000};

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

TEST(test_death_in_company_is_no_escape) {
    Game game;
    State state;
    CommandSafety safety;
    read_position(clinch, &game, &state);
    ReplySearch search = {.engine = engine(), .game = &game, .player = 0};
    search_replies(&search, &state, 1, &safety);
    assert_true(safety.danger[COMMAND_TRIGGER] == 1);
    assert_false(safety.safe >> COMMAND_TRIGGER & 1);
}

TEST(test_trade_needs_more_points) {
    Game game;
    State state;
    read_position(clinch, &game, &state);
    ReplySearch search = {.engine = engine(), .game = &game, .player = 0};
    assert_int_equal(forced_kills(&search, &state, 1, 2), 0);
    assert_int_equal(winning_trades(&search, &state, 1, 1), 0);
    assert_int_equal(winning_trades(&search, &state, 1, 2), 1u << COMMAND_TRIGGER);
    state.points[1] += 100;
    assert_int_equal(winning_trades(&search, &state, 1, 2), 0);
}

/* It wins for certain, where any other command leaves B a chance. */
TEST(test_trade_is_made_where_nothing_is_safe) {
    Game game;
    State state;
    read_position(clinch, &game, &state);
    RootFilter moves = judged(&game, &state, deep);
    assert_int_equal(moves.allowed, 1u << COMMAND_TRIGGER);
    assert_int_equal(root_filter_least_dangerous(&moves), COMMAND_TRIGGER);
    assert_string_equal(root_filter_reason(&moves, COMMAND_TRIGGER),
                        "both die, and our points win");
    moves = judged(&game, &state, (RootFilterOptions){.depth = 1});
    assert_int_equal(moves.allowed >> COMMAND_TRIGGER & 1, 0);
    state.points[1] += 100;
    moves = judged(&game, &state, deep);
    assert_int_equal(moves.allowed >> COMMAND_TRIGGER & 1, 0);
}

/* With a third player left, the death of two wins nothing. */
TEST(test_no_trade_for_a_third) {
    Game game;
    State state;
    char drawn[sizeof clinch + 64];
    const char *bombs = strstr(clinch, "bombs");
    snprintf(drawn, sizeof drawn, "%.*sC 20,20 bag=1 radius=1 points=-900\n%s",
             (int)(bombs - clinch), clinch, bombs);
    read_position(drawn, &game, &state);
    RootFilter moves = judged(&game, &state, deep);
    assert_int_equal(moves.trades, 0);
    assert_int_equal(moves.allowed >> COMMAND_TRIGGER & 1, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages_are_what_they_say),
        cmocka_unit_test(test_opponents_may_act_together),
        cmocka_unit_test(test_two_opponents_lay_an_ambush),
        cmocka_unit_test(test_ambushes_wait_for_what_is_cheaper),
        cmocka_unit_test(test_certain_kill_is_preferred),
        cmocka_unit_test(test_a_trap_later_is_better_than_death_now),
        cmocka_unit_test(test_costs_follow_the_stages),
        cmocka_unit_test(test_death_in_company_is_no_escape),
        cmocka_unit_test(test_trade_needs_more_points),
        cmocka_unit_test(test_trade_is_made_where_nothing_is_safe),
        cmocka_unit_test(test_no_trade_for_a_third),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
