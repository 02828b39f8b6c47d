#include "search/evaluate.h"

#include <math.h>

#include "engine/touched.h"

enum { FAR = 40 /* steps; farther targets count as this far */ };

/* The points that a player can still win without a kill. */
static int points_left(const Game *game, const Weights *weights, const State *root, int player) {
    int rounds = game->last_round - root->round;
    int walls = WALL_POINTS * board_count(&root->walls),
        quickest = (int)weights->round_points * rounds;
    int untouched = game->open_cells - root->touched_count[player];
    int cells = untouched < rounds ? untouched : rounds;
    return (walls < quickest ? walls : quickest) + 100 * cells / game->open_cells;
}

/* While walls are left, the lead can change without a kill. */
static bool hunts_early(const Weights *weights, const State *root, int own_most, int rival_most) {
    return weights->restrict_target > 0 && board_count(&root->walls) == 0 &&
           own_most + (int)weights->hunt_lag < rival_most;
}

/* A death of both wins when we have more points than all others, the dead included. */
static bool can_corner(const Game *game, const Weights *weights, const State *root, int player) {
    return weights->corner_step > 0 && __builtin_popcount(root->alive) == 2 &&
           state_leads(game, root, player);
}

static Aim choose_aim(const Game *game, const Weights *weights, const State *root, int player) {
    int own = state_points(game, root, player),
        own_most = own + points_left(game, weights, root, player);
    int rival_now = INT32_MIN, rival_most = INT32_MIN;
    for (int p = 0; p < root->players; p++) {
        if (p == player || !state_is_alive(root, p))
            continue;
        int now = state_points(game, root, p), most = now + points_left(game, weights, root, p);
        rival_now = now > rival_now ? now : rival_now;
        rival_most = most > rival_most ? most : rival_most;
    }
    if (rival_now == INT32_MIN)
        return AIM_POINTS;
    if (own > rival_most)
        return can_corner(game, weights, root, player) ? AIM_CORNER : AIM_GUARD;
    bool behind = own_most <= rival_now || hunts_early(weights, root, own_most, rival_most);
    return behind ? AIM_HUNT : AIM_POINTS;
}

/* The other player of a duel, or -1. */
static int find_rival(const State *root, int player) {
    unsigned others = root->alive & ~(1u << player);
    return __builtin_popcount(others) == 1 ? __builtin_ctz(others) : -1;
}

void evaluation_init(Evaluation *evaluation, const Engine *engine, const Game *game,
                     const Weights *weights, const State *root, int player) {
    int walls = board_count(&root->walls);
    int rounds = game->last_round - root->round;
    float by_walls = (float)walls / weights->bag_walls;
    float by_rounds = (float)rounds / weights->bag_rounds;
    float scale = by_walls < by_rounds ? by_walls : by_rounds;
    evaluation->engine = engine;
    evaluation->game = game;
    evaluation->weights = weights;
    evaluation->player = player;
    evaluation->root_round = root->round;
    evaluation->bag_scale = scale < 1 ? scale : 1;
    evaluation->prize = prize_find(game, root);
    evaluation->aim = choose_aim(game, weights, root, player);
    float worth = WALL_POINTS;
    for (int i = 0; i < FORECAST_ROUNDS; i++)
        evaluation->wall_worth[i] = worth *= weights->bomb_discount;
    evaluation->rival = find_rival(root, player);
    evaluation->contest = NULL;
    evaluation->ways = NULL;
    evaluation->prize_step = weights->prize_step;
}

void evaluation_set_ways(Evaluation *evaluation, const PrizeWays *ways, const State *root) {
    if (prize_lag(ways, root, evaluation->player) > (int)evaluation->weights->prize_lag)
        evaluation->prize_step = 0;
    evaluation->ways = ways;
}

static float worth_of_bag(const Weights *weights, int bag) {
    float worth = 0;
    for (int i = 2; i <= bag && i < 12; i++)
        worth += weights->bag[i < 5 ? i - 2 : 3];
    return worth;
}

static float worth_of_radius(const Weights *weights, int shift) {
    float worth = 0;
    for (int i = 0; i < shift && i < 5; i++)
        worth += weights->radius[i];
    return worth;
}

/* The worth of the walls that our bombs will destroy. */
static float worth_of_walls(const Evaluation *evaluation, const WallForecast *forecast) {
    float worth = 0;
    for (int rounds = 0; rounds < FORECAST_ROUNDS; rounds++)
        if (forecast->own[rounds])
            worth += evaluation->wall_worth[rounds] * (float)forecast->own[rounds];
    return worth;
}

static void untouched_cells(const State *state, int player, Board *cells) {
    memset(cells, 0, sizeof *cells);
    for (int y = 1; y < BOARD_SIZE - 1; y++) {
        int first = touched_index(cell_at(1, y));
        uint64_t row = state->touched[player][first >> 6] >> (first & 63);
        if ((first & 63) > 64 - 19)
            row |= state->touched[player][(first >> 6) + 1] << (64 - (first & 63));
        cells->word[y & 7] |= (~row & 0x7ffff) << (row_shift(y) + 1);
    }
    for (int i = 0; i < BOARD_WORDS; i++)
        cells->word[i] &= ~state->blocked.word[i];
}

