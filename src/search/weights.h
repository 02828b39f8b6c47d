/* All weights of the beam search and the rivals: one table, by name.
 *
 * A line of the table is
 *
 *     X(name, field, beam, rivals, low, high, step, help)
 *
 * `name` is the setting that sets it, `field` its place in Weights, `beam` and `rivals` the values
 * that agents start with, `low` and `high` the range that settings accept, `step` a change that can
 * just be felt in games (the tuner starts with it), and `help` what --help says. Values are in
 * points of the game where nothing else is said. docs/tuning.md has what was tried.
 */
#ifndef BLASTBEAM_SEARCH_WEIGHTS_H
#define BLASTBEAM_SEARCH_WEIGHTS_H

#include <stdio.h>

#include "search/settings.h"

/* clang-format off */
#define WEIGHTS_TABLE(X)                                                                            \
    X(bag2, bag[0], 15, 30, 0, 200, 4, "the second bomb in the bag")                               \
    X(bag3, bag[1], 6, 18, 0, 200, 3, "the third")                                                 \
    X(bag4, bag[2], 3, 6, 0, 200, 2, "the fourth")                                                 \
    X(bag5, bag[3], 2, 2, 0, 200, 1, "every further one")                                          \
    X(radius1, radius[0], 26, 16, 0, 200, 3, "the first doubling of the radius")                   \
    X(radius2, radius[1], 18, 12, 0, 200, 2, "the second")                                         \
    X(radius3, radius[2], 8, 8, 0, 200, 2, "the third")                                            \
    X(radius4, radius[3], 3, 3, 0, 200, 1, "the fourth")                                           \
    X(radius5, radius[4], 1, 1, 0, 200, 0.5f, "the fifth; later ones are worth nothing")           \
    X(bag_walls, bag_walls, 40, 40, 1, 400, 5, "bag and radius lose worth below so many walls")    \
    X(bag_rounds, bag_rounds, 60, 60, 1, 400, 5, "and below so many rounds to play")               \
    X(bomb_discount, bomb_discount, 0.95f, 0.95f, 0.5f, 1, 0.02f,                                  \
      "factor a round until a bomb takes its walls")                                               \
    X(target_step, target_step, 0.35f, 0.35f, 0, 10, 0.1f, "cost of a step to the nearest target") \
    X(target_worth, target_worth, 2, 2, 0, 50, 1, "what a power-up must add to be a target")       \
    X(prize_step, prize_step, 1.5f, 0, 0, 10, 0.3f,                                                \
      "cost of a round or step to the super power-up")                                             \
    X(prize_lag, prize_lag, 2, 0, 0, 100, 1,                                                       \
      "rounds by which an opponent may be nearer before we leave it")                                   \
    X(wall_share, wall_share, 1, 0, 0, 50, 1,                                                      \
      "cost of a wall that the last opponent gets, by its share of it")                            \
    X(share_steps, share_steps, 16, 16, 1, 60, 2, "steps in which that share goes from 0 to 1")    \
    X(kill, kill, 0.03f, 0.1f, 0, 1, 0.05f, "share of the bounty that a kill in a line counts")    \
    X(kill_decay, kill_decay, 0.9f, 1, 0.5f, 1, 0.05f,                                             \
      "factor a round until that kill, because predictions fail")                                  \
    X(hunt_kill, hunt_kill, 0.3f, 0.3f, 0, 1, 0.1f, "as kill, while hunting")                      \
    X(hunt_lag, hunt_lag, 10, 10, 0, 200, 2, "behind by so much without walls, we hunt")           \
    X(round_points, round_points, 8, 8, 0, 50, 1, "the most that a player makes a round")          \
    X(guard_step, guard_step, 1, 0.2f, 0, 10, 0.1f,                                                \
      "worth of a step away from the nearest opponent, while guarding a lead")                     \
    X(corner_step, corner_step, 0.5f, 0, 0, 10, 0.1f,                                              \
      "worth of a step towards the last opponent, while cornering it")                             \
    X(low_mobility, low_mobility, 5, 0, 0, 100, 1,                                                 \
      "cost a round of having no area that opponents cannot cut off")                              \
    X(mobility_cells, mobility_cells, 6, 6, 1, 50, 1, "an area of so many cells costs nothing")    \
    X(mobility_steps, mobility_steps, 8, 8, 0, 40, 1, "nor does one this far from opponents")      \
    X(restrict_target, restrict_target, 0.5f, 0, 0, 100, 0.2f,                                     \
      "cost a round of each cell of the target's area, while hunting or cornering")                \
    X(discount, discount, 0.98f, 0.98f, 0.5f, 1, 0.01f, "factor a round of points won")            \
    X(danger_fuses, filter.danger[STAGE_FUSES], 1000, 1000, 0, 10000, 100,                         \
      "cost of a first command after which one opponent kills for certain")                        \
    X(danger_together, filter.danger[STAGE_TOGETHER], 300, 300, 0, 10000, 30,                      \
      "the same when all opponents act")                                                           \
    X(danger_triggers, filter.danger[STAGE_TRIGGERS], 100, 100, 0, 10000, 10,                      \
      "the same when they also trigger")                                                           \
    X(suicide_penalty, filter.danger[STAGE_SUICIDES], 100, 30, 0, 10000, 10,                       \
      "the same when the last opponent may die with us")                                           \
    X(suicide_share, filter.suicide_share, 0.1f, 0.1f, 0, 1, 0.05f,                                \
      "of a deadly reply: what a suicidal one counts")                                             \
    X(kill_chance_bonus, filter.kill_chance_bonus, 0.05f, 0, 0, 1, 0.02f,                          \
      "share of the bounty that a first command is worth when every careless reply is fatal")      \
    X(pocket, filter.pocket, 0, 0, 0, 10000, 300,                                                  \
      "cost of a first command after which two opponents trap us for certain; 0: not examined")    \
    X(hunt_kill_chance_bonus, hunt_kill_chance_bonus, 0.5f, 0, 0, 1, 0.1f, "the same while hunting")
