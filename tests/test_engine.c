/* The engine compared with the reference engine and with itself. The drawn rules are in
 * tests/data/rules.txt. */
#include <stdlib.h>

#include "engine/mapgen.h"
#include "engine/ranks.h"
#include "engine/reference.h"
#include "support/positions.h"
#include "test.h"

/* A command that is legal most of the time. Triggers are rare, so that bombs pile up. */
static uint8_t random_command(const State *state, int player, Random *random) {
    uint64_t bits = random_next(random);
    unsigned legal = state_legal(state, player);
    if (bits % 16 == 0)
        return (uint8_t)(bits >> 8 & 7);
    for (;;) {
        bits = random_next(random);
        unsigned command = (unsigned)(bits >> 8) % COMMAND_COUNT;
        bool rare = command == COMMAND_TRIGGER && bits % 8;
        if (!rare && (!legal || legal >> command & 1))
            return (uint8_t)command;
    }
}

/* Some players get a large bag and radius: players that are hard to kill make long matches. */
static void vary_start(State *state, Random *random) {
    for (int p = 0; p < state->players; p++) {
        state->bag[p] = (uint8_t)(1 + random_next(random) % 4);
        state->radius[p] = (uint8_t)(random_next(random) % 6);
    }
    state_rehash(state);
}

static void assert_same(const ReferenceEngine *reference, const Game *game, const State *state) {
    char why[512];
    if (!reference_same(reference, game, state, why, sizeof why))
        fail_msg("round %d: %s", state->round, why);
    State again = *state;
    state_rehash(&again);
    assert_true(again.hash == state->hash);
    assert_true(again.touched_hash == state->touched_hash);
    for (int p = 0; p < state->players; p++) {
        assert_int_equal(reference_legal(reference, p), state_legal(state, p));
        assert_int_equal(reference_points(reference, p), state_points(game, state, p));
    }
    assert_int_equal(reference_over(reference), state_over(game, state));
}

static long play_beside_reference(const Engine *fast, int players, int seed, bool varied) {
    static StartMap map;
    Game game;
    State state;
    ReferenceEngine reference;
    Random random = random_seeded((uint64_t)seed * 4 + (uint64_t)players);
    mapgen_generate(&map, players, seed);
    assert_true(mapgen_start(&map, &game, &state));
    if (varied)
        vary_start(&state, &random);
    reference_from_state(&reference, &game, &state);
    long rounds = 0;
    for (; !state_over(&game, &state); rounds++) {
        uint8_t command[MAX_PLAYERS] = {0};
        RoundEvents events;
        for (int p = 0; p < players; p++)
            command[p] = random_command(&state, p, &random);
        Ranks ranks = ranks_roll(&random);
        fast->play(&game, &state, command, &ranks, &events);
        reference_play(&reference, command, &ranks);
        assert_same(&reference, &game, &state);
    }
    int order[MAX_PLAYERS], reference_order[MAX_PLAYERS];
    state_leaderboard(&game, &state, order);
    reference_leaderboard(&reference, reference_order);
    for (int p = 0; p < players; p++)
        assert_int_equal(order[p], reference_order[p]);
    return rounds;
}

/* BLASTBEAM_ROUNDS is the number of rounds that each instruction set plays for each number of
 * players. */
TEST(test_engine_plays_as_the_reference) {
    const char *wanted = getenv("BLASTBEAM_ROUNDS");
    long least = wanted ? atol(wanted) : 10000;
    for (int i = 0; engine_at(i); i++)
        for (int players = 2; players <= MAX_PLAYERS; players++) {
            long rounds = 0;
            for (int seed = 1; rounds < least; seed++)
                rounds += play_beside_reference(engine_at(i), players, seed, seed % 2);
            print_message("%s, %d players: %ld rounds as the reference\n", engine_at(i)->name,
                          players, rounds);
        }
}

