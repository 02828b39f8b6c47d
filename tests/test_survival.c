/* Survival. */
#include "engine/random.h"
#include "engine/reference.h"
#include "safety/survival.h"
#include "support/positions.h"
#include "test.h"

/* Where every path on the twin ends when the last bomb has gone off: the player walks, the others
 * do nothing and are far away. */
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

TEST(test_survivable_as_by_walking) {
    Random random = random_seeded(11);
    int lived = 0, died = 0;
    for (int trial = 0; trial < 400; trial++) {
        Game game;
        State state;
        ReferenceEngine reference;
        Board walked = {{0}}, found;
        draw_skirmish(&random, 2, cell_at(19, 19), 5, &game, &state);
        reference_from_state(&reference, &game, &state);
        walk_out(&reference, 0, &walked);
        bool lives = board_count(&walked) > 0;
        lived += lives;
        died += !lives;
        for (int i = 0; engine_at(i); i++) {
            assert_int_equal(survives(engine_at(i), &state, 0, THREAT_FUSES), lives);
            assert_int_equal(survives_on(engine_at(i), &state, 0, THREAT_FUSES, &found), lives);
            if (lives)
                assert_memory_equal(&found, &walked, sizeof found);
        }
    }
    assert_true(lived > 50 && died > 50);
}

TEST(test_dead_end_is_seen) {
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
    assert_false(survives(engine(), &state, 0, THREAT_FUSES));
    assert_true(survives(engine(), &state, 1, THREAT_FUSES));
    assert_false(survives(engine(), &state, 0, THREAT_TRIGGERS));
}

TEST(test_hostile_bombs_may_go_off_early) {
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
    assert_true(survives(engine(), &state, 0, THREAT_FUSES));
    assert_false(survives(engine(), &state, 0, THREAT_TRIGGERS));
    /* While B stands in its own blast it has to step out of it first. */
    state.cell[1] = cell_at(4, 2);
    assert_true(survives(engine(), &state, 0, THREAT_TRIGGERS));
    /* The dead trigger nothing. */
    read_position(drawn, &game, &state);
    state.alive = 1;
    assert_true(survives(engine(), &state, 0, THREAT_TRIGGERS));
}

TEST(test_own_bombs_wait_for_their_fuses) {
    Game game;
    State state;
    /* B stands in the nearer way out, where A could trigger before it gets to the other one. */
    read_position("position own\nround=5 bounty=100\n"
                  "###########\n"
                  "#    a    \n"
                  "# #+#+#B# \n"
                  "A 6,2 bag=1 radius=8 points=0\n"
                  "B 8,3 bag=1 radius=1 points=0\n"
                  "bombs A@6,2:t6r8\nend\n",
                  &game, &state);
    assert_true(survives(engine(), &state, 0, THREAT_TRIGGERS));
}

/* A has just the time to walk out of its own blast, three steps along a corridor. */
static bool survives_bombs_of(Cell opponent, int radius_shift) {
    Game game;
    State state;
    read_position("position ahead\nround=5 bounty=100\n"
                  "###########\n"
                  "#a         \n"
                  "#+#+#+#+#+#+#+#\n"
                  "A 2,2 bag=1 radius=2 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\n"
                  "bombs A@2,2:t4r2\nend\n",
                  &game, &state);
    state.radius[1] = (uint8_t)radius_shift;
    put_player(&state, 1, opponent);
    assert_true(survives(engine(), &state, 0, THREAT_TRIGGERS));
    return survives_bomb_reply(engine(), &state, 0);
}

/* Only in the nearer of two cells, one beside the other, does the bomb reach where A flees to. */
TEST(test_bombs_that_opponents_may_drop) {
    assert_false(survives_bombs_of(cell_at(6, 1), 1));
    assert_true(survives_bombs_of(cell_at(7, 1), 1));
    assert_false(survives_bombs_of(cell_at(8, 1), 2));
    assert_true(survives_bombs_of(cell_at(9, 1), 2));
}

TEST(test_hostile_opponents_stand_in_the_way) {
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
    assert_true(survives(engine(), &state, 0, THREAT_FUSES));
    assert_false(survives(engine(), &state, 0, THREAT_TRIGGERS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_survivable_as_by_walking),
        cmocka_unit_test(test_dead_end_is_seen),
        cmocka_unit_test(test_hostile_bombs_may_go_off_early),
        cmocka_unit_test(test_own_bombs_wait_for_their_fuses),
        cmocka_unit_test(test_bombs_that_opponents_may_drop),
        cmocka_unit_test(test_hostile_opponents_stand_in_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
