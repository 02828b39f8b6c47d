/* What all searches share at the root of a move: filter the first commands, predict the opponents,
 * divide the limits, choose and explain the answer. */
#ifndef BLASTBEAM_SEARCH_ROOT_H
#define BLASTBEAM_SEARCH_ROOT_H

#include "search/agent.h"
#include "search/pv.h"
#include "search/result.h"
#include "search/root_bias.h"
#include "search/weights.h"

/* The share of the limits (0..1) that the root filter may use. */
#define ROOT_FILTER_SHARE 0.2

/* The search for one move. */
typedef struct Root {
    const Observation *observation;
    const MoveRequest *request;
    int64_t start;  /* clock_now() */
    uint64_t nodes; /* rounds played so far by all phases */
    bool filtered;  /* the root filter has run; else only filter.legal is set */
    RootFilter filter;
    unsigned tried;        /* bits of the first commands that are searched */
    Prediction prediction; /* of the others; at first they wait */
    SearchResult result;   /* the best so far; empty at first */
} Root;

/* The player and the round of the last move of an agent; NO_TURN at first. */
typedef struct LastTurn {
    int player, round;
} LastTurn;

#define NO_TURN ((LastTurn){-1, -1})

/* The options of the root filter for the rivals: stages `verify` rounds deep
 * (1..ROOT_FILTER_DEPTH), forced kills of two rounds, no ambushes, no trades. */
RootFilterOptions root_rival_options(int verify, const Weights *weights, const Game *game);

/* Begin a move, and run the root filter within ROOT_FILTER_SHARE of the limits (options->limits is
 * not read). NULL: no root filter. */
void root_begin(Root *root, const Observation *observation, const MoveRequest *request,
                const RootFilterOptions *options);

/* Whether this is the next move of the same player, so that the agent can go on from its last
 * search. Stores the observation's turn in *last. */
bool root_follows(LastTurn *last, const Observation *observation);

/* The limits of a phase that ends when `share` (0..1) of all limits is used. At least one limit is
 * set. */
SearchLimits root_limits(const Root *root, double share);

/* Searches for the line of one opponent within `limits`, the others waiting. Returns false when it
 * did not search. */
typedef bool OpponentSearch(void *context, int player, const SearchLimits *limits,
                            SearchResult *result);

/* Predict each living opponent by `search`. Each may use `share_each` (0..1) of the limits. */
void root_predict_opponents(Root *root, double share_each, OpponentSearch *search, void *context);

/* The first commands to search, also stored in root->tried (never 0 for a living player), and their
 * bias. */
unsigned root_restrict(Root *root, RootBias *bias);

/* Report root->result to the request, if there is a line. */
void root_report(const Root *root);

/* The command to give for root->result. Fills *info, and explains the command when the request
 * wants it. */
Command root_answer(const Root *root, SearchInfo *info);

#endif
