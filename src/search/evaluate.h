/* What a position promises beyond the points already won, in points of the game. */
#ifndef BLASTBEAM_SEARCH_EVALUATE_H
#define BLASTBEAM_SEARCH_EVALUATE_H

#include "engine/round.h"
#include "search/weights.h"

/* What a plan is for. Points that are left are those of the walls and of cells that the player has
 * not stood on, as far as the rounds that are left suffice. */
typedef enum Aim {
    AIM_POINTS,
    AIM_GUARD,  /* ahead of what every living opponent can still reach */
    AIM_CORNER, /* the same with one opponent left: if both die, the higher points win */
    AIM_HUNT    /* only a kill can change it: what can be reached is no more than the best of them
                  has, or, with all walls gone, clearly less than what he can reach */
} Aim;

typedef struct Evaluation {
    const Engine *engine;
    const Game *game;
    const Weights *weights;
    int player;
    int root_round;
    float bag_scale; /* what bag and radius are still worth, 0..1 */
    uint8_t prize;   /* index of the super power-up, NO_POWERUP when it is gone */
    Aim aim;
} Evaluation;

/* Look at the root of a search: what is left to be won decides what bag and radius are worth. */
void evaluation_init(Evaluation *evaluation, const Engine *engine, const Game *game,
                     const Weights *weights, const State *root, int player);

/* The promise of `state` for a living player. */
float evaluate(const Evaluation *evaluation, const State *state);

/* What it costs a living player to be in `state` for one of the next rounds: with opponents near
 * who could pen it in the more, the fewer cells it can be sure to reach (0 with room enough); and
 * while it hunts the more, the more cells the opponent with fewest of them can. */
float mobility_cost(const Evaluation *evaluation, const State *state);

/* Points that the player won in the round between the two states, coverage as a fraction; a kill
 * counts as much as `weights->kill` says. */
float points_won(const Evaluation *evaluation, const State *before, const State *after);

#endif
