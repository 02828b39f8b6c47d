/* What a player could have achieved in rounds of a recorded match if it had chosen other commands
 * and the others had played as they did. */
#ifndef BLASTBEAM_REPLAY_COUNTERFACTUAL_H
#define BLASTBEAM_REPLAY_COUNTERFACTUAL_H

#include "engine/round.h"

enum { COUNTERFACTUAL_ROUNDS = 12 };

/* Rounds as they were played, oldest first. */
typedef struct PlayedRounds {
    int rounds; /* 1..COUNTERFACTUAL_ROUNDS */
    uint8_t command[COUNTERFACTUAL_ROUNDS][MAX_PLAYERS];
    Ranks ranks[COUNTERFACTUAL_ROUNDS]; /* decide who wins contested cells */
} PlayedRounds;

typedef struct Counterfactual {
    bool found;        /* the player can be alive afterwards and survive the bombs on the board */
    bool complete;     /* all commands were tried; false when there were too many states */
    unsigned commands; /* first commands that can lead to survival: bit 1 << command */
    Command line[COUNTERFACTUAL_ROUNDS]; /* the surviving commands with the most points */
    int points;                          /* the player's points after `line`, with coverage */
} Counterfactual;

/* Search all commands of `player` over the rounds of `played`, which begin at `state`. The player
 * loses every contested cell. Lines that reach the same board are merged and the one with more
 * points is kept: survival is therefore exact, while `points` belongs to `line` and can be less
 * than the true maximum. Returns false when memory is short. */
bool counterfactual_search(const Engine *engine, const Game *game, const State *state,
                           const PlayedRounds *played, int player, Counterfactual *counterfactual);

#endif
