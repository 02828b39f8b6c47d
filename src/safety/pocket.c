#include "safety/pocket.h"

#include <stdlib.h>

#include "engine/forecast.h"
#include "safety/survival.h"

/* Rounds of which the cells are kept. */
enum { KEPT = 16 };

/* The cells on which the player can be after each round. */
typedef struct Reach {
    Board after[KEPT];
    int rounds; /* until the last bomb has exploded, or the player can be nowhere */
} Reach;

/* What all plays of plans have in common. */
typedef struct Pocket {
    const Engine *engine;
    const State *state;
    int player;
    int head_start;             /* rounds that the opponents' plans are ahead */
    uint8_t delay[MAX_PLAYERS]; /* of the bombs on the board, see survival_delays */
} Pocket;

static void add_cells_of(const Pocket *pocket, unsigned players, Board *cells) {
    for (unsigned rest = players; rest; rest &= rest - 1)
        board_add(cells, pocket->state->cell[__builtin_ctz(rest)]);
}

/* The cells that opponents hold or enter in `round`. */
static Board closed_cells(const Pocket *pocket, const PocketPlan *const plan[], int plans,
                          int round) {
    Board closed = {{0}};
    round += pocket->head_start;
    unsigned standing = pocket->state->alive & ~(1u << pocket->player);
    for (int i = 0; i < plans; i++) {
        int steps = plan[i]->steps;
        standing &= ~(1u << plan[i]->opponent);
        if (round <= steps || !plan[i]->plants)
            board_add(&closed, plan[i]->path[round < steps ? round : steps]);
        if (round < steps)
            board_add(&closed, plan[i]->path[round + 1]);
    }
    add_cells_of(pocket, standing, &closed);
    return closed;
}

static void plant_at(const Pocket *pocket, const PocketPlan *plan, int round, State *field) {
    unsigned free_slots = ~state_bombs(field) & ((1u << MAX_BOMBS) - 1);
    Cell cell = plan->path[plan->steps];
    int opponent = plan->opponent;
    if (!free_slots || board_has(&field->blocked, cell))
        return;
    int slot = __builtin_ctz(free_slots);
    field->owned[opponent] |= (uint16_t)(1u << slot);
    field->bombs.cell[slot] = cell;
    field->bombs.due[slot] = (uint8_t)(round + bomb_fuse(pocket->state->bag[opponent]));
    field->bombs.radius[slot] = pocket->state->radius[opponent];
    board_add(&field->blocked, cell);
}

static unsigned bombs_on(const State *field, unsigned slots, Cell cell) {
    unsigned found = 0;
    for (unsigned rest = slots; rest; rest &= rest - 1)
        if (field->bombs.cell[__builtin_ctz(rest)] == cell)
            found |= rest & -rest;
    return found;
}

/* Bombs that may explode at the end of `round` because of a trigger. */
static unsigned triggered(const Pocket *pocket, const PocketPlan *const plan[], int plans,
                          const State *field, int round) {
    round += pocket->head_start;
    unsigned slots = triggered_bombs_at(field, pocket->delay, round);
    for (int i = 0; i < plans; i++) {
        unsigned owned = field->owned[plan[i]->opponent];
        unsigned planted = bombs_on(field, owned, plan[i]->path[plan[i]->steps]);
        slots &= ~planted;
        if (plan[i]->plants && round >= plan[i]->ready)
            slots |= planted;
    }
    return slots;
}

static bool survive_triggers(const Pocket *pocket, const PocketPlan *const plan[], int plans,
                             const State *field, int round, Board *cells) {
    unsigned waiting = triggered(pocket, plan, plans, field, round);
    if (!waiting)
        return true;
    Detonation all;
    detonate(field, waiting, &all);
    return board_subtract(cells, &all.exploding);
}

static bool play_round(const Pocket *pocket, const PocketPlan *const plan[], int plans, int round,
                       State *field, Board *cells) {
    Board closed = closed_cells(pocket, plan, plans, round);
    unsigned due = bombs_due(&field->bombs, field->round) & state_bombs(field);
    if (!due)
        spread_around(field, &closed, cells);
    else if (!survive_round(field, due, &closed, cells))
        return false;
    for (int i = 0; i < plans; i++)
        if (plan[i]->plants && plan[i]->steps == round + pocket->head_start)
            plant_at(pocket, plan[i], field->round, field);
    return survive_triggers(pocket, plan, plans, field, round, cells);
}

/* The board before the first round: bombs that a head start allows lie there already. */
static void begin_plans(const Pocket *pocket, const PocketPlan *const plan[], int plans,
                        State *field) {
    copy_field(field, pocket->state);
    for (int i = 0; i < plans; i++)
        if (plan[i]->plants && plan[i]->steps < pocket->head_start)
            plant_at(pocket, plan[i], field->round - pocket->head_start + plan[i]->steps, field);
}

