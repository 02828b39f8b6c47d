/* The evaluation of positions, and of the points that a plan wins. */
#include <math.h>
#include <string.h>

#include "search/evaluate.h"
#include "support/positions.h"
#include "test.h"

/* The same value computed cell by cell. */
typedef struct PlainEvaluation {
    const Evaluation *evaluation;
    const State *state;
    WallForecast falling;
} PlainEvaluation;

static float worth_of_bags(const Weights *weights, int from, int to) {
    float worth = 0;
    for (int bag = from + 1; bag <= to; bag++)
        worth += weights->bag[bag - 2 < 3 ? bag - 2 : 3];
    return worth;
}

static float worth_of_radii(const Weights *weights, int from, int to) {
    float worth = 0;
    for (int shift = from; shift < to && shift < 5; shift++)
        worth += weights->radius[shift];
    return worth;
}

/* True when a power-up that is still there adds at least two points. */
static bool is_wanted(const PlainEvaluation *plain, int powerup) {
    const Evaluation *evaluation = plain->evaluation;
    const State *state = plain->state;
    int bag = state->bag[evaluation->player], radius = state->radius[evaluation->player];
    float worth = SUPER_POINTS;
    if (evaluation->game->powerup_type[powerup] == POWERUP_BAG)
        worth = evaluation->bag_scale * worth_of_bags(evaluation->weights, bag, bag + 1);
    if (evaluation->game->powerup_type[powerup] == POWERUP_RADIUS)
        worth = evaluation->bag_scale * worth_of_radii(evaluation->weights, radius, radius + 1);
    return state->powerups >> powerup & 1 && worth >= 2;
}

static Board wanted_powerups(const PlainEvaluation *plain) {
    const Game *game = plain->evaluation->game;
    Board cells = {{0}};
    for (int i = 0; i < game->powerup_count; i++)
        if (is_wanted(plain, i))
            board_add(&cells, game->powerup_cell[i]);
    return cells;
}

/* Adds walls that stay and power-ups. Returns true when any of them is in sight. */
static bool find_things(const PlainEvaluation *plain, Board *targets) {
    bool any = false;
    *targets = wanted_powerups(plain);
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++) {
            Cell cell = cell_at(x, y);
            bool wall = board_has(&plain->state->walls, cell);
            any |= board_has(targets, cell) && !wall;
            if (wall && !board_has(&plain->falling.doomed, cell)) {
                board_add(targets, cell);
                any = true;
            }
        }
    return any;
}

static void add_opponents(const PlainEvaluation *plain, Board *targets) {
    for (int p = 0; p < plain->state->players; p++)
        if (p != plain->evaluation->player && state_is_alive(plain->state, p))
            board_add(targets, plain->state->cell[p]);
}

static Board fresh_cells(const PlainEvaluation *plain) {
    int player = plain->evaluation->player;
    Board cells = {{0}};
    for (int y = 1; y < BOARD_SIZE - 1; y++)
        for (int x = 1; x < BOARD_SIZE - 1; x++) {
            State touched = *plain->state;
            state_touch(&touched, player, cell_at(x, y));
            if (touched.touched_count[player] != plain->state->touched_count[player] &&
                !board_has(&plain->state->blocked, cell_at(x, y)))
                board_add(&cells, cell_at(x, y));
        }
    return cells;
}

static int steps_to_target(const PlainEvaluation *plain) {
    enum { FAR = 40 };
    Board targets;
    bool any = find_things(plain, &targets);
    if (!any && plain->evaluation->aim == AIM_HUNT)
        add_opponents(plain, &targets);
    else if (!any)
        targets = fresh_cells(plain);
    return engine()->steps(plain->state->cell[plain->evaluation->player], &targets,
                           &plain->state->blocked, FAR);
}

static float worth_of_blasts(const PlainEvaluation *plain) {
    float worth = 0;
    for (int round = 0; round < FORECAST_ROUNDS; round++)
        worth += plain->falling.own[round] * WALL_POINTS *
                 powf(plain->evaluation->weights->bomb_discount, (float)(round + 1));
    return worth;
}

