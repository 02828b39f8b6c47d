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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_survival_equals_all_walks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
