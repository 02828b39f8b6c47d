/* The value of a state beyond the points already won, in points of the game. */
#ifndef BLASTBEAM_SEARCH_EVALUATE_H
#define BLASTBEAM_SEARCH_EVALUATE_H

#include "engine/round.h"
#include "search/contest.h"
#include "search/prize.h"
#include "search/weights.h"

/* What a line should achieve. The points that a player can still win are those of the walls and of
 * the cells that it has not stood on, limited by the rounds that are left. */
typedef enum Aim {
    AIM_POINTS, /* win points */
    AIM_GUARD,  /* stay away from opponents: none of them can reach our points any more */
    AIM_CORNER, /* the same with one opponent left: go to it, since a death of both wins */
    AIM_HUNT    /* kill: we can reach no more than the best opponent has, or, when all walls are
                   gone, clearly less than it can reach */
} Aim;

typedef struct Evaluation {
    const Engine *engine;
    const Game *game;
    const Weights *weights;
    int player;
    int root_round;
    float bag_scale; /* 0..1: bag and radius lose worth towards the end */
    uint8_t prize;   /* index of the super power-up; NO_POWERUP when it is gone */
    Aim aim;
    float wall_worth[FORECAST_ROUNDS]; /* of a wall that falls in so many rounds */
    int rival; /* the opponent of a duel: walls that it gets cost wall_share. -1 with several
                  opponents: among them, being near the walls of all costs more than it wins */
    const PrizeWays *ways;  /* to the super power-up; NULL: straight to it, as if without walls */
    float prize_step;       /* of the weights; 0 when the super power-up is left to an opponent */
    const Contest *contest; /* its shares by lookup; NULL: by their definition, with the opponent
                               where the state has it */
} Evaluation;

/* Prepare to evaluate states below `root`: choose the aim, and scale bag and radius by what is left
 * to win. `player` is alive. */
void evaluation_init(Evaluation *evaluation, const Engine *engine, const Game *game,
                     const Weights *weights, const State *root, int player);

/* The value of `state` for the player, who is alive in it. */
float evaluate(const Evaluation *evaluation, const State *state);

/* Let the way to the super power-up count with its walls. `ways` are those of the root, and outlive
 * the evaluation. The power-up is no aim when the way of the player is longer than that of an
 * opponent by more than the weight prize_lag. */
void evaluation_set_ways(Evaluation *evaluation, const PrizeWays *ways, const State *root);

/* What the states after one round with different commands of the player have in common, where
 * Engine.replace_wait makes them from the state after a wait. */
typedef struct SharedTerms {
    float assets;                 /* the worth of bag, radius and bombs */
    int touched_count;            /* cells that the player has stood on after a wait */
    Board standing;               /* walls that no bomb will destroy, after a wait */
    Board targets;                /* worth going to, after a wait */
    uint8_t steps[COMMAND_COUNT]; /* to the nearest target, after a wait and each step */
} SharedTerms;

/* Compute the shared terms from the state after a wait. */
void evaluate_wait(const Evaluation *evaluation, const State *state, SharedTerms *shared);

/* `evaluate` for the state in which `command` has replaced the wait. */
float evaluate_replaced(const Evaluation *evaluation, const State *state, const SharedTerms *shared,
                        Command command);

/* What it costs the living player to spend a round in `state`. With an opponent near, the cost
 * grows as the area shrinks that no opponent can cut off. While hunting or cornering, it grows with
 * the smallest such area of an opponent. */
float mobility_cost(const Evaluation *evaluation, const State *state);

/* The points that the player won in the round from `before` to `after`. Coverage counts as a
 * fraction. A kill counts the share of the bounty that the weights give it (kill, kill_decay,
 * hunt_kill). */
float points_won(const Evaluation *evaluation, const State *before, const State *after);

#endif