static int distance_of_prize(const PlainEvaluation *plain) {
    const Game *game = plain->evaluation->game;
    for (int i = 0; i < game->powerup_count; i++)
        if (game->powerup_type[i] == POWERUP_SUPER && plain->state->powerups >> i & 1)
            return cell_distance(plain->state->cell[plain->evaluation->player],
                                 game->powerup_cell[i]);
    return 0;
}

static int distance_of_opponents(const PlainEvaluation *plain) {
    int nearest = 40;
    for (int p = 0; p < plain->state->players; p++) {
        int distance =
            cell_distance(plain->state->cell[p], plain->state->cell[plain->evaluation->player]);
        if (p != plain->evaluation->player && state_is_alive(plain->state, p) && distance < nearest)
            nearest = distance;
    }
    return nearest;
}

/* The share that the opponent of a duel has of each wall that no bomb dooms, from 0 to 1 by
 * quarters.
 */
static float walls_of_opponent(const PlainEvaluation *plain) {
    const State *state = plain->state;
    int player = plain->evaluation->player, wide = (int)plain->evaluation->weights->share_steps;
    int rival = __builtin_ctz(state->alive & ~(1u << player));
    float sum = 0;
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++) {
            Cell wall = cell_at(x, y);
            if (!board_has(&state->walls, wall) || board_has(&plain->falling.doomed, wall))
                continue;
            int lead =
                cell_distance(wall, state->cell[rival]) - cell_distance(wall, state->cell[player]);
            int size = lead < 0 ? -lead : lead;
            float away = size > 3 * wide / 8 ? 0.5f : size > wide / 8 ? 0.25f : 0;
            sum += 0.5f - (lead < 0 ? -away : away);
        }
    return sum;
}

static float value_plainly(const Evaluation *evaluation, const State *state) {
    const Weights *weights = evaluation->weights;
    PlainEvaluation plain = {.evaluation = evaluation, .state = state};
    int player = evaluation->player;
    engine()->falling_walls(state, player, &plain.falling);
    float value = worth_of_bags(weights, 1, state->bag[player]) +
                  worth_of_radii(weights, 0, state->radius[player]);
    value = evaluation->bag_scale * value + worth_of_blasts(&plain);
    value -= weights->prize_step * (float)distance_of_prize(&plain);
    value -= weights->target_step * (float)steps_to_target(&plain);
    if (__builtin_popcount(state->alive) == 2)
        value -= weights->wall_share * walls_of_opponent(&plain);
    if (evaluation->aim == AIM_GUARD)
        value += weights->guard_step * (float)distance_of_opponents(&plain);
    else if (evaluation->aim == AIM_CORNER)
        value -= weights->corner_step * (float)distance_of_opponents(&plain);
    return value;
}

/* Play on at random, so that there are bombs on the board, with any bag and radius. The first of
 * several players may be dead, and in every third position there are no walls. */
static void disturb(int trial, const Game *game, State *state, Random *random) {
    for (int round = 0; round < 12; round++) {
        uint8_t command[MAX_PLAYERS];
        RoundEvents events;
        State next = *state;
        for (int p = 0; p < MAX_PLAYERS; p++)
            command[p] = (uint8_t)random_below(random, COMMAND_TRIGGER);
        engine()->play(game, &next, command, &RANKS_IN_ORDER, &events);
        if (next.alive != state->alive)
            break;
        *state = next;
    }
    for (int p = 0; p < state->players; p++) {
        state->bag[p] = (uint8_t)(1 + random_below(random, 7));
        state->radius[p] = (uint8_t)random_below(random, 7);
    }
    if (trial % 5 == 0 && state->players > 2)
        state->alive &= (uint8_t)(state->alive - 1);
    if (trial % 3 == 0) {
        for (int i = 0; i < BOARD_WORDS; i++)
            state->blocked.word[i] &= ~state->walls.word[i];
        memset(&state->walls, 0, sizeof state->walls);
        state->powerups &= trial % 2 ? ~0u : 0;
    }
}

