/* Survival, compared with walks on the reference engine. Drawn examples are in
 * tests/data/tactics.txt. */
#include "engine/random.h"
#include "engine/reference.h"
#include "safety/survival.h"
#include "support/positions.h"
#include "test.h"

/* Add to *ends the cells where all paths on the reference engine end, after the last bomb. The
 * player walks; the others do nothing and are far away. */
static void walk_out(const ReferenceEngine *reference, int player, Board *ends) {
    if (!reference->player[player].alive)
        return;
    if (reference->bomb_count == 0) {
        board_add(ends, cell_at(reference->player[player].at.x, reference->player[player].at.y));
        return;
    }
    for (int command = COMMAND_NOTHING; command <= COMMAND_DOWN; command++) {
        ReferenceEngine next = *reference;
        uint8_t commands[MAX_PLAYERS] = {0};
        commands[player] = (uint8_t)command;
        reference_play(&next, commands, &RANKS_IN_ORDER);
        walk_out(&next, player, ends);
    }
}

TEST(test_survival_equals_all_walks) {
    Random random = random_seeded(11);
    int survived = 0, died = 0;
    for (int trial = 0; trial < 400; trial++) {
        Game game;
        State state;
        ReferenceEngine reference;
        Board walked = {{0}}, found;
        draw_skirmish(&random, 2, cell_at(19, 19), 5, &game, &state);
        reference_from_state(&reference, &game, &state);
        walk_out(&reference, 0, &walked);
        bool alive = board_count(&walked) > 0;
        survived += alive;
        died += !alive;
        for (int i = 0; engine_at(i); i++) {
            assert_int_equal(survives(engine_at(i), &state, 0, THREAT_FUSES), alive);
            assert_int_equal(survives_on(engine_at(i), &state, 0, THREAT_FUSES, &found), alive);
            if (alive)
                assert_memory_equal(&found, &walked, sizeof found);
        }
    }
    assert_true(survived > 50 && died > 50);
}

/* Without the short cuts: on which cells, and with each bomb that an opponent can plant. */
static bool survives_plainly(const State *state, int player, ThreatModel threat) {
    Board cells;
    return survives_on(engine(), state, player, threat, &cells);
}

static bool survives_bombs_plainly(const State *state, int player) {
    bool survived = survives_plainly(state, player, THREAT_TRIGGERS);
    for (int p = 0; p < state->players; p++) {
        int distance = cell_distance(state->cell[p], state->cell[player]);
        State bombed = *state;
        if (p != player && distance <= blast_length(state->radius[p]) + 3 &&
            state_legal(state, p) >> COMMAND_BOMB & 1 &&
            state_add_bomb(&bombed, p, state->cell[p], bomb_fuse(state->bag[p]), state->radius[p]))
            survived &= survives_plainly(&bombed, player, THREAT_TRIGGERS);
    }
    return survived;
}

TEST(test_survival_equals_that_without_short_cuts) {
    Random random = random_seeded(12);
    int survived[3] = {0}, trials = 20000;
    for (int trial = 0; trial < trials; trial++) {
        Game game;
        State state;
        Cell second = cell_at(1 + trial % 7, 1 + trial / 7 % 5);
        draw_skirmish(&random, 2 + trial % 3, second, trial % 6, &game, &state);
        if (board_has(&state.blocked, second))
            continue;
        bool fuses = survives_plainly(&state, 0, THREAT_FUSES);
        bool triggers = survives_plainly(&state, 0, THREAT_TRIGGERS);
        bool bombs = survives_bombs_plainly(&state, 0);
        for (int i = 0; engine_at(i); i++) {
            assert_int_equal(survives(engine_at(i), &state, 0, THREAT_FUSES), fuses);
            assert_int_equal(survives(engine_at(i), &state, 0, THREAT_TRIGGERS), triggers);
            assert_int_equal(survives_bomb_reply(engine_at(i), &state, 0), bombs);
        }
        survived[0] += fuses;
        survived[1] += triggers;
        survived[2] += bombs;
    }
    assert_true(survived[0] > survived[1] + 100 && survived[1] > survived[2] + 100);
    assert_true(survived[2] > trials / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_survival_equals_all_walks),
        cmocka_unit_test(test_survival_equals_that_without_short_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
