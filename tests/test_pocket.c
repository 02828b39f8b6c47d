/* Traps that two opponents close together, compared with plain versions. Drawn examples are in
 * tests/data/tactics.txt. */
#include <string.h>

#include "engine/reference.h"
#include "safety/pocket.h"
#include "safety/survival.h"
#include "support/positions.h"
#include "test.h"

/* Two plans, played on the reference engine. The opponents are dead in it: their cells are closed
 * by hand, and their bombs explode all the same. */
typedef struct World {
    ReferenceEngine reference;
    const State *state;
    int player, head_start, plans;
    const PocketPlan *plan[2];
    uint8_t delay[MAX_PLAYERS];
} World;

static bool is_bomb(const ReferenceBomb *bomb, Cell cell) {
    return cell_at(bomb->at.x, bomb->at.y) == cell;
}

static Cell last_cell(const PocketPlan *plan) {
    return plan->path[plan->steps];
}

static bool is_closed(const World *world, int round, Cell cell) {
    bool closed = false;
    for (int p = 0; p < world->state->players; p++) {
        const PocketPlan *plan = NULL;
        for (int i = 0; i < world->plans; i++)
            if (world->plan[i]->opponent == p)
                plan = world->plan[i];
        if (p == world->player)
            continue;
        if (!plan) {
            closed |= state_is_alive(world->state, p) && cell == world->state->cell[p];
            continue;
        }
        for (int i = round + world->head_start; i <= round + world->head_start + 1; i++)
            if (i <= plan->steps)
                closed |= cell == plan->path[i];
        if (!plan->plants && round + world->head_start > plan->steps)
            closed |= cell == last_cell(plan);
    }
    return closed;
}

static void plant(World *world, const PocketPlan *plan) {
    ReferenceEngine *reference = &world->reference;
    Cell cell = last_cell(plan);
    bool taken = reference->cell[cell_y(cell)][cell_x(cell)].ground != GROUND_OPEN ||
                 reference->bomb_count == MAX_BOMBS;
    for (int i = 0; i < reference->bomb_count; i++)
        taken |= is_bomb(&reference->bomb[i], cell);
    if (!taken)
        reference->bomb[reference->bomb_count++] =
            (ReferenceBomb){plan->opponent,
                            {(int8_t)cell_x(cell), (int8_t)cell_y(cell)},
                            bomb_fuse(world->state->bag[plan->opponent]),
                            blast_length(world->state->radius[plan->opponent])};
}

static bool may_explode(const World *world, int round, const ReferenceBomb *bomb) {
    for (int i = 0; i < world->plans; i++)
        if (world->plan[i]->opponent == bomb->owner && is_bomb(bomb, last_cell(world->plan[i])))
            return world->plan[i]->plants && round + world->head_start >= world->plan[i]->ready;
    return world->delay[bomb->owner] <= round + world->head_start;
}

/* Take off the cells where a trigger could kill at the end of the round. */
static void remove_triggered(const World *world, int round, Board *cells) {
    enum { LATER = 100 };
    const uint8_t nothing[MAX_PLAYERS] = {0};
    ReferenceEngine fired = world->reference;
    fired.player[world->player].alive = false;
    for (int i = 0; i < fired.bomb_count; i++)
        fired.bomb[i].timer = may_explode(world, round, &fired.bomb[i]) ? 1 : LATER;
    reference_play(&fired, nothing, &RANKS_IN_ORDER);
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            if (fired.cell[y][x].marked_by)
                board_remove(cells, cell_at(x, y));
}

static Board walk(const World *world, int round, const Board *from) {
    Board to = {{0}};
    for (int at = 0; at < BOARD_SIZE * BOARD_SIZE; at++)
        for (int c = COMMAND_NOTHING; c <= COMMAND_DOWN; c++) {
            Cell cell = cell_at(at % BOARD_SIZE, at / BOARD_SIZE);
            if (!board_has(from, cell))
                continue;
            ReferenceEngine next = world->reference;
            ReferencePlayer *walker = &next.player[world->player];
            uint8_t command[MAX_PLAYERS] = {0};
            command[world->player] = (uint8_t)c;
            walker->alive = true;
            walker->at = (ReferencePlace){(int8_t)cell_x(cell), (int8_t)cell_y(cell)};
            reference_play(&next, command, &RANKS_IN_ORDER);
            Cell end = cell_at(walker->at.x, walker->at.y);
            if (walker->alive && (end == cell || !is_closed(world, round, end)))
                board_add(&to, end);
        }
    return to;
}

