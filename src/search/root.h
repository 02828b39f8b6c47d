/* What all searches have in common at the root: the position and the budget of one move, its first
 * commands judged by exhaustive search and restricted, the answer chosen and explained. */
#ifndef BLASTBEAM_SEARCH_ROOT_H
#define BLASTBEAM_SEARCH_ROOT_H

#include "search/agent.h"
#include "search/prediction.h"
#include "search/result.h"
#include "search/root_bias.h"
#include "search/weights.h"

/* Of the budget (0..1): judging the first commands. */
#define ROOT_FILTER_SHARE 0.2

/* One move being thought about. */
typedef struct Root {
    const Observation *observation;
    const MoveRequest *request;
    int64_t start;         /* clock_now() */
    uint64_t nodes;        /* rounds played so far, by all phases */
    bool filtered;         /* first commands have been judged, and count */
    RootFilter filter;     /* only `legal` where they have not */
    unsigned tried;        /* bits of the first commands that plans may begin with */
    Prediction prediction; /* what is expected of the others; they stand still at first */
    SearchResult result;   /* the best so far; empty at first */
} Root;

/* Whose move a search thought about last, and in which round; NO_TURN at first. */
typedef struct LastTurn {
    int player, round;
} LastTurn;

#define NO_TURN ((LastTurn){-1, -1})

/* The judgement of rivals, `verify` (1..ROOT_FILTER_DEPTH) rounds deep: none but kills in two
 * rounds, no ambushes, and suicides are feared less than by the beam. */
RootFilterOptions root_rival_options(int verify, const Weights *weights, const Game *game);

/* Begin to think, and judge the first commands as far as `limits` and ROOT_FILTER_SHARE of the
 * budget go; its deadline and its nodes are not read. NULL: do not judge. */
void root_begin(Root *root, const Observation *observation, const MoveRequest *request,
                const RootFilterOptions *options);

/* Whether this is the next move of the same player, so that what was kept of the last one can be
 * gone on from. From now on `position` is the last. */
bool root_follows(LastTurn *last, const Observation *observation);

/* The limits of a phase that ends when `share` (0..1) of the whole budget is used. */
SearchLimits root_limits(const Root *root, double share);

/* Finds the first commands worth a search, also for root->tried (never 0 for a living player), and
 * what is to be taken off the value of plans that begin with each. */
unsigned root_restrict(Root *root, RootBias *bias);

/* The command to give for root->plan, explained where somebody reads it. Fills *thought. */
Command root_answer(const Root *root, SearchInfo *info);

#endif
