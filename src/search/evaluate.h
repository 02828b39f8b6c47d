/* What a position promises beyond the points already won, in points of the game. */
#ifndef BLASTBEAM_SEARCH_EVALUATE_H
#define BLASTBEAM_SEARCH_EVALUATE_H

#include "engine/round.h"

typedef struct Weights {
    float bag[4];          /* worth of the 2nd, 3rd, 4th and every further bomb in the bag */
    float radius[5];       /* worth of the 1st, 2nd, ... doubling of the radius; the rest nothing */
    float bomb_discount;   /* a wall that a bomb will destroy counts 10 times this to its fuse */
    float target_step;     /* lost for each step to the nearest target worth going to */
    float prize_step;      /* lost for each step to the super power-up, walls or not */
    float kill;            /* share of the bounty that a kill in a plan is believed to bring */
    float kill_decay;      /* times this for each round until then: predictions fail */
    float hunt_kill;       /* the same when nothing but a kill can win */
    float guard_step;      /* won for each step to the nearest opponent while a lead is guarded */
    float corner_step;     /* lost for each step to the only opponent while it is cornered */
    float low_mobility;    /* lost in a round without room to escape, see mobility_cost */
    float restrict_target; /* lost in a round for each cell that the prey can get to while hunting
                    or cornering */
    float discount;        /* of points won a round later */
} Weights;

/* Those of the beam. A second bag is worth no more than a wall and a half: it makes the fuses of
 * all bombs longer (4, 7, 10 rounds). In 870 games against rhea with all weights drawn anew (half
 * to twice of these and more; 5,000 nodes a move) the share of the points was 59 +- 5 % whatever
 * they were; of single ones only radius1 was felt, +0.5 % for 13 more. With `cramped` and a
 * guard_step of 1 for 0.2 the rounds in which opponents could kill whatever we did went from 68 to
 * 21 in 100,000 (three players, 10,000 nodes a move), at no cost in points. `press` makes the hunt
 * succeed: 120 points behind on an empty board from round 190 on, 18 % of 100 matches of three are
 * won for 2 % of 120 without it (40 behind: 19 % for 5 %); against one opponent alone it is 1 of
 * 60, with it and without. */
extern const Weights default_weights;

/* Those of the rivals: an evaluation like that of their authors, by walls, bag, radius and the next
 * target, without what the beam has learned about this game. With the beam's bag and radius rhea
 * does no better (40.7 % of the points for 41.3 %, 150 games each). */
extern const Weights rival_weights;

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