/* What a power-up adds to the value. */
static float worth_of_powerup(const Evaluation *evaluation, const State *state, uint8_t type) {
    const Weights *weights = evaluation->weights;
    int bag = state->bag[evaluation->player], radius = state->radius[evaluation->player];
    if (type == POWERUP_SUPER)
        return SUPER_POINTS;
    return evaluation->bag_scale *
           (type == POWERUP_BAG
                ? worth_of_bag(weights, bag + 1) - worth_of_bag(weights, bag)
                : worth_of_radius(weights, radius + 1) - worth_of_radius(weights, radius));
}

/* Add the power-ups in sight and those known under walls. Returns whether one is in sight. A
 * power-up that adds next to nothing is no target: the player would stand beside it for ever,
 * because taking it makes the next target a far one. */
static bool add_powerups(const Evaluation *evaluation, const State *state, Board *targets) {
    bool any = false, is_target[POWERUP_SUPER + 1] = {false};
    for (uint8_t type = POWERUP_BAG; state->powerups && type <= POWERUP_SUPER; type++)
        is_target[type] =
            !(worth_of_powerup(evaluation, state, type) < evaluation->weights->target_worth);
    for (uint32_t rest = state->powerups; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest);
        Cell cell = evaluation->game->powerup_cell[i];
        if (!is_target[evaluation->game->powerup_type[i]])
            continue;
        board_add(targets, cell);
        any |= !board_has(&state->walls, cell);
    }
    return any;
}

/* The cells worth going to: walls that no bomb will destroy, and power-ups. When there are none:
 * the opponents while hunting, else cells that the player has not stood on. */
static void find_targets(const Evaluation *evaluation, const State *state, const Board *standing,
                         Board *targets) {
    uint64_t any = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        any |= targets->word[i] = standing->word[i];
    any |= add_powerups(evaluation, state, targets);
    if (any)
        return;
    if (evaluation->aim != AIM_HUNT) {
        untouched_cells(state, evaluation->player, targets);
        return;
    }
    for (int p = 0; p < state->players; p++)
        if (p != evaluation->player && state_is_alive(state, p))
            board_add(targets, state->cell[p]);
}

/* Rounds to the super power-up; 0 when it is gone. */
static int rounds_to_prize(const Evaluation *evaluation, const State *state,
                           const Board *standing) {
    int prize = evaluation->prize;
    Cell cell = state->cell[evaluation->player];
    if (prize == NO_POWERUP || !(state->powerups >> prize & 1) || evaluation->prize_step == 0)
        return 0;
    if (evaluation->ways)
        return prize_rounds(evaluation->ways, evaluation->engine, cell, &state->walls, standing);
    return cell_distance(cell, evaluation->game->powerup_cell[prize]);
}

/* Steps to the nearest opponent as if there were no walls. */
static int nearest_opponent(const State *state, int player) {
    int nearest = FAR;
    for (int p = 0; p < state->players; p++)
        if (p != player && state_is_alive(state, p)) {
            int distance = cell_distance(state->cell[player], state->cell[p]);
            nearest = distance < nearest ? distance : nearest;
        }
    return nearest;
}

/* The walls that no bomb will destroy. */
static void standing_walls(const State *state, const WallForecast *forecast, Board *walls) {
    for (int i = 0; i < BOARD_WORDS; i++)
        walls->word[i] = state->walls.word[i] & ~forecast->doomed.word[i];
}

/* What the walls cost that the opponent of a duel gets, of those that no bomb will destroy. */
static float cost_of_shares(const Evaluation *evaluation, const State *state,
                            const Board *standing) {
    const Weights *weights = evaluation->weights;
    Cell cell = state->cell[evaluation->player];
    int rounds = state->round - evaluation->root_round;
    int quarters = evaluation->contest
                       ? contest_quarters(evaluation->contest, evaluation->engine, rounds,
                                          touched_index(cell), standing)
                       : contest_quarters_plain(state->cell[evaluation->rival],
                                                (int)weights->share_steps, cell, standing);
    return weights->wall_share * (float)quarters / CONTEST_QUARTERS;
}

/* The worth of what the player has: bag, radius, and the walls that its bombs will destroy. */
static float worth_of_assets(const Evaluation *evaluation, const State *state,
                             WallForecast *forecast) {
    const Weights *weights = evaluation->weights;
    int player = evaluation->player;
    float value = evaluation->bag_scale * (worth_of_bag(weights, state->bag[player]) +
                                           worth_of_radius(weights, state->radius[player]));
    evaluation->engine->falling_walls(state, player, forecast);
    if (state->owned[player])
        value += worth_of_walls(evaluation, forecast);
    return value;
}

/* Add the worth of the player's cell, `steps` from the nearest target, to the worth of its assets.
 */
