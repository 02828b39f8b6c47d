/* What can be known of power-ups that are still under walls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/agent.h"
#include "agents/knowledge.h"
#include "engine/mapgen.h"

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
        cmocka_unit_test(test_seed_gives_the_map_away),
        cmocka_unit_test(test_quadrants_tell_of_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
