/* Which first commands deserve to be planned for, by exhaustive search of the next rounds.
 *
 * The own commands are judged in stages, deeper and deeper while the budget lasts. Each stage says
 * which commands are safe; a command is kept while it is safe in the stages that matter more, as
 * far as they leave any:
 *
 *     calm      one opponent acts in a round, bombs keep to their fuses      1, 2, 3 ... rounds
 *     joint     all opponents act (with more than one)                      1, 2 ...
 *     kills     an opponent dies whatever it does                           1, 2, 3 rounds
 *     trades    as kills, but we die, too, and have more points             1, 2 ... 5
 *     hostile   as calm, and at the end opponents trigger at will           1, 2 ...
 *     ambush    as hostile, but all opponents act (with more than one)      1, 2 ...
 *     suicidal  as calm, but replies that cost the only opponent its life   1, 2 ...
 *               count, too
 *
 * A trade comes before everything but a kill that we live through: with both dead the points
 * decide, so that it is a won match, and opponents that fear only death walk into it. With the aim
 * to corner (evaluate.h) it won beam 98.4 +- 0.9 % of 800 games against rhea, both at 10,000 nodes
 * a move, and 96.5 +- 2.5 % of 200 without. Trades are looked for when only one opponent is left;
 * to two rounds always where no command is calm to the depth that was reached.
 *
 * What the last stage finds only costs something: who fears suicides too much never comes near
 * anybody. There is none while we have more points than all others, because both dead is then what
 * we want: 13 of 800 games were lost without it and 18 with it. With more than one opponent there
 * is none, either, because who gives its life comes last; in 360 games of beam, mcts and rhea at
 * 8,000 nodes a move beam died in 4 without it and in 7 with it, and was first in 313 and 305.
 */
#ifndef BLASTBEAM_SAFETY_ROOT_FILTER_H
#define BLASTBEAM_SAFETY_ROOT_FILTER_H

#include "safety/reply_search.h"
#include "search/agent.h"

enum { ROOT_FILTER_DEPTH = 6 };

/* What the stages of one kind found. */
typedef struct StageResult {
    int depth; /* rounds of the deepest one that was completed; 0: none */
    unsigned safe[ROOT_FILTER_DEPTH + 1]; /* by depth, see CommandSafety */
    float danger[COMMAND_COUNT];          /* of the deepest */
} StageResult;

typedef struct RootFilter {
    bool several; /* more than one opponent lives */
    unsigned legal;
    unsigned allowed; /* never 0 for a living player */
    unsigned kills;   /* 1 << command: begins a forced kill */
    unsigned trades;  /* the same at the cost of the own life, and still wins */
    StageResult calm, joint, hostile, ambush, suicidal;
    float chance[COMMAND_COUNT]; /* the best there is of killing an opponent, see hunt.h */
    float hope;                  /* what a certain chance is worth, in points */
    float fear;                  /* what it costs to be killed by any reply, were it suicidal */
    uint64_t nodes;              /* rounds played */
} RootFilter;

typedef struct RootFilterOptions {
    int depth;        /* rounds, 1..ROOT_FILTER_DEPTH */
    int suicides;     /* rounds in which the only opponent may give its life for ours */
    int ambush;       /* rounds in which several opponents may act together, then trigger */
    float fear, hope; /* see RootFilter */
    int kill_depth;   /* of forced kills, 0..HUNT_DEPTH */
    int trade_depth;  /* of trades, likewise */
    SearchLimits limits;
} RootFilterOptions;

/* Filter the commands of position->player. The first stage is completed whatever the limits say. */
void root_filter_run(const Engine *engine, const Observation *observation,
                     const RootFilterOptions *limits, RootFilter *moves);

/* What is to be taken off the value of plans that begin with `command`: what speaks against it
 * where no command is safe. */
float root_filter_penalty(const RootFilter *moves, Command command);

/* For a player whom no plan saves: the command that leaves the opponents the fewest ways to kill;
 * of equal ones a move, which may yet meet with luck. */
Command root_filter_least_dangerous(const RootFilter *moves);

/* Why `command` was struck out, or what speaks for or against it; "" for nothing. */
const char *root_filter_reason(const RootFilter *moves, Command command);

#endif