TEST(test_value_equals_the_plain_one) {
    Random random = random_seeded(31);
    Weights weights = default_weights;
    weights.wall_share = 3;
    const Positions *positions = all_positions();
    for (int trial = 0; trial < 6 * positions->count; trial++) {
        const Game *game = &positions->game[trial % positions->count];
        State state = positions->state[trial % positions->count];
        disturb(trial, game, &state, &random);
        for (Aim aim = AIM_POINTS; aim <= AIM_HUNT; aim++) {
            Evaluation evaluation;
            int player = __builtin_ctz(state.alive);
            evaluation_init(&evaluation, engine(), game, &weights, &state, player);
            float by_walls = (float)board_count(&state.walls) / 40;
            float by_rounds = (float)(game->last_round - state.round) / 60;
            assert_float_equal(evaluation.bag_scale, fminf(1, fminf(by_walls, by_rounds)), 1e-6);
            evaluation.aim = aim;
            assert_float_equal(evaluate(&evaluation, &state), value_plainly(&evaluation, &state),
                               1e-3);
        }
    }
}

static bool is_free(const Game *game, const State *state, Cell cell) {
    bool taken = game->powerup_at[cell] != NO_POWERUP;
    for (int p = 0; p < state->players; p++)
        taken |= state->cell[p] == cell;
    return !taken;
}

TEST(test_values_by_shared_terms_are_exact) {
    Random random = random_seeded(32);
    static Contest contest;
    static PrizeWays ways;
    Weights weights = default_weights;
    weights.wall_share = 3;
    const Positions *positions = all_positions();
    int compared = 0, fresh = 0;
    for (int trial = 0; trial < 12 * positions->count; trial++) {
        const Game *game = &positions->game[trial % positions->count];
        State state = positions->state[trial % positions->count];
        Evaluation evaluation;
        SharedTerms shared;
        disturb(trial, game, &state, &random);
        int player = __builtin_ctz(state.alive);
        evaluation_init(&evaluation, engine(), game, &weights, &state, player);
        evaluation.aim = (Aim)(trial % (AIM_HUNT + 1));
        if (trial % 2 && evaluation.rival >= 0) {
            const Cell still = state.cell[evaluation.rival];
            const Cell rival[CONTEST_BANDS] = {still, still, still, still, still};
            contest_init(&contest, state.cell[player], rival, (int)weights.share_steps);
            evaluation.contest = &contest;
        }
        if (trial % 3) {
            prize_ways_init(&ways, engine(), game, &state);
            evaluation_set_ways(&evaluation, &ways, &state);
        }
        evaluate_wait(&evaluation, &state, &shared);
        for (unsigned rest = state_legal(&state, player); rest; rest &= rest - 1) {
            Command c = (Command)__builtin_ctz(rest);
            State child = state;
            if (is_move(c) && !is_free(game, &state, cell_beside(state.cell[player], c)))
                continue;
            engine()->replace_wait(&child, player, c);
            assert_true(evaluate_replaced(&evaluation, &child, &shared, c) ==
                        evaluate(&evaluation, &child));
            compared++;
            fresh += board_has(&shared.targets, child.cell[player]);
        }
    }
    assert_true(compared > 1000 && fresh > 50);
}

TEST(test_steps_to_the_super_powerup_cost) {
    Game game;
    State state;
    Evaluation evaluation;
    const Weights weights = {.prize_step = 1.5f};
    read_position(empty_board, &game, &state);
    evaluation_init(&evaluation, engine(), &game, &weights, &state, 0);
    float far = evaluate(&evaluation, &state);
    assert_float_equal(far, -1.5f * (7 + 3), 1e-5);
    put_player(&state, 0, cell_at(6, 9));
    assert_float_equal(evaluate(&evaluation, &state) - far, 1.5f * (3 + 2), 1e-5);
    state.powerups = 0;
    assert_float_equal(evaluate(&evaluation, &state), 0, 1e-5);
}

