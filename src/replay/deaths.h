/* The deaths of a match, and how each of them could have been avoided. */
#ifndef BLASTBEAM_REPLAY_DEATHS_H
#define BLASTBEAM_REPLAY_DEATHS_H

#include "replay/counterfactual.h"

typedef struct MatchReplay MatchReplay;

/* The search for an escape from every reply of the others goes back this many rounds. */
enum { ESCAPE_ROUNDS = 6 };

typedef struct Death {
    int index; /* of the moment at which the round of death begins */
    int player;
    unsigned killers; /* bit p: a blast of player p reached the player */
    bool reproduced;  /* the engine kills the player in this round as well */

    /* The last chance while the others play as they did. The rounds are counted back from the
     * death: 1 is the round of death itself, 0 means that there was no chance in the last
     * `chance_tried` rounds. */
    int chance_rounds, chance_tried;
    Counterfactual chance;

    /* The last escape that works whatever the others do, counted in the same way, and the first
     * commands that begin it, bit 1 << command. */
    int escape_rounds, escape_tried;
    unsigned escape_commands;
} Death;

/* Find the next death behind *index and *player and store it there; start with 0 and -1. Returns
 * false when there is none. */
bool next_death(const MatchReplay *replay, int *index, int *player);

/* Fill `death` for a death found by next_death. The board must be 21x21 with 2 to 4 players, and
 * the moment after the death must be that of the next round. Returns false when memory is short.
 * Takes up to a few seconds. */
bool analyse_death(const MatchReplay *replay, int index, int player, Death *death);

/* The points after the round of death with the line of the last chance, minus those that the player
 * really had; 0 when there was no chance. */
int death_points_lost(const MatchReplay *replay, const Death *death);

#endif
