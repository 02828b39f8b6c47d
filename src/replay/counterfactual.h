/* What a player could have made of rounds that have been played, the others playing as they did. */
#ifndef BLASTBEAM_REPLAY_COUNTERFACTUAL_H
#define BLASTBEAM_REPLAY_COUNTERFACTUAL_H

#include "engine/round.h"

enum { HINDSIGHT_ROUNDS = 12 };

/* Rounds as they were played, oldest first. */
typedef struct Course {
    int rounds; /* 1..HINDSIGHT_ROUNDS */
    uint8_t command[HINDSIGHT_ROUNDS][MAX_PLAYERS];
    Ranks ranks[HINDSIGHT_ROUNDS]; /* who got contested cells */
} Course;

typedef struct Hindsight {
    bool found;        /* the player could be alive then, able to survive the bombs on the board */
    bool complete;     /* everything was tried; else there were too many ways */
    unsigned commands; /* first commands from which that is so, bit 1 << command */
    Command line[HINDSIGHT_ROUNDS]; /* the commands that brought the most points, */
    int points;                     /* and these, with coverage */
} Hindsight;

/* Try all commands of `player` over the rounds of `course`, which begins at `state`; a cell that it
 * would have had to dispute is not its own. Ways that lead to the same board are followed once, by
 * the one with more points: who lives is exact, the points are those of the line that is given.
 * Returns false when memory is short. */
bool hindsight_search(const Engine *engine, const Game *game, const State *state,
                      const Course *course, int player, Hindsight *hindsight);

#endif