/* Each state differs in one thing that matters later; all hashes must differ. */
TEST(test_hashes_differ_for_different_states) {
    Game game;
    State state;
    game_init(&game, 3, 100);
    game_add_powerup(&game, cell_at(10, 10), POWERUP_SUPER);
    state_init(&state, &game);
    state_add_wall(&state, cell_at(5, 5));
    state_add_bomb(&state, 0, cell_at(7, 7), 5, 2);
    state_rehash(&state);
    State other[12];
    for (int i = 0; i < 12; i++)
        other[i] = state;
    other[0].points[1]++;
    other[1].round++;
    other[2].bag[2]++;
    other[3].radius[0]++;
    other[4].cell[1]--;
    other[5].alive &= (uint8_t)~2;
    other[6].powerups = 0;
    other[7].bombs.due[0]++;
    other[8].bombs.radius[0]++;
    other[9].owned[1] = other[9].owned[0], other[9].owned[0] = 0;
    state_add_wall(&other[10], cell_at(5, 6));
    state_touch(&other[11], 2, cell_at(5, 7));
    for (int i = 0; i < 12; i++) {
        state_rehash(&other[i]);
        assert_true(state_hash(&other[i]) != state_hash(&state));
        for (int j = 0; j < i; j++)
            assert_true(state_hash(&other[i]) != state_hash(&other[j]));
    }
}

/* Both players want to plant when there are fifteen bombs. A's bomb takes the last slot. B plants
 * nothing, although its bag holds more. */
TEST(test_no_bomb_is_planted_without_a_slot) {
    static const uint8_t command[MAX_PLAYERS] = {COMMAND_BOMB, COMMAND_BOMB};
    for (int i = 0; engine_at(i); i++) {
        Game game;
        State state;
        ReferenceEngine reference;
        RoundEvents events;
        game_init(&game, 2, 100);
        state_init(&state, &game);
        for (int b = 0; b < MAX_BOMBS - 1; b++)
            assert_true(state_add_bomb(&state, b % 2, cell_at(3 + b, 9), 8, 0));
        state.bag[0] = state.bag[1] = MAX_BOMBS;
        state_rehash(&state);
        reference_from_state(&reference, &game, &state);
        engine_at(i)->play(&game, &state, command, &RANKS_IN_ORDER, &events);
        reference_play(&reference, command, &RANKS_IN_ORDER);
        assert_same(&reference, &game, &state);
        assert_int_equal(state_bombs(&state), (1 << MAX_BOMBS) - 1);
        assert_true(state_has_bomb(&state, state.cell[0]));
        assert_false(state_has_bomb(&state, state.cell[1]));
    }
}

static void assert_stands_above(const Game *game, const State *state, int a, int b) {
    assert_true(state_stands_above(game, state, a, b));
    assert_false(state_stands_above(game, state, b, a));
}

/* A living player stands above a dead one, whatever the points. Then the points count, those of
 * coverage included; then the later death. */
TEST(test_leader_board_follows_life_points_and_death) {
    Game game;
    State state;
    game_init(&game, 2, 100);
    state_init(&state, &game);
    state_touch(&state, 0, cell_at(1, 2));
    assert_false(state_stands_above(&game, &state, 0, 1));
    assert_false(state_stands_above(&game, &state, 1, 0));
    state_touch(&state, 1, cell_at(1, 2));
    state_touch(&state, 1, cell_at(1, 3));
    assert_stands_above(&game, &state, 1, 0);
    state.points[0] = 10;
    assert_stands_above(&game, &state, 0, 1);
    state.alive = 2;
    assert_stands_above(&game, &state, 1, 0);
    state.alive = 0;
    state.died[0] = 7;
    state.died[1] = 6;
    assert_stands_above(&game, &state, 0, 1);
    state.points[1] = 10;
    assert_stands_above(&game, &state, 1, 0);
    state.died[1] = 7;
    assert_false(state_stands_above(&game, &state, 0, 1));
    assert_false(state_stands_above(&game, &state, 1, 0));
}

/* `spread` and `blast` of every instruction set, compared with loops over cells. */
/* All but the slots of bombs. */
static void assert_same_state(const State *a, const State *b) {
    assert_true(state_hash(a) == state_hash(b));
    assert_memory_equal(&a->blocked, &b->blocked, sizeof a->blocked);
    assert_memory_equal(&a->walls, &b->walls, sizeof a->walls);
    assert_memory_equal(a->touched, b->touched, sizeof a->touched[0] * (size_t)a->players);
    assert_memory_equal(a->touched_count, b->touched_count, sizeof a->touched_count);
    assert_int_equal(a->round, b->round);
    assert_int_equal(state_bombs(a) == 0, state_bombs(b) == 0);
}

