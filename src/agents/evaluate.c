#include "agents/evaluate.h"

#include "engine/touched.h"

const Weights default_weights = {
    .bag = {30, 18, 6, 2},
    .radius = {16, 12, 8, 3, 1},
    .bomb_discount = 0.95f,
    .target_step = 0.35f,
    .hunt_step = 0.5f,
    .kill = 0.1f,
    .discount = 0.98f,
};

enum { FAR = 14 /* steps after which a target is as good as out of sight */ };

void evaluation_init(Evaluation *evaluation, const Engine *engine, const Game *game,
                     const Weights *weights, const State *root, int player) {
    int walls = board_count(&root->walls);
    int rounds = game->last_round - root->round;
    float by_walls = (float)walls / 40, by_rounds = (float)rounds / 60;
    float scale = by_walls < by_rounds ? by_walls : by_rounds;
    int best_rival = INT32_MIN;
    for (int p = 0; p < root->players; p++)
        if (p != player && state_is_alive(root, p) && state_points(game, root, p) > best_rival)
            best_rival = state_points(game, root, p);
    evaluation->engine = engine;
    evaluation->game = game;
    evaluation->weights = weights;
    evaluation->player = player;
    evaluation->bag_scale = scale < 1 ? scale : 1;
    evaluation->hunting = walls == 0 && state_points(game, root, player) <= best_rival;
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

static const float *discount_table(float base, float table[16]) {
    table[0] = 1;
    for (int i = 1; i < 16; i++)
        table[i] = table[i - 1] * base;
    return table;
}

/* Walls that the own bombs on the board will bring down, earliest bomb first, and in *doomed all
 * that any bomb will. */
static float worth_of_bombs(const Evaluation *evaluation, const State *state, Board *doomed) {
    const Engine *engine = evaluation->engine;
    float table[16], worth = 0;
    const float *discount = discount_table(evaluation->weights->bomb_discount, table);
    Board exploding, hit;
    unsigned all = state_bombs(state), own = state->owned[evaluation->player];
    memset(doomed, 0, sizeof *doomed);
    for (int timer = 1; own && timer <= 10; timer++) {
        unsigned due = bombs_due(&state->bombs, state->round + (unsigned)timer - 1) & own;
        if (!due)
            continue;
        unsigned gone = engine->blast(state, due, &exploding, &hit);
        int walls = 0;
        for (int i = 0; i < BOARD_WORDS; i++) {
            walls += __builtin_popcountll(hit.word[i] & ~doomed->word[i]);
            doomed->word[i] |= hit.word[i];
        }
        worth += WALL_POINTS * (float)walls * discount[timer];
        own &= ~gone;
        all &= ~gone;
    }
    if (all) {
        engine->blast(state, all, &exploding, &hit);
        for (int i = 0; i < BOARD_WORDS; i++)
            doomed->word[i] |= hit.word[i];
    }
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

/* Cells worth going to: walls that nobody is about to destroy and power-ups in sight; when there
 * are none, cells that the player has not stood on; or the opponents, when hunting. */
static void find_targets(const Evaluation *evaluation, const State *state, const Board *doomed,
                         Board *targets) {
    uint64_t any = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        any |= targets->word[i] = state->walls.word[i] & ~doomed->word[i];
    for (uint32_t rest = state->powerups; rest; rest &= rest - 1) {
        Cell cell = evaluation->game->powerup_cell[__builtin_ctz(rest)];
        any |= !board_has(&state->walls, cell);
        board_add(targets, cell);
    }
    if (any)
        return;
    if (!evaluation->hunting) {
        untouched_cells(state, evaluation->player, targets);
        return;
    }
    for (int p = 0; p < state->players; p++)
        if (p != evaluation->player && state_is_alive(state, p))
            board_add(targets, state->cell[p]);
}

static bool intersects(const Board *a, const Board *b) {
    uint64_t any = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        any |= a->word[i] & b->word[i];
    return any;
}

static int steps_to(const Engine *engine, const State *state, int player, const Board *targets) {
    Board reach, blocked;
    memset(&reach, 0, sizeof reach);
    board_add(&reach, state->cell[player]);
    for (int i = 0; i < BOARD_WORDS; i++)
        blocked.word[i] = state->blocked.word[i] & ~targets->word[i];
    int steps = 0;
    while (steps < FAR && !intersects(&reach, targets)) {
        engine->spread(&reach, &blocked);
        steps++;
    }
    return steps;
}

float evaluate(const Evaluation *evaluation, const State *state) {
    const Weights *weights = evaluation->weights;
    int player = evaluation->player;
    Board doomed, targets;
    float value = evaluation->bag_scale * (worth_of_bag(weights, state->bag[player]) +
                                           worth_of_radius(weights, state->radius[player]));
    value += worth_of_bombs(evaluation, state, &doomed);
    find_targets(evaluation, state, &doomed, &targets);
    int steps = steps_to(evaluation->engine, state, player, &targets);
    return value - weights->target_step * (float)steps;
}

float points_won(const Evaluation *evaluation, const State *before, const State *after) {
    int player = evaluation->player;
    int gained = after->points[player] - before->points[player];
    int bounty = evaluation->game->bounty;
    float kills = 0;
    if (before->alive != after->alive && bounty > 0)
        for (; gained >= bounty; gained -= bounty)
            kills += evaluation->weights->kill * (float)bounty;
    int fresh = after->touched_count[player] - before->touched_count[player];
    return (float)gained + kills + 100.0f * (float)fresh / (float)evaluation->game->open_cells;
}
