/* What a player could have made of rounds that have been played, the others playing as they did. */
#ifndef BLASTBEAM_REPLAY_COUNTERFACTUAL_H
#define BLASTBEAM_REPLAY_COUNTERFACTUAL_H

#include "engine/round.h"

enum { COUNTERFACTUAL_ROUNDS = 12 };

/* Rounds as they were played, oldest first. */
typedef struct PlayedRounds {
    int rounds; /* 1..COUNTERFACTUAL_ROUNDS */
    uint8_t command[COUNTERFACTUAL_ROUNDS][MAX_PLAYERS];
    Ranks ranks[COUNTERFACTUAL_ROUNDS]; /* who got contested cells */
} PlayedRounds;

typedef struct Counterfactual {
    bool found;        /* the player could be alive then, able to survive the bombs on the board */
    bool complete;     /* everything was tried; else there were too many ways */
    unsigned commands; /* first commands from which that is so, bit 1 << command */
    Command line[COUNTERFACTUAL_ROUNDS]; /* the commands that brought the most points, */
    int points;                          /* and these, with coverage */
} Counterfactual;

/* Try all commands of `player` over the rounds of `course`, which begins at `state`; a cell that it
 * would have had to dispute is not its own. Ways that lead to the same board are followed once, by
 * the one with more points: who lives is exact, the points are those of the line that is given.
 * Returns false when memory is short. */
bool counterfactual_search(const Engine *engine, const Game *game, const State *state,
                           const PlayedRounds *played, int player, Counterfactual *counterfactual);

#endif