/* A bag lies three steps from A. No cell has been stood on yet; the nearest is one step away. A
 * power-up becomes a target when it adds 2 points. */
TEST(test_worthless_powerups_are_no_targets) {
    Game game;
    State state;
    Evaluation evaluation;
    const Weights weights = {.target_step = 1, .target_worth = 2, .bag = {8, 8, 8, 8}};
    read_position("position bag\nround=100 bounty=450\n"
                  "###########\n"
                  "#A  &     \n"
                  "# # # # # \n"
                  "#         \n"
                  "A 2,2 bag=1 radius=1 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\nbombs\nend\n",
                  &game, &state);
    evaluation_init(&evaluation, engine(), &game, &weights, &state, 0);
    evaluation.bag_scale = 0.25f;
    assert_float_equal(evaluate(&evaluation, &state), -3, 1e-5);
    evaluation.bag_scale = 0.24f;
    assert_float_equal(evaluate(&evaluation, &state), -1, 1e-5);
}

/* The last wall will fall, and a bag is under it. Until then the cells that have not been stood on
 * are the targets. */
TEST(test_hidden_powerups_are_no_reason_to_wait) {
    Game game;
    State state;
    Evaluation evaluation;
    const Weights weights = {.target_step = 1, .target_worth = 2, .bag = {8, 8, 8, 8}};
    read_position("position last\nround=100 bounty=450\n"
                  "###########\n"
                  "#A   b5   \n"
                  "# # # # # \n"
                  "A 2,2 bag=1 radius=1 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\nbombs B@7,2:t5r1\nend\n",
                  &game, &state);
    evaluation_init(&evaluation, engine(), &game, &weights, &state, 0);
    evaluation.bag_scale = 1;
    assert_float_equal(evaluate(&evaluation, &state), -1, 1e-5);
}

/* Predictions of an opponent's place in ten rounds fail. */
TEST(test_later_kills_count_less) {
    Game game;
    State before, after;
    Evaluation evaluation;
    const Weights weights = {.kill = 0.1f, .kill_decay = 0.9f};
    read_position(empty_board, &game, &before);
    evaluation_init(&evaluation, engine(), &game, &weights, &before, 0);
    for (int rounds = 0; rounds < 20; rounds += 5) {
        before.round = (uint16_t)(100 + rounds);
        after = before;
        after.alive = 1;
        after.points[0] += 450;
        assert_float_equal(points_won(&evaluation, &before, &after), 45 * powf(0.9f, (float)rounds),
                           1e-3);
    }
}

/* Walls and cells count in full, kills by their weight. */
TEST(test_points_of_a_round_are_weighted) {
    Game game;
    State before, after;
    Evaluation evaluation;
    const Weights weights = {.kill = 0.1f, .kill_decay = 0.9f, .hunt_kill = 0.4f};
    read_position(empty_board, &game, &before);
    evaluation_init(&evaluation, engine(), &game, &weights, &before, 0);
    after = before;
    after.points[0] += 3 * WALL_POINTS;
    after.touched_count[0]++;
    assert_float_equal(points_won(&evaluation, &before, &after), 30 + 100.0f / OPEN_CELLS, 1e-4);
    after = before;
    after.alive = 1;
    after.points[0] += 450;
    const float believed[] = {0.1f, 0, 0, 0.4f};
    for (Aim aim = AIM_POINTS; aim <= AIM_HUNT; aim++) {
        evaluation.aim = aim;
        assert_float_equal(points_won(&evaluation, &before, &after), believed[aim] * 450, 1e-3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_value_equals_the_plain_one),
        cmocka_unit_test(test_values_by_shared_terms_are_exact),
        cmocka_unit_test(test_steps_to_the_super_powerup_cost),
        cmocka_unit_test(test_later_kills_count_less),
        cmocka_unit_test(test_points_of_a_round_are_weighted),
        cmocka_unit_test(test_worthless_powerups_are_no_targets),
        cmocka_unit_test(test_hidden_powerups_are_no_reason_to_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