/* Compare all commands of player 0, who is far from the others, with the rounds played. Returns how
 * many were compared. */
static int compare_replaced_waits(const Engine *fast, const Game *game, const State *state,
                                  const uint8_t others[MAX_PLAYERS]) {
    int compared = 0;
    for (unsigned rest = state_legal(state, 0); rest; rest &= rest - 1) {
        uint8_t command[MAX_PLAYERS];
        State played = *state, replaced = *state;
        RoundEvents events;
        memcpy(command, others, sizeof command);
        command[0] = (uint8_t)__builtin_ctz(rest);
        fast->play(game, &played, command, &RANKS_IN_ORDER, &events);
        Cell cell = cell_beside(state->cell[0], command[0]);
        unsigned index = game->powerup_at[cell];
        if (!(played.alive & 1) || (index != NO_POWERUP && state->powerups >> index & 1))
            continue;
        command[0] = COMMAND_NOTHING;
        fast->play(game, &replaced, command, &RANKS_IN_ORDER, &events);
        fast->replace_wait(&replaced, 0, (Command)__builtin_ctz(rest));
        assert_same_state(&replaced, &played);
        compared++;
    }
    return compared;
}

TEST(test_a_replaced_wait_equals_a_round) {
    Random random = random_seeded(25);
    int compared = 0;
    for (int trial = 0; trial < 3000; trial++) {
        Game game;
        State state;
        uint8_t command[MAX_PLAYERS];
        draw_skirmish(&random, 2 + trial % 3, cell_at(19, 19), 1 + trial % 6, &game, &state);
        state_touch(&state, 0, state.cell[0]);
        bool near = false;
        for (int p = 1; p < state.players; p++) {
            near |= cell_distance(state.cell[0], state.cell[p]) < 3;
            command[p] = (uint8_t)random_below(&random, COMMAND_COUNT);
        }
        for (int i = 0; engine_at(i) && !near; i++)
            compared += compare_replaced_waits(engine_at(i), &game, &state, command);
    }
    assert_true(compared > 5000);
}

TEST(test_instruction_sets_agree) {
    char *data = read_data("src/engine/positions.txt");
    const char *text = data;
    char name[NOTATION_NAME], error[256];
    Game game;
    State state;
    while (notation_read(&text, name, &game, &state, error, sizeof error))
        for (int i = 0; engine_at(i); i++) {
            Board reach = {{0}}, plain = {{0}}, before;
            board_add(&reach, state.cell[0]);
            plain = reach;
            for (int step = 0; step < 30; step++) {
                engine_at(i)->spread(&reach, &state.blocked);
                before = plain;
                BOARD_FOR_EACH(cell, &before) {
                    const int near[4] = {-32, -1, 1, 32};
                    for (int d = 0; d < 4; d++)
                        if (!board_has(&state.blocked, (Cell)(cell + near[d])))
                            board_add(&plain, (Cell)(cell + near[d]));
                }
                assert_memory_equal(&reach, &plain, sizeof reach);
            }
            Board marks[2], walls[2];
            unsigned due = state_bombs(&state) & 0x5555;
            assert_int_equal(engine_at(i)->blast(&state, due, &marks[0], &walls[0]),
                             engine_at(0)->blast(&state, due, &marks[1], &walls[1]));
            assert_memory_equal(&marks[0], &marks[1], sizeof marks[0]);
            assert_memory_equal(&walls[0], &walls[1], sizeof walls[0]);
        }
    free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hashes_differ_for_different_states),
        cmocka_unit_test(test_no_bomb_is_planted_without_a_slot),
        cmocka_unit_test(test_leader_board_follows_life_points_and_death),
        cmocka_unit_test(test_a_replaced_wait_equals_a_round),
        cmocka_unit_test(test_instruction_sets_agree),
        cmocka_unit_test(test_engine_plays_as_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
