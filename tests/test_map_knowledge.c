/* What can be inferred about power-ups that are still under walls. */
#include "bot/map_knowledge.h"
#include "bot/view.h"
#include "engine/mapgen.h"
#include "search/agent.h"
#include "support/agents.h"
#include "test.h"

static const SeenPowerups nothing;

/* Hide the power-ups of a generated map; the seed must bring all of them back. */
TEST(test_seed_reveals_the_map) {
    static StartMap map;
    for (int players = 2; players <= 4; players++) {
        Game full, seen;
        State start, state;
        mapgen_generate(&map, players, 77);
        assert_true(mapgen_start(&map, &full, &start));
        state_hide_powerups(&full, &start, &seen, &state);
        assert_int_equal(seen.powerup_count, 1);
        map_knowledge_infer(KNOWLEDGE_NONE, 77, &nothing, &seen, &state);
        assert_int_equal(seen.powerup_count, 1);
        map_knowledge_infer(KNOWLEDGE_SEED, 77, &nothing, &seen, &state);
        assert_int_equal(seen.powerup_count, full.powerup_count);
        for (int i = 0; i < full.powerup_count; i++) {
            int index = seen.powerup_at[full.powerup_cell[i]];
            assert_true(index != NO_POWERUP);
            assert_int_equal(seen.powerup_type[index], full.powerup_type[i]);
        }
    }
}

static void add_in_sight(const Game *game, SeenPowerups *seen) {
    for (int i = 0; i < game->powerup_count; i++)
        if (game->powerup_type[i] != POWERUP_SUPER)
            board_add(game->powerup_type[i] == POWERUP_BAG ? &seen->bag : &seen->radius,
                      game->powerup_cell[i]);
}

/* Open every wall of one quadrant. In the other quadrants, open all walls at each distance except
 * the right one. */
TEST(test_quadrants_reveal_each_other) {
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
    state_hide_powerups(&full, &start, &seen, &state);
    assert_int_equal(seen.powerup_count, 7);
    SeenPowerups in_sight = nothing;
    add_in_sight(&seen, &in_sight);
    map_knowledge_infer(KNOWLEDGE_SYMMETRY, 0, &in_sight, &seen, &state);
    assert_int_equal(seen.powerup_count, 25);
    for (int i = 0; i < full.powerup_count; i++)
        assert_int_equal(seen.powerup_type[seen.powerup_at[full.powerup_cell[i]]],
                         full.powerup_type[i]);
}

typedef struct Suppositions {
    int right, wrong;
} Suppositions;

static void count_supposed(const Game *full, const Game *seen, int in_sight, Suppositions *count) {
    for (int i = in_sight; i < seen->powerup_count; i++) {
        int index = full->powerup_at[seen->powerup_cell[i]];
        bool right = index != NO_POWERUP && full->powerup_type[index] == seen->powerup_type[i];
        count->right += right;
        count->wrong += !right;
    }
}

/* The inferences in one round of a player that forgets which power-ups were in sight, and of one
 * that remembers them. */
static void suppose_in_round(const Game *game, const State *state, SeenPowerups *history,
                             Suppositions count[2]) {
    for (int remembers = 0; remembers < 2; remembers++) {
        Game seen;
        State shown;
        state_hide_powerups(game, state, &seen, &shown);
        int in_sight = seen.powerup_count;
        SeenPowerups now = remembers ? *history : nothing;
        add_in_sight(&seen, &now);
        map_knowledge_infer(KNOWLEDGE_SYMMETRY, 0, &now, &seen, &shown);
        count_supposed(game, &seen, in_sight, &count[remembers]);
        if (remembers)
            *history = now;
    }
}

/* A player that remembers is never wrong, and knows more. A player that forgets the taken power-ups
 * assumes that a wall at the distance of a power-up in sight hides the mirrored one, although that
 * has been found already. */
TEST(test_taken_powerups_still_reveal_others) {
    Suppositions count[2] = {0};
    for (int seed = 1; seed <= 6; seed++) {
        static StartMap map;
        Game game;
        State state;
        RoundEvents events;
        SeenPowerups history = {0};
        Agent *agents[MAX_PLAYERS];
        mapgen_generate(&map, MAX_PLAYERS, seed);
        mapgen_start(&map, &game, &state);
        for (int p = 0; p < MAX_PLAYERS; p++)
            agents[p] = make_agent("beam:width=20,depth=10", 1);
        for (int round = 0; round < 150 && !state_over(&game, &state); round++) {
            uint8_t command[MAX_PLAYERS] = {0};
            suppose_in_round(&game, &state, &history, count);
            for (int p = 0; p < MAX_PLAYERS; p++)
                if (state_is_alive(&state, p))
                    command[p] = (uint8_t)ask_in_game(agents[p], &game, &state, p, 300);
            engine()->play(&game, &state, command, &RANKS_IN_ORDER, &events);
        }
        for (int p = 0; p < MAX_PLAYERS; p++)
            agent_destroy(agents[p]);
    }
    assert_true(count[0].wrong > 0);
    assert_int_equal(count[1].wrong, 0);
    assert_true(count[1].right > count[0].right);
}

/* The only wall at a distance from the last corner at which the first corner has an open cell with
 * y = 1; *x becomes the x of that cell. NO_CELL when there is none. */
static Cell lone_wall(const State *state, int *x) {
    for (*x = 2; *x < 9; ++*x) {
        Cell found = NO_CELL;
        int count = 0, distance = *x + 1;
        for (int i = 1; i < distance && i < 9; i++) {
            Cell cell = cell_at(BOARD_SIZE - 1 - i, BOARD_SIZE - 1 - (distance - i));
            bool wall = board_has(&state->walls, cell);
            found = wall ? cell : found;
            count += wall;
        }
        if (count == 1 && !board_has(&state->blocked, cell_at(*x, 1)))
            return found;
    }
    return NO_CELL;
}

/* A power-up that lay in sight in A's quadrant one round ago reveals one in D's. */
TEST(test_the_bot_infers_from_its_memory) {
    static Snapshot snapshot;
    static History history;
    static View view;
    char message[256];
    int x;
    assert_true(snapshot_read_folder("sample-state/4p-middle", &snapshot, message, sizeof message));
    assert_true(view_init(&view, &snapshot, 'A', message, sizeof message));
    Cell wall = lone_wall(&view.state, &x);
    assert_int_not_equal(wall, NO_CELL);
    for (int saw = 0; saw < 2; saw++) {
        snapshot.blocks[x + 1][2].powerup = saw ? POWERUP_RADIUS : 0;
        snapshot.round--;
        history_update(&history, &snapshot);
        snapshot.blocks[x + 1][2].powerup = 0;
        snapshot.round++;
        history_update(&history, &snapshot);
        assert_true(view_init(&view, &snapshot, 'A', message, sizeof message));
        view_add_history(&view, &snapshot, &history, COMMAND_NOTHING);
        view_infer_powerups(&view, &snapshot, &history, KNOWLEDGE_SYMMETRY);
        int index = view.game.powerup_at[wall];
        assert_int_equal(index != NO_POWERUP, saw);
        assert_true(!saw || view.game.powerup_type[index] == POWERUP_RADIUS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seed_reveals_the_map),
        cmocka_unit_test(test_quadrants_reveal_each_other),
        cmocka_unit_test(test_taken_powerups_still_reveal_others),
        cmocka_unit_test(test_the_bot_infers_from_its_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
