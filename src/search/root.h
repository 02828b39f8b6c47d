/* What all searches have in common at the root: the position and the budget of one move, its first
 * commands judged by exhaustive search and restricted, the answer chosen and explained. */
#ifndef BLASTBEAM_SEARCH_ROOT_H
#define BLASTBEAM_SEARCH_ROOT_H

#include "safety/root_filter.h"
#include "search/beam_search.h"

/* Of the budget (0..1): judging the first commands. */
#define JUDGE_SHARE 0.2

/* One move being thought about. */
typedef struct RootMoves {
    const Observation *observation;
    const Budget *budget;
    int64_t start;    /* clock_now() */
    uint64_t nodes;   /* rounds played so far, by all phases */
    bool strike;      /* first commands have been judged, and count */
    FirstMoves first; /* only `legal` where they have not */
    unsigned tried;   /* bits of the first commands that plans may begin with */
    Script script;    /* what is expected of the others; they stand still at first */
    Plan plan;        /* the best so far; empty at first */
} RootMoves;

/* Whose move a search thought about last, and in which round; NO_TURN at first. */
typedef struct LastTurn {
    int player, round;
} LastTurn;

#define NO_TURN ((LastTurn){-1, -1})

/* The limits of a search, as its task wants them: at least one is not 0. */
typedef struct SearchLimits {
    uint64_t nodes;   /* rounds that the search may play; 0: no limit */
    int64_t deadline; /* clock_now(); 0: none */
} SearchLimits;

/* The judgement of rivals, `verify` (1..JUDGE_DEPTH) rounds deep: none but kills in two rounds, no
 * ambushes, and suicides are feared less than by the beam. */
JudgeLimits root_moves_rival(int verify);

/* Begin to think, and judge the first commands as far as `limits` and JUDGE_SHARE of the budget go;
 * its deadline and its nodes are not read. NULL: do not judge. */
void root_moves_begin(RootMoves *root, const Observation *observation, const Budget *budget,
                      const JudgeLimits *limits);

/* Whether this is the next move of the same player, so that what was kept of the last one can be
 * gone on from. From now on `position` is the last. */
bool root_moves_follow(LastTurn *last, const Observation *observation);

/* The limits of a phase that ends when `share` (0..1) of the whole budget is used. */
SearchLimits root_moves_limits(const RootMoves *root, double share);

/* Finds the first commands worth a search, also for root->tried (never 0 for a living player), and
 * what is to be taken off the value of plans that begin with each. */
unsigned root_moves_restrict(RootMoves *root, float handicap[COMMAND_COUNT]);

/* The command to give for root->plan, explained where somebody reads it. Fills *thought. */
Command root_moves_answer(const RootMoves *root, SearchInfo *info);

#endif