static bool survives_plainly(World *world, const Game *game) {
    enum { ROUNDS = 24 };
    const uint8_t nothing[MAX_PLAYERS] = {0};
    Board cells = {{0}};
    reference_from_state(&world->reference, game, world->state);
    survival_delays(engine(), world->state, world->player, world->delay);
    for (int p = 0; p < world->state->players; p++)
        world->reference.player[p].alive = false;
    board_add(&cells, world->state->cell[world->player]);
    for (int i = 0; i < world->plans; i++)
        if (world->plan[i]->plants && world->plan[i]->steps < world->head_start)
            plant(world, world->plan[i]);
    if (world->head_start)
        remove_triggered(world, -1, &cells);
    for (int round = 0; round < ROUNDS; round++) {
        cells = walk(world, round, &cells);
        reference_play(&world->reference, nothing, &RANKS_IN_ORDER);
        for (int i = 0; i < world->plans; i++)
            if (world->plan[i]->plants && world->plan[i]->steps == round + world->head_start)
                plant(world, world->plan[i]);
        remove_triggered(world, round, &cells);
        if (!board_count(&cells))
            return false;
    }
    return true;
}

static void place(Random *random, State *state, int player) {
    Cell cell;
    do
        cell = cell_at(1 + (int)random_below(random, 9), 1 + (int)random_below(random, 5));
    while (board_has(&state->blocked, cell) || cell_distance(cell, state->cell[0]) < 3);
    put_player(state, player, cell);
}

/* The first player in a corridor with few ways out, two others near, and some bombs:
 *
 *     #a..........
 *     #+#+#+#+#.#
 */
static void draw_corridor(Random *random, int bombs, Game *game, State *state) {
    enum { LENGTH = 7 };
    game_init(game, 3, 100);
    state_init(state, game);
    put_player(state, 0, cell_at(1 + 2 * (int)random_below(random, 2), 1));
    for (int x = 1; x <= LENGTH; x += 2)
        if (random_below(random, 4))
            state_add_wall(state, cell_at(x, 2));
    for (int p = 1; p < 3; p++) {
        place(random, state, p);
        state->radius[p] = (uint8_t)(1 + random_below(random, 3));
        state->bag[p] = (uint8_t)random_below(random, 3);
    }
    for (int i = 0; i < bombs; i++)
        state_add_bomb(state, (int)random_below(random, 3),
                       cell_at(1 + (int)random_below(random, 5), 1),
                       3 + (int)random_below(random, 5), (int)random_below(random, 3));
    state_rehash(state);
}

TEST(test_survival_of_plans_equals_a_plain_one) {
    Random random = random_seeded(35);
    int survived = 0, died = 0;
    for (int trial = 0; trial < 600; trial++) {
        Game game;
        State state;
        PocketPlan plan[3][POCKET_PLANS];
        int count[3] = {0};
        draw_corridor(&random, trial % 4, &game, &state);
        for (int p = 1; p < 3; p++)
            count[p] = pocket_plans(engine(), &state, 0, p, plan[p]);
        World world = {.state = &state, .head_start = trial % 2};
        for (int p = 1; p < 3; p++)
            if (count[p])
                world.plan[world.plans++] = &plan[p][random_below(&random, (uint32_t)count[p])];
        bool expected = survives_plainly(&world, &game);
        assert_int_equal(
            pocket_survives(engine(), &state, 0, world.head_start, world.plan, world.plans),
            expected);
        survived += expected;
        died += !expected;
    }
    assert_true(survived > 50 && died > 50);
}

/* Pairs that leave many cells when played one by one are left out: nearly none of them is a trap.
 */
TEST(test_traps_are_counted) {
    Random random = random_seeded(36);
    int counted = 0, all = 0, pairs = 0;
    for (int trial = 0; trial < 300; trial++) {
        Game game;
        State state;
        PocketPlan plan[3][POCKET_PLANS];
        int count[3] = {0}, traps = 0;
        draw_corridor(&random, trial % 2, &game, &state);

        for (int p = 1; p < 3; p++)
            count[p] = pocket_plans(engine(), &state, 0, p, plan[p]);
        for (int i = 0; i < count[1]; i++)
            for (int k = 0; k < count[2]; k++) {
                const PocketPlan *pair[] = {&plan[1][i], &plan[2][k]};
                traps += !pocket_survives(engine(), &state, 0, 0, pair, 2);
            }
        PocketDanger danger = pocket_danger(engine(), &state, 0, 0);
        if (!pocket_survives(engine(), &state, 0, 0, NULL, 0)) {
            assert_true(danger.pairs == 1 && danger.traps == 1);
            continue;
        }
        assert_int_equal(danger.pairs, count[1] * count[2]);
        assert_true(danger.traps <= traps);
        counted += danger.traps;
        all += traps;
        pairs += danger.pairs;
    }
    assert_true(all > 200 && all < pairs / 2);
    assert_true(counted > all - all / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_survival_of_plans_equals_a_plain_one),
        cmocka_unit_test(test_traps_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
