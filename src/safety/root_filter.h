/* Which first commands are worth a search: an exhaustive search of the next few rounds.
 *
 * The legal commands are filtered in stages, one round deeper each time while the limits allow it.
 * A stage says after which commands the player survives every reply that it counts. A command is
 * pruned when it fails a stage that another command passes; earlier stages matter more.
 *
 *     stage      opponents that act in a round       bombs explode              rounds
 *     FUSES      one of them                         when their fuses end       1, 2, 3 ...
 *     TOGETHER   all (needs two or more)             when their fuses end       1, 2 ...
 *     TRIGGERS   one of them                         also by triggers, at last  1, 2 ...
 *     AMBUSH     all (needs two or more)             also by triggers, at last  1, 2 ...
 *     SUICIDES   one, even if the reply kills it     when their fuses end       1, 2 ...
 *                (needs exactly one opponent)
 *
 * Between the stages, forced kills are searched: an opponent dies whatever it does (`kills`), or
 * both die and our points win (`trades`). A kill that we survive comes first. A trade comes next,
 * because with both dead the points decide. Trades need exactly one opponent; a short search for
 * them is also made when no command passes FUSES.
 *
 * SUICIDES never prunes alone: it costs points (suicide_penalty), because a player that avoids
 * every suicide never comes near anybody. It is skipped while we have more points than all others:
 * then both dead is a win. With two or more opponents it is skipped too: an opponent that dies for
 * us comes last itself.
 *
 * With a weight for pockets and two or more opponents, each command also costs the share of traps
 * after it that two opponents can close some rounds later (pocket.h). That search comes before the
 * stages. It may use a quarter of the limits; when that is not enough for all commands, its results
 * are not used.
 */
#ifndef BLASTBEAM_SAFETY_ROOT_FILTER_H
#define BLASTBEAM_SAFETY_ROOT_FILTER_H

#include "safety/limits.h"
#include "safety/reply_search.h"

enum { ROOT_FILTER_DEPTH = 6 };

typedef enum Stage {
    STAGE_FUSES,
    STAGE_TOGETHER,
    STAGE_TRIGGERS,
    STAGE_AMBUSH,
    STAGE_SUICIDES,
    STAGE_COUNT
} Stage;

/* What one stage found. */
typedef struct StageResult {
    int depth; /* rounds of the deepest search that was completed; 0: none */
    unsigned safe[ROOT_FILTER_DEPTH + 1]; /* by depth: bit 1 << command, see CommandSafety */
    float danger[COMMAND_COUNT];          /* of the deepest search, see CommandSafety */
} StageResult;

/* What danger costs in points, when it is certain (1). The array is indexed by Stage. */
typedef struct FilterWeights {
    float danger[STAGE_COUNT];
    float suicide_share;     /* of a deadly reply: what a suicidal one counts, see ReplySearch */
    float kill_chance_bonus; /* for a command after which every reply is deadly for an opponent */
    float pocket; /* for a command after which all pairs of plans are traps; 0: no search */
} FilterWeights;

typedef struct RootFilter {
    bool several;     /* two or more opponents live */
    unsigned legal;   /* bits 1 << command, as all sets of commands here */
    unsigned allowed; /* not pruned; never 0 for a living player */
    unsigned kills;   /* begin a forced kill */
    unsigned trades;  /* begin a forced kill that costs our own life and wins by points */
    StageResult stage[STAGE_COUNT];
    float kill_chance[COMMAND_COUNT]; /* the best one against any opponent, see forced_kill.h */
    float pocket[COMMAND_COUNT];      /* share of pairs of plans that are traps, see pocket.h */
    FilterWeights weights;
    uint64_t nodes; /* rounds played */
} RootFilter;

typedef struct RootFilterOptions {
    int depth;       /* of all stages, 1..ROOT_FILTER_DEPTH rounds */
    int suicides;    /* rounds of SUICIDES; 0: none */
    int ambush;      /* rounds of AMBUSH; 0: none */
    int kill_depth;  /* of forced kills, 0..FORCED_KILL_DEPTH */
    int trade_depth; /* of trades, 0..FORCED_KILL_DEPTH */
    FilterWeights weights;
    SearchLimits limits;
} RootFilterOptions;

/* Filter the commands of `player`, who must be alive. FUSES is searched one round deep whatever the
 * limits say. When memory is short, it works without a transposition table. */
void root_filter_run(const Engine *engine, const Game *game, const State *state, int player,
                     const RootFilterOptions *options, RootFilter *filter);

/* What to take off the value of lines that begin with `command`, in points; negative when a chance
 * to kill outweighs the danger. */
float root_filter_cost(const RootFilter *filter, Command command);

/* For a player that no line saves: the command after which the fewest replies are deadly. Of equal
 * ones a step comes first, because the opponents may not notice. */
Command root_filter_least_dangerous(const RootFilter *filter);

/* Why `command` was pruned, or what speaks for or against it; "" for nothing. Static text. */
const char *root_filter_reason(const RootFilter *filter, Command command);

#endif
