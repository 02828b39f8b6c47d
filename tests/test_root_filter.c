/* The root filter: which first commands remain. Drawn examples are in tests/data/tactics.txt. */
#include <string.h>

#include "safety/forced_kill.h"
#include "safety/root_filter.h"
#include "search/weights.h"
#include "support/positions.h"
#include "test.h"

static StageResult search_again(const ReplySearch *how, const State *state, int depth) {
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

static void assert_stage(const StageResult *result, ReplySearch how, const State *state,
                         int depth) {
    StageResult again = search_again(&how, state, depth);
    assert_memory_equal(result, &again, sizeof again);
}

/* Each stage is the exhaustive search that the header names, and the chances are the best of all
 * opponents. */
TEST(test_stages_equal_single_searches) {
    Random random = random_seeded(3);
    int chances = 0;
    for (int trial = 0; trial < 60; trial++) {
        Game game;
        State state;
        RootFilter filter;
        int players = 2 + trial % 2;
        draw_skirmish(&random, players, cell_at(2 + trial % 5, 1), 3, &game, &state);
        const ReplySearch fuses = {.engine = engine(), .game = &game};
        ReplySearch together = fuses, triggers = fuses, suicides = fuses, kills = fuses;
        together.together = true;
        triggers.threat = THREAT_TRIGGERS;
        ReplySearch ambush = triggers;
        ambush.together = true;
        suicides.suicides_count = true;
        const RootFilterOptions limits = {.depth = 3, .suicides = 2, .ambush = 1};
        root_filter_run(engine(), &game, &state, 0, &limits, &filter);
        assert_stage(&filter.stage[STAGE_FUSES], fuses, &state, 3);
        assert_stage(&filter.stage[STAGE_TOGETHER], together, &state, players > 2 ? 2 : 0);
        assert_stage(&filter.stage[STAGE_TRIGGERS], triggers, &state, 3);
        assert_stage(&filter.stage[STAGE_AMBUSH], ambush, &state, players > 2 ? 1 : 0);
        assert_stage(&filter.stage[STAGE_SUICIDES], suicides, &state, players > 2 ? 0 : 2);
        float first[COMMAND_COUNT], second[COMMAND_COUNT] = {0};
        kill_chances(&kills, &state, 1, first);
        if (players > 2)
            kill_chances(&kills, &state, 2, second);
        for (int c = 0; c < COMMAND_COUNT; c++) {
            assert_true(filter.kill_chance[c] == (first[c] > second[c] ? first[c] : second[c]));
            chances += filter.kill_chance[c] > 0;
        }
    }
    assert_true(chances > 10);
}

static RootFilter filtered(const Game *game, const State *state, RootFilterOptions limits) {
    RootFilter filter;
    root_filter_run(engine(), game, state, 0, &limits, &filter);
    return filter;
}

/* Put all players on open cells of the first corner. */
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

/* Of the commands that no single opponent makes deadly, those remain that two opponents cannot make
 * deadly. */
TEST(test_commands_that_two_opponents_punish_are_pruned) {
    Random random = random_seeded(4);
    int pruned = 0;
    for (int trial = 0; trial < 12000; trial++) {
        Game game;
        State state;
        draw_skirmish(&random, 3, cell_at(3, 1), 2, &game, &state);
        gather(&random, &state);
        RootFilter filter = filtered(&game, &state, (RootFilterOptions){.depth = 2});
        unsigned fuses = filter.stage[STAGE_FUSES].safe[1] & filter.stage[STAGE_FUSES].safe[2];
        if (!(fuses & filter.stage[STAGE_TOGETHER].safe[1]))
            continue;
        assert_int_equal(filter.allowed & ~filter.stage[STAGE_TOGETHER].safe[1], 0);
        pruned += (fuses & ~filter.stage[STAGE_TOGETHER].safe[1]) != 0;
    }
    assert_true(pruned > 5);
}

TEST(test_cheaper_stages_come_before_ambushes) {
    Random random = random_seeded(5);
    static const int reached[][3] = {{0, 0, 0}, {1, 2, 2}, {0, 1, 2}};
    for (int players = 2; players <= 4; players++)
        for (int depth = 1; depth <= 3; depth++) {
            Game game;
            State state;
            draw_skirmish(&random, players, cell_at(3, 1), 2, &game, &state);
            RootFilter filter =
                filtered(&game, &state, (RootFilterOptions){.depth = depth, .ambush = 2});
            assert_int_equal(filter.stage[STAGE_AMBUSH].depth, reached[players - 2][depth - 1]);
        }
}

/* A danger costs more the less it takes of the opponents; a chance to kill is a bonus. */
TEST(test_costs_decrease_from_stage_to_stage) {
    RootFilter filter = {.weights = default_weights.filter};
    filter.weights.danger[STAGE_SUICIDES] = 5;
    filter.weights.kill_chance_bonus = 10;
    filter.stage[STAGE_FUSES].danger[COMMAND_UP] = 0.5f;
    filter.stage[STAGE_TOGETHER].danger[COMMAND_LEFT] = 0.5f;
    filter.stage[STAGE_TRIGGERS].danger[COMMAND_RIGHT] = 0.5f;
    filter.stage[STAGE_SUICIDES].danger[COMMAND_DOWN] = 0.5f;
    filter.kill_chance[COMMAND_BOMB] = 0.5f;
    for (Command c = COMMAND_UP; c < COMMAND_DOWN; c++)
        assert_true(root_filter_cost(&filter, c) > root_filter_cost(&filter, c + 1));
    assert_true(root_filter_cost(&filter, COMMAND_DOWN) == 2.5f);
    assert_true(root_filter_cost(&filter, COMMAND_NOTHING) == 0);
    filter.stage[STAGE_AMBUSH].danger[COMMAND_NOTHING] = 0.5f;
    assert_true(root_filter_cost(&filter, COMMAND_NOTHING) ==
                root_filter_cost(&filter, COMMAND_RIGHT));
    assert_true(root_filter_cost(&filter, COMMAND_BOMB) == -5);
}

TEST(test_the_search_for_traps_leaves_most_of_the_limits_to_the_stages) {
    enum { FEW = 500, MANY = 100000 };
    Random random = random_seeded(6);
    int traps = 0, given_up = 0;
    for (int trial = 0; trial < 40; trial++) {
        Game game;
        State state;
        draw_skirmish(&random, 3, cell_at(2 + trial % 5, 1), 3, &game, &state);
        put_player(&state, 2, cell_at(1, 5));
        state_rehash(&state);
        RootFilterOptions options = {.depth = 4, .ambush = 1, .limits.nodes = MANY};
        RootFilter without = filtered(&game, &state, options);
        options.weights.pocket = 1;
        RootFilter with = filtered(&game, &state, options);
        options.limits.nodes = FEW;
        RootFilter few = filtered(&game, &state, options);
        assert_memory_equal(with.stage, without.stage, sizeof with.stage);
        for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
            assert_true(without.pocket[c] == 0);
            assert_true(root_filter_cost(&with, c) ==
                        root_filter_cost(&without, c) + with.pocket[c]);
            assert_true(few.pocket[c] == 0 || few.pocket[c] == with.pocket[c]);
            traps += with.pocket[c] > 0;
            given_up += with.pocket[c] > 0 && few.pocket[c] == 0;
        }
        if (without.stage[STAGE_TRIGGERS].depth > 1)
            assert_true(few.stage[STAGE_TRIGGERS].depth > 0);
    }
    assert_true(traps > 20);
    assert_true(given_up > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages_equal_single_searches),
        cmocka_unit_test(test_commands_that_two_opponents_punish_are_pruned),
        cmocka_unit_test(test_cheaper_stages_come_before_ambushes),
        cmocka_unit_test(test_costs_decrease_from_stage_to_stage),
        cmocka_unit_test(test_the_search_for_traps_leaves_most_of_the_limits_to_the_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
