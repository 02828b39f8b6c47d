#include "tuning/features.h"

#include <math.h>

#include "safety/survival.h"

enum { FAR = 40, AREA_ROUNDS = 8 };

static double lead(const FeatureView *view) {
    return state_points(view->game, view->state, view->player) -
           state_points(view->game, view->state, view->opponent);
}

/* How much more of the walls that no bomb dooms is near the player than near the opponent: each
 * wall counts from -1 to 1, and 0 at equal distances. */
static double walls_near(const FeatureView *view) {
    const double range = 16;
    const State *state = view->state;
    double sum = 0;
    BOARD_FOR_EACH(wall, &state->walls)
    if (!board_has(&view->own.doomed, wall) && !board_has(&view->theirs.doomed, wall))
        sum += fmax(-1, fmin(1, (cell_distance(wall, state->cell[view->opponent]) -
                                 cell_distance(wall, state->cell[view->player])) /
                                    (range / 2)));
    return sum;
}

/* Walls that the player's steps through free cells reach before those of the opponent, minus the
 * walls that the opponent reaches first. */
static double walls_first(const FeatureView *view) {
    const State *state = view->state;
    Board own = {{0}}, theirs = {{0}}, open;
    int count = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        open.word[i] = state->blocked.word[i] & ~state->walls.word[i];
    board_add(&own, state->cell[view->player]);
    board_add(&theirs, state->cell[view->opponent]);
    for (int steps = 0; steps < FAR; steps++) {
        Board own_blocked = open, their_blocked = open;
        for (int i = 0; i < BOARD_WORDS; i++) {
            own_blocked.word[i] |= theirs.word[i];
            their_blocked.word[i] |= own.word[i];
        }
        view->engine->spread(&own, &own_blocked);
        view->engine->spread(&theirs, &their_blocked);
    }
    for (int i = 0; i < BOARD_WORDS; i++)
        count += __builtin_popcountll(own.word[i] & ~theirs.word[i] & state->walls.word[i]) -
                 __builtin_popcountll(theirs.word[i] & ~own.word[i] & state->walls.word[i]);
    return count;
}

static double walls_falling(const FeatureView *view) {
    int sum = 0;
    for (int i = 0; i < FORECAST_ROUNDS; i++)
        sum += view->own.own[i] - view->theirs.own[i];
    return sum;
}

static double walls_left(const FeatureView *view) {
    return board_count(&view->state->walls);
}

static double rounds_left(const FeatureView *view) {
    return view->game->last_round + 1 - view->state->round;
}

static double bag(const FeatureView *view) {
    return view->state->bag[view->player] - view->state->bag[view->opponent];
}

static double radius(const FeatureView *view) {
    return view->state->radius[view->player] - view->state->radius[view->opponent];
}

static double bag_walls(const FeatureView *view) {
    return bag(view) * walls_left(view) / 100;
}

static double radius_walls(const FeatureView *view) {
    return radius(view) * walls_left(view) / 100;
}

/* Steps as if there were no walls. */
static int nearer_by(const FeatureView *view, Cell cell) {
    return cell_distance(cell, view->state->cell[view->opponent]) -
           cell_distance(cell, view->state->cell[view->player]);
}

static double prize(const FeatureView *view) {
    for (uint32_t rest = view->state->powerups; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest);
        if (view->game->powerup_type[i] == POWERUP_SUPER)
            return nearer_by(view, view->game->powerup_cell[i]);
    }
    return 0;
}

static double powerups(const FeatureView *view) {
    int sum = 0;
    for (uint32_t rest = view->state->powerups; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest), steps = nearer_by(view, view->game->powerup_cell[i]);
        if (view->game->powerup_type[i] != POWERUP_SUPER)
            sum += (steps > 0) - (steps < 0);
    }
    return sum;
}

static double centre(const FeatureView *view) {
    return nearer_by(view, cell_at(BOARD_SIZE / 2, BOARD_SIZE / 2));
}

static double opponent(const FeatureView *view) {
    return cell_distance(view->state->cell[view->player], view->state->cell[view->opponent]);
}

static double area(const FeatureView *view) {
    return view->engine->contested_area(view->state, view->player, AREA_ROUNDS) -
           view->engine->contested_area(view->state, view->opponent, AREA_ROUNDS);
}

static int count_safe_cells(const FeatureView *view, int player) {
    Board cells;
    return survives_on(view->engine, view->state, player, THREAT_TRIGGERS, &cells)
               ? board_count(&cells)
               : 0;
}

/* With no bomb on the board the player is safe where it stands. */
static double safe_cells(const FeatureView *view) {
    return count_safe_cells(view, view->player) - count_safe_cells(view, view->opponent);
}

static double coverage(const FeatureView *view) {
    return view->state->touched_count[view->player] - view->state->touched_count[view->opponent];
}

static const Feature features[] = {
    {"lead", "points ahead of the opponent", lead},
    {"walls_near", "walls that no own bomb dooms, from 1 near us to -1 near the opponent",
     walls_near},
    {"walls_first", "walls that we can walk to first minus those of the opponent", walls_first},
    {"walls_falling", "walls that our bombs will take minus those of the opponent", walls_falling},
    {"walls_left", "walls on the board", walls_left},
    {"rounds_left", "rounds to play", rounds_left},
    {"bag", "our bag minus the opponent's", bag},
    {"radius", "doublings of our radius minus the opponent's", radius},
    {"bag_walls", "bag x walls / 100", bag_walls},
    {"radius_walls", "radius x walls / 100", radius_walls},
    {"prize", "steps by which we are nearer to the super power-up, through walls; 0: gone", prize},
    {"powerups", "other power-ups in sight that are nearer to us minus to the opponent", powerups},
    {"centre", "steps by which we are nearer to the centre", centre},
    {"opponent", "steps to the opponent, through walls", opponent},
    {"area", "cells of 8 rounds that the other cannot cut off, ours minus the opponent's", area},
    {"safe_cells", "cells on which we survive all bombs minus the opponent's", safe_cells},
    {"coverage", "cells that we have stood on minus the opponent's", coverage},
};

const Feature *feature_at(int index) {
    return index < (int)(sizeof features / sizeof features[0]) ? &features[index] : NULL;
}

const Feature *feature_named(const char *name, size_t length) {
    for (int i = 0; feature_at(i); i++)
        if (strlen(features[i].name) == length && strncmp(features[i].name, name, length) == 0)
            return &features[i];
    return NULL;
}

bool feature_view_init(FeatureView *view, const Engine *engine, const Game *game,
                       const State *state, int player) {
    *view = (FeatureView){
        .engine = engine, .game = game, .state = state, .player = player, .opponent = -1};
    for (int p = 0; p < state->players; p++)
        if (p != player && state_is_alive(state, p) &&
            (view->opponent < 0 ||
             state_points(game, state, p) > state_points(game, state, view->opponent)))
            view->opponent = p;
    if (view->opponent < 0 || !state_is_alive(state, player))
        return false;
    engine->falling_walls(state, player, &view->own);
    engine->falling_walls(state, view->opponent, &view->theirs);
    return true;
}