static int last_plant(const Pocket *pocket, const PocketPlan *const plan[], int plans) {
    int last = 0;
    for (int i = 0; i < plans; i++)
        last = plan[i]->steps > last ? plan[i]->steps : last;
    return last - pocket->head_start;
}

/* Play until all have planted and no bomb is left. Stores the cells in *reach unless it is NULL. */
static bool play_plans(const Pocket *pocket, const PocketPlan *const plan[], int plans,
                       Reach *reach) {
    State field;
    Board cells = {{0}};
    int last = last_plant(pocket, plan, plans), round = 0;
    begin_plans(pocket, plan, plans, &field);
    board_add(&cells, pocket->state->cell[pocket->player]);
    bool survives =
        !pocket->head_start || survive_triggers(pocket, plan, plans, &field, -1, &cells);
    for (; survives && (round <= last || state_bombs(&field)); round++, field.round++) {
        survives = play_round(pocket, plan, plans, round, &field, &cells);
        if (reach && round < KEPT)
            reach->after[round] = cells;
    }
    if (reach)
        reach->rounds = round < KEPT ? round : KEPT;
    return survives;
}

static Pocket pocket_of(const Engine *engine, const State *state, int player, int head_start) {
    Pocket pocket = {.engine = engine, .state = state, .player = player, .head_start = head_start};
    survival_delays(engine, state, player, pocket.delay);
    return pocket;
}

bool pocket_survives(const Engine *engine, const State *state, int player, int head_start,
                     const PocketPlan *const plan[], int plans) {
    Pocket pocket = pocket_of(engine, state, player, head_start);
    return play_plans(&pocket, plan, plans, NULL);
}

/* Steps back from `cell`, which lies in layer[steps]. */
static void find_path(const Board layer[], int steps, Cell cell, PocketPlan *plan) {
    plan->path[steps] = cell;
    for (int i = steps; i > 0; i--)
        for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++)
            if (board_has(&layer[i - 1], cell_beside(plan->path[i], c))) {
                plan->path[i - 1] = cell_beside(plan->path[i], c);
                break;
            }
}

static bool has_bomb_left(const State *state, int opponent) {
    return __builtin_popcount(state->owned[opponent]) < state->bag[opponent] &&
           state_bombs(state) != (1u << MAX_BOMBS) - 1;
}

/* The bombs and blocked cells when the bomb of the plan lies there. Returns its slot. */
static int plant_now(const State *state, const PocketPlan *plan, State *bombed) {
    int slot = __builtin_ctz(~state_bombs(state));
    copy_field(bombed, state);
    bombed->owned[plan->opponent] |= (uint16_t)(1u << slot);
    bombed->bombs.cell[slot] = plan->path[plan->steps];
    bombed->bombs.radius[slot] = state->radius[plan->opponent];
    board_add(&bombed->blocked, plan->path[plan->steps]);
    return slot;
}

/* Steps from the cell of the plan out of the blasts of the opponent's bombs. */
static int steps_to_safety(const Engine *engine, const State *bombed, const PocketPlan *plan,
                           int limit) {
    Board blast, destroyed, safe;
    engine->blast(bombed, bombed->owned[plan->opponent], &blast, &destroyed);
    for (int i = 0; i < BOARD_WORDS; i++)
        safe.word[i] = ~(blast.word[i] | bombed->blocked.word[i]);
    return engine->steps(plan->path[plan->steps], &safe, &bombed->blocked, limit);
}

/* Find when the bomb of the plan may explode. Returns false for a plan that touches no cell of
 * `area`, or that the opponent cannot survive. */
static bool complete_plan(const Engine *engine, const State *state, const Board *area,
                          PocketPlan *plan) {
    Cell cell = plan->path[plan->steps];
    plan->plants = has_bomb_left(state, plan->opponent);
    if (!plan->plants)
        return board_has(area, cell);
    if (board_has(&state->blocked, cell))
        return false;
    State bombed;
    Board blast, destroyed;
    int slot = plant_now(state, plan, &bombed), fuse = bomb_fuse(state->bag[plan->opponent]);
    engine->blast(&bombed, 1u << slot, &blast, &destroyed);
    if (!boards_meet(&blast, area))
        return false;
    int steps = steps_to_safety(engine, &bombed, plan, fuse);
    plan->ready = (uint8_t)(plan->steps + 1 + steps);
    return steps < fuse;
}

/* The cells that the player can reach in some rounds when nothing explodes. */
static Board near_cells(const State *state, int player) {
    enum { ROUNDS = 7 };
    Board area = {{0}};
    board_add(&area, state->cell[player]);
    for (int i = 0; i < ROUNDS; i++)
        board_spread(&area, &state->blocked);
    return area;
}