static float add_worth_of_cell(const Evaluation *evaluation, const State *state, int steps,
                               const Board *standing, float value) {
    const Weights *weights = evaluation->weights;
    int player = evaluation->player;
    value -= evaluation->prize_step * (float)rounds_to_prize(evaluation, state, standing);
    value -= weights->target_step * (float)steps;
    if (weights->wall_share > 0 && evaluation->rival >= 0)
        value -= cost_of_shares(evaluation, state, standing);
    if (evaluation->aim == AIM_GUARD)
        value += weights->guard_step * (float)nearest_opponent(state, player);
    if (evaluation->aim == AIM_CORNER)
        value -= weights->corner_step * (float)nearest_opponent(state, player);
    return value;
}

static int steps_to_target(const Evaluation *evaluation, const State *state, const Board *targets) {
    return evaluation->engine->steps(state->cell[evaluation->player], targets, &state->blocked,
                                     FAR);
}

float evaluate(const Evaluation *evaluation, const State *state) {
    WallForecast forecast;
    Board targets, standing;
    float assets = worth_of_assets(evaluation, state, &forecast);
    standing_walls(state, &forecast, &standing);
    find_targets(evaluation, state, &standing, &targets);
    return add_worth_of_cell(evaluation, state, steps_to_target(evaluation, state, &targets),
                             &standing, assets);
}

void evaluate_wait(const Evaluation *evaluation, const State *state, SharedTerms *shared) {
    int player = evaluation->player;
    WallForecast forecast;
    shared->assets = worth_of_assets(evaluation, state, &forecast);
    shared->touched_count = state->touched_count[player];
    standing_walls(state, &forecast, &shared->standing);
    find_targets(evaluation, state, &shared->standing, &shared->targets);
    evaluation->engine->steps_after_moves(state->cell[player], &shared->targets, &state->blocked,
                                          FAR, shared->steps);
}

float evaluate_replaced(const Evaluation *evaluation, const State *state, const SharedTerms *shared,
                        Command command) {
    int player = evaluation->player,
        steps = shared->steps[is_move(command) ? command : COMMAND_NOTHING];
    if (command == COMMAND_BOMB)
        return evaluate(evaluation, state);
    if (command == COMMAND_TRIGGER) {
        WallForecast forecast;
        Board standing;
        float assets = worth_of_assets(evaluation, state, &forecast);
        standing_walls(state, &forecast, &standing);
        return add_worth_of_cell(evaluation, state, steps, &standing, assets);
    }
    /* The cell may have been a target because the player had not stood on it. */
    if (state->touched_count[player] != shared->touched_count &&
        board_has(&shared->targets, state->cell[player])) {
        Board targets = shared->targets;
        board_remove(&targets, state->cell[player]);
        steps = steps_to_target(evaluation, state, &targets);
    }
    return add_worth_of_cell(evaluation, state, steps, &shared->standing, shared->assets);
}

static float low_mobility_cost(const Evaluation *evaluation, const State *state) {
    enum { ROUNDS = 8 };
    const Weights *weights = evaluation->weights;
    float cost = weights->low_mobility, enough = weights->mobility_cells;
    if (cost <= 0 || (float)nearest_opponent(state, evaluation->player) > weights->mobility_steps)
        return 0;
    float area = (float)evaluation->engine->contested_area(state, evaluation->player, ROUNDS);
    return area < enough ? cost * (enough - area) / enough : 0;
}

static float target_mobility_cost(const Evaluation *evaluation, const State *state) {
    enum { ROUNDS = 6, MAX_CELLS = 40 };
    float cost = evaluation->weights->restrict_target;
    if (cost <= 0 || evaluation->aim < AIM_CORNER)
        return 0;
    int smallest = MAX_CELLS;
    for (int p = 0; p < state->players; p++)
        if (p != evaluation->player && state_is_alive(state, p)) {
            int area = evaluation->engine->contested_area(state, p, ROUNDS);
            smallest = area < smallest ? area : smallest;
        }
    return cost * (float)smallest;
}

float mobility_cost(const Evaluation *evaluation, const State *state) {
    return low_mobility_cost(evaluation, state) + target_mobility_cost(evaluation, state);
}

float points_won(const Evaluation *evaluation, const State *before, const State *after) {
    int player = evaluation->player;
    int gained = after->points[player] - before->points[player];
    int bounty = evaluation->game->bounty;
    float kills = 0, share = evaluation->weights->kill;
    if (evaluation->aim == AIM_HUNT)
        share = evaluation->weights->hunt_kill;
    else if (evaluation->aim != AIM_POINTS)
        share = 0;
    if (before->alive != after->alive && bounty > 0)
        for (; gained >= bounty; gained -= bounty)
            kills += share * (float)bounty *
                     powf(evaluation->weights->kill_decay,
                          (float)(before->round - evaluation->root_round));
    int new_cells = after->touched_count[player] - before->touched_count[player];
    return (float)gained + kills + 100.0f * (float)new_cells / (float)evaluation->game->open_cells;
}
