/* The opponent's shares of walls: lookups against their definition, and what a share means. */
#include "search/contest.h"

#include "engine/touched.h"
#include "support/positions.h"
#include "test.h"

static Cell random_open_cell(Random *random) {
    for (;;) {
        int x = 1 + random_below(random, BOARD_SIZE - 2),
            y = 1 + random_below(random, BOARD_SIZE - 2);
        if (x % 2 || y % 2)
            return cell_at(x, y);
    }
}

static Board random_walls(Random *random) {
    Board walls = {{0}};
    for (int i = 0; i < 80; i++)
        board_add(&walls, random_open_cell(random));
    return walls;
}

/* All cells of a band that the player can reach, with every instruction set. */
static void compare_band(const Contest *contest, Cell from, int rounds, Cell rival, int steps,
                         const Board *walls) {
    for (int y = 1; y < BOARD_SIZE - 1; y++)
        for (int x = 1; x < BOARD_SIZE - 1; x++) {
            Cell cell = cell_at(x, y);
            bool is_open = x % 2 || y % 2 || (x == 10 && y == 10);
            if (!is_open || cell_distance(from, cell) > rounds)
                continue;
            int expected = contest_quarters_plain(rival, steps, cell, walls);
            for (int i = 0; engine_at(i); i++)
                assert_int_equal(
                    contest_quarters(contest, engine_at(i), rounds, touched_index(cell), walls),
                    expected);
        }
}

TEST(test_lookups_equal_the_definition) {
    static Contest contest;
    Random random = random_seeded(41);
    for (int trial = 0; trial < 40; trial++) {
        Cell rival[CONTEST_BANDS];
        Cell from = random_open_cell(&random);
        int steps = 1 + random_below(&random, 60);
        for (int b = 0; b < CONTEST_BANDS; b++)
            rival[b] = b && trial % 3 == 0 ? rival[b - 1] : random_open_cell(&random);
        contest_init(&contest, from, rival, steps);
        Board walls = random_walls(&random);
        for (int rounds = 1; rounds < 50; rounds += 6) {
            int band = rounds / CONTEST_BAND_ROUNDS;
            band = band < CONTEST_BANDS ? band : CONTEST_BANDS - 1;
            compare_band(&contest, from, rounds, rival[band], steps, &walls);
        }
    }
}

TEST(test_the_shares_of_two_players_add_up_to_all_walls) {
    Random random = random_seeded(42);
    for (int trial = 0; trial < 200; trial++) {
        Cell a = random_open_cell(&random), b = random_open_cell(&random);
        Board walls = random_walls(&random);
        int steps = 1 + random_below(&random, 60);
        assert_int_equal(contest_quarters_plain(b, steps, a, &walls) +
                             contest_quarters_plain(a, steps, b, &walls),
                         CONTEST_QUARTERS * board_count(&walls));
    }
}

TEST(test_the_opponent_has_more_of_a_nearer_wall) {
    int last = 0, seen = 0;
    for (int x = 1; x < BOARD_SIZE - 1; x++) {
        Board wall = {{0}};
        board_add(&wall, cell_at(x, 1));
        int quarters = contest_quarters_plain(cell_at(19, 1), 16, cell_at(1, 1), &wall);
        assert_true(quarters >= last);
        seen |= 1 << quarters;
        last = quarters;
    }
    assert_int_equal(seen, 31);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lookups_equal_the_definition),
        cmocka_unit_test(test_the_shares_of_two_players_add_up_to_all_walls),
        cmocka_unit_test(test_the_opponent_has_more_of_a_nearer_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