/* Add the plans that end on the cells of layer[steps]. */
static int add_plans(const Pocket *pocket, const Board *area, const Board layer[], int opponent,
                     int steps, PocketPlan plan[POCKET_PLANS], int count) {
    BOARD_FOR_EACH(cell, &layer[steps]) {
        if (count == POCKET_PLANS)
            return count;
        PocketPlan *made = &plan[count];
        *made = (PocketPlan){.opponent = (uint8_t)opponent, .steps = (uint8_t)steps};
        find_path(layer, steps, cell, made);
        count += complete_plan(pocket->engine, pocket->state, area, made);
    }
    return count;
}

/* layer[i]: the cells that `opponent` can reach in i steps, but no sooner. */
static void find_layers(const Pocket *pocket, int opponent, Board layer[POCKET_STEPS + 1]) {
    const State *state = pocket->state;
    Board reached = {{0}};
    board_add(&reached, state->cell[opponent]);
    layer[0] = reached;
    for (int i = 1; i <= POCKET_STEPS; i++) {
        Board next = reached;
        board_spread(&next, &state->blocked);
        board_remove(&next, state->cell[pocket->player]);
        for (int k = 0; k < BOARD_WORDS; k++)
            layer[i].word[k] = next.word[k] & ~reached.word[k];
        reached = next;
    }
}

static int list_plans(const Pocket *pocket, const Board *area, int opponent,
                      PocketPlan plan[POCKET_PLANS]) {
    Board layer[POCKET_STEPS + 1];
    int count = 0;
    find_layers(pocket, opponent, layer);
    for (int steps = 0; steps <= POCKET_STEPS; steps++)
        count = add_plans(pocket, area, layer, opponent, steps, plan, count);
    return count;
}

int pocket_plans(const Engine *engine, const State *state, int player, int opponent,
                 PocketPlan plan[POCKET_PLANS]) {
    Pocket pocket = pocket_of(engine, state, player, 0);
    Board area = near_cells(state, player);
    return list_plans(&pocket, &area, opponent, plan);
}

/* Whether two plans together can leave few cells in some round. */
static bool may_close(const Reach *a, const Reach *b) {
    enum { FEW = 6 };
    int rounds = a->rounds < b->rounds ? a->rounds : b->rounds;
    for (int round = 0; round < rounds; round++) {
        Board both;
        for (int i = 0; i < BOARD_WORDS; i++)
            both.word[i] = a->after[round].word[i] & b->after[round].word[i];
        if (board_count(&both) <= (2 * round < FEW ? 2 * round : FEW))
            return true;
    }
    return false;
}

/* The plans of one opponent, and where the player can be when each is played alone. */
typedef struct PlanSet {
    int count;
    PocketPlan plan[POCKET_PLANS];
    Reach reach[POCKET_PLANS];
} PlanSet;

static void add_pair(const Pocket *pocket, const PlanSet *a, int i, const PlanSet *b, int k,
                     PocketDanger *danger) {
    const PocketPlan *pair[] = {&a->plan[i], &b->plan[k]};
    danger->pairs++;
    if (!may_close(&a->reach[i], &b->reach[k]))
        return;
    danger->tried++;
    danger->traps += !play_plans(pocket, pair, 2, NULL);
}

static void add_pairs(const Pocket *pocket, const PlanSet *a, const PlanSet *b,
                      PocketDanger *danger) {
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count && danger->tried < POCKET_TRIES; k++)
            add_pair(pocket, a, i, b, k, danger);
}

static void play_alone(const Pocket *pocket, PlanSet *set) {
    for (int i = 0; i < set->count; i++) {
        const PocketPlan *plan = &set->plan[i];
        play_plans(pocket, &plan, 1, &set->reach[i]);
    }
}

PocketDanger pocket_danger(const Engine *engine, const State *state, int player, int head_start) {
    Pocket pocket = pocket_of(engine, state, player, head_start);
    PocketDanger danger = {.tried = 1};
    if (!play_plans(&pocket, NULL, 0, NULL)) {
        danger.pairs = danger.traps = 1;
        return danger;
    }
    Board area = near_cells(state, player);
    PlanSet *set = calloc(MAX_PLAYERS, sizeof *set);
    for (int p = 0; set && p < state->players; p++) {
        if (p == player || !state_is_alive(state, p))
            continue;
        set[p].count = list_plans(&pocket, &area, p, set[p].plan);
        danger.tried += set[p].count;
        play_alone(&pocket, &set[p]);
        for (int other = 0; other < p; other++)
            add_pairs(&pocket, &set[other], &set[p], &danger);
    }
    free(set);
    return danger;
}
