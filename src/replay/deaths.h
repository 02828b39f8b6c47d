/* The deaths of a match, and how each could have been avoided. */
#ifndef BLASTBEAM_REPLAY_DEATHS_H
#define BLASTBEAM_REPLAY_DEATHS_H

#include "records/match_replay.h"
#include "replay/counterfactual.h"
#include "safety/unforced.h"

/* Rounds before a death in which an escape from all that the others could do is looked for. */
enum { ESCAPE_ROUNDS = 6 };

typedef struct Death {
    int index; /* of the moment at which the round of death begins */
    int player;
    unsigned killers; /* bit p: a bomb of player p reached it */
    bool explained;   /* the engine kills it, too */

    /* The others playing as they did: rounds from the last chance to the death, 1 for the round of
     * death alone, 0 when there was none in the last `tried`; what would have done it. */
    int rounds, tried;
    Counterfactual chance;

    /* Whatever the others did: likewise. */
    int sure_rounds, sure_tried;
    unsigned sure_commands;
} Death;

/* The next death after *index and *player, which start at 0 and -1 and are moved on to it. False
 * when there is none. */
bool next_death(const MatchReplay *replay, int *index, int *player);

/* Filter a death of a match on a board of 21x21 with 2 to 4 players, of which the round after it is
 * there. Returns false when memory is short. Takes up to a few seconds. */
bool judge_death(const MatchReplay *replay, int index, int player, Death *death);

/* Points that the player could have had after the round of its death beyond those it had. */
int points_thrown_away(const MatchReplay *replay, const Death *death);

#endif