/* clang-format on */

#include "safety/root_filter.h"

typedef struct Weights {
    float bag[4];    /* the 2nd, 3rd, 4th and every further bomb */
    float radius[5]; /* the 1st, 2nd ... doubling */
    float bag_walls, bag_rounds;
    float bomb_discount;
    float target_step, target_worth;
    float prize_step, prize_lag;
    float wall_share, share_steps;
    float kill, kill_decay, hunt_kill, hunt_lag;
    float round_points;
    float guard_step, corner_step;
    float low_mobility, mobility_cells, mobility_steps;
    float restrict_target;
    float discount;
    FilterWeights filter; /* of the root filter; kill_chance_bonus as a share of the bounty */
    float hunt_kill_chance_bonus;
} Weights;

/* The values of the beam search. */
extern const Weights default_weights;

/* The values of the rivals. They follow the evaluations that their authors published: walls, bag,
 * radius and the next target, nothing that the beam search has learned about this game. */
extern const Weights rival_weights;

#define WEIGHT_INDEX(name, ...) WEIGHT_##name,
enum { WEIGHTS_TABLE(WEIGHT_INDEX) WEIGHT_COUNT };
#undef WEIGHT_INDEX

/* Entries that weights_settings adds: the weights, and the names that some of them had. */
enum { WEIGHT_SETTINGS = WEIGHT_COUNT + 5 };

typedef struct WeightKind {
    const char *name;
    size_t offset; /* of the float in Weights */
    float low, high;
    float step;
    const char *help;
} WeightKind;

/* From 0 to WEIGHT_COUNT - 1. */
const WeightKind *weight_kind_at(int index);

float *weight_at(Weights *weights, int index);

/* Add the settings that set these weights to a table of `size` entries (room for WEIGHT_SETTINGS
 * more), of which the unused ones are 0. */
void weights_settings(Weights *weights, Setting *table, int size);

/* Write a line of help for each weight: its name, the values of the beam and the rivals, what it
 * is. */
void weights_help(FILE *out);

#endif
