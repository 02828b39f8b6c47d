#include "safety/root_filter.h"

#include <math.h>
#include <stdlib.h>

#include "platform/clock.h"
#include "safety/forced_kill.h"
#include "safety/pocket.h"

typedef struct StageKind {
    ThreatModel threat;
    bool together;
    bool suicides_count;
} StageKind;

static const StageKind stages[STAGE_COUNT] = {
    [STAGE_FUSES] = {.threat = THREAT_FUSES},
    [STAGE_TOGETHER] = {.threat = THREAT_FUSES, .together = true},
    [STAGE_TRIGGERS] = {.threat = THREAT_TRIGGERS},
    [STAGE_AMBUSH] = {.threat = THREAT_TRIGGERS, .together = true},
    [STAGE_SUICIDES] = {.threat = THREAT_FUSES, .suicides_count = true},
};

typedef struct FilterRun {
    ReplySearch search;
    const State *state;
    RootFilter *filter;
} FilterRun;

/* Search one stage `depth` rounds deep. Returns false when a limit was hit. */
static bool run_stage(FilterRun *run, Stage stage, int depth) {
    StageResult *result = &run->filter->stage[stage];
    CommandSafety safety;
    run->search.threat = stages[stage].threat;
    run->search.together = stages[stage].together;
    run->search.suicides_count = stages[stage].suicides_count;
    if (!search_replies(&run->search, run->state, depth, &safety))
        return false;
    result->depth = depth;
    result->safe[depth] = safety.safe;
    memcpy(result->danger, safety.danger, sizeof result->danger);
    return true;
}

/* A stage that needs several opponents, with `depth` from 1 to `last`. */
static bool run_stage_of_several(FilterRun *run, Stage stage, int depth, int last) {
    return !run->filter->several || depth < 1 || depth > last || run_stage(run, stage, depth);
}

/* All stages of one depth, the cheapest and most telling first. An ambush by three opponents has
 * 216 replies to each command where one opponent has 6, so it runs one round behind. */
static bool run_stages(FilterRun *run, const RootFilterOptions *options, int depth) {
    bool three_opponents = __builtin_popcount(run->state->alive) > 3;
    int ambush = three_opponents ? depth - 1 : depth;
    return run_stage(run, STAGE_FUSES, depth) &&
           run_stage_of_several(run, STAGE_TOGETHER, depth - 1, options->depth) &&
           run_stage(run, STAGE_TRIGGERS, depth) &&
           run_stage_of_several(run, STAGE_AMBUSH, ambush, options->ambush) &&
           (run->filter->several || depth > options->suicides ||
            run_stage(run, STAGE_SUICIDES, depth));
}

static unsigned opponents(const FilterRun *run) {
    return run->state->alive & ~(1u << run->search.player);
}

static bool find_kills(FilterRun *run, int depth) {
    for (unsigned rest = opponents(run); rest; rest &= rest - 1)
        run->filter->kills |= forced_kills(&run->search, run->state, __builtin_ctz(rest), depth);
    return !run->search.aborted;
}

static void find_kill_chances(FilterRun *run) {
    for (unsigned rest = opponents(run); rest; rest &= rest - 1) {
        float chance[COMMAND_COUNT];
        kill_chances(&run->search, run->state, __builtin_ctz(rest), chance);
        for (int c = 0; c < COMMAND_COUNT; c++)
            run->filter->kill_chance[c] = fmaxf(run->filter->kill_chance[c], chance[c]);
    }
}

/* What a try of a plan or a pair counts, in rounds played (pocket.h). */
enum { ROUNDS_OF_A_TRY = 3 };

/* The share of traps after a command. The opponents wait while it is played, so their plans are one
 * round ahead. */
static float find_pocket(FilterRun *run, Command own) {
    enum { HEAD_START = 1 };
    ReplySearch *search = &run->search;
    uint8_t command[MAX_PLAYERS] = {0};
    RoundEvents events;
    State next;
    command[search->player] = (uint8_t)own;
    state_copy(&next, run->state);
    search->engine->play(search->game, &next, command, &RANKS_IN_ORDER, &events);
    search->nodes++;
    if (!state_is_alive(&next, search->player))
        return 1;
    PocketDanger danger = pocket_danger(search->engine, &next, search->player, HEAD_START);
    search->nodes += ROUNDS_OF_A_TRY * (uint64_t)danger.tried;
    return danger.pairs ? (float)danger.traps / (float)danger.pairs : 0;
}

/* The share of the filter's limits that the search for pockets may take. */
#define POCKET_SHARE 0.25

static bool pockets_in_limits(const FilterRun *run, int64_t start, uint64_t before) {
    const SearchLimits *limits = &run->search.limits;
    uint64_t nodes = run->search.nodes - before;
    return (!limits->deadline || clock_now() < limits_deadline_at(limits, start, POCKET_SHARE)) &&
           (!limits->nodes || (double)nodes < POCKET_SHARE * (double)limits->nodes);
}

/* One command alone may take more than the share of so few nodes. */
static bool has_nodes_for_pockets(const SearchLimits *limits) {
    enum { COMMAND_ROUNDS = ROUNDS_OF_A_TRY * POCKET_TRIES };
    return !limits->nodes || POCKET_SHARE * (double)limits->nodes > COMMAND_ROUNDS;
}

/* When it takes too long, no command costs anything: the stages are worth more. */
static void find_pockets(FilterRun *run) {
    RootFilter *filter = run->filter;
    uint64_t before = run->search.nodes;
    int64_t start = clock_now();
    if (!filter->several || filter->weights.pocket <= 0 ||
        !has_nodes_for_pockets(&run->search.limits))
        return;
    for (unsigned rest = filter->legal; rest; rest &= rest - 1) {
        filter->pocket[__builtin_ctz(rest)] = find_pocket(run, (Command)__builtin_ctz(rest));
        if (!pockets_in_limits(run, start, before)) {
            memset(filter->pocket, 0, sizeof filter->pocket);
            return;
        }
    }
}

/* Keeps the trades of the fewest rounds: the next rounds then find the rest of the line again. */
static bool find_trades(FilterRun *run, int depth) {
    RootFilter *filter = run->filter;
    if (!filter->several && opponents(run) && !filter->trades)
        filter->trades =
            winning_trades(&run->search, run->state, __builtin_ctz(opponents(run)), depth);
    return !run->search.aborted;
}

/* When no command is safe, a trade is worth a short search whatever the limits say. */
static void find_last_resort(FilterRun *run) {
    enum { DEPTH = 2, NODES = 1000 };
    const StageResult *fuses = &run->filter->stage[STAGE_FUSES];
    if (fuses->safe[fuses->depth])
        return;
    run->search.limits = (SearchLimits){.nodes = run->search.nodes + NODES};
    for (int depth = 1; depth <= DEPTH; depth++)
        find_trades(run, depth);
}

/* Prune what is not in `wanted`, unless that would prune everything. */
static unsigned prune(unsigned allowed, unsigned wanted) {
    return allowed & wanted ? allowed & wanted : allowed;
}

static unsigned prune_unsafe_until(unsigned allowed, const StageResult *result, int last) {
    for (int depth = 1; depth <= last; depth++)
        allowed = prune(allowed, result->safe[depth]);
    return allowed;
}

static unsigned prune_unsafe(unsigned allowed, const StageResult *result) {
    return prune_unsafe_until(allowed, result, result->depth);
}

/* The commands that pass FUSES as deep as SUICIDES was searched, and SUICIDES itself. */
static unsigned pass_suicides(const RootFilter *filter) {
    const StageResult *suicides = &filter->stage[STAGE_SUICIDES];
    unsigned safe = prune_unsafe_until(filter->legal, &filter->stage[STAGE_FUSES], suicides->depth);
    for (int depth = 1; depth <= suicides->depth; depth++)
        safe &= suicides->safe[depth];
    return safe;
}

/* The commands that pass FUSES and TOGETHER. A trap that may close later is better than an opponent
 * that may give its life for ours at once. */
static unsigned pass_fuses(const RootFilter *filter) {
    const StageResult *fuses = &filter->stage[STAGE_FUSES];
    unsigned safe = prune_unsafe(filter->legal, fuses);
    safe = prune_unsafe(safe, &filter->stage[STAGE_TOGETHER]);
    unsigned soon = pass_suicides(filter);
    if (!fuses->safe[fuses->depth])
        safe = prune(safe, soon);
    return safe & soon || !soon ? safe : soon;
}

static unsigned pass_triggers(const RootFilter *filter, unsigned allowed) {
    allowed = prune_unsafe(allowed, &filter->stage[STAGE_TRIGGERS]);
    return prune_unsafe(allowed, &filter->stage[STAGE_AMBUSH]);
}

static unsigned safe_kills(const RootFilter *filter) {
    return filter->kills & pass_fuses(filter);
}

/* Deepen the stages and the search for kills in turn, until a limit is hit. */
static void deepen(FilterRun *run, const RootFilterOptions *options) {
    bool in_limits = true;
    for (int depth = 1; in_limits && depth <= options->depth; depth++) {
        in_limits = run_stages(run, options, depth);
        if (in_limits && depth <= options->kill_depth && !safe_kills(run->filter))
            in_limits = find_kills(run, depth);
        if (in_limits && depth <= options->trade_depth && !safe_kills(run->filter))
            in_limits = find_trades(run, depth);
    }
}

static unsigned allowed_commands(const RootFilter *filter) {
    if (filter->trades)
        return filter->trades;
    return pass_triggers(filter, prune(pass_fuses(filter), filter->kills));
}

void root_filter_run(const Engine *engine, const Game *game, const State *state, int player,
                     const RootFilterOptions *options, RootFilter *filter) {
    TransTable *tt = calloc(1, sizeof *tt);
    FilterRun run = {.search = {.engine = engine,
                                .game = game,
                                .player = player,
                                .suicide_share = options->weights.suicide_share,
                                .tt = tt},
                     .state = state,
                     .filter = filter};
    memset(filter, 0, sizeof *filter);
    filter->several = __builtin_popcount(state->alive) > 2;
    filter->legal = state_legal(state, player);
    filter->weights = options->weights;
    run_stage(&run, STAGE_FUSES, 1);
    find_kill_chances(&run);
    run.search.limits = options->limits;
    find_pockets(&run);
    deepen(&run, options);
    find_last_resort(&run);
    if (safe_kills(filter))
        filter->trades = 0;
    filter->allowed = allowed_commands(filter);
    filter->nodes = run.search.nodes;
    free(tt);
}

float root_filter_cost(const RootFilter *filter, Command command) {
    const FilterWeights *weights = &filter->weights;
    const StageResult *stage = filter->stage;
    return weights->danger[STAGE_FUSES] * stage[STAGE_FUSES].danger[command] +
           weights->danger[STAGE_TOGETHER] * stage[STAGE_TOGETHER].danger[command] +
           weights->danger[STAGE_TRIGGERS] *
               (stage[STAGE_TRIGGERS].danger[command] + stage[STAGE_AMBUSH].danger[command]) +
           weights->danger[STAGE_SUICIDES] * stage[STAGE_SUICIDES].danger[command] +
           weights->pocket * filter->pocket[command] -
           weights->kill_chance_bonus * filter->kill_chance[command];
}

Command root_filter_least_dangerous(const RootFilter *filter) {
    const float *danger = filter->stage[STAGE_FUSES].danger;
    Command best = COMMAND_NOTHING;
    float least = INFINITY;
    unsigned among = filter->trades ? filter->trades : filter->legal;
    for (int i = 1; i <= COMMAND_COUNT; i++) {
        Command command = (Command)(i % COMMAND_COUNT);
        if (among >> command & 1 && danger[command] < least) {
            best = command;
            least = danger[command];
        }
    }
    return best;
}

static bool is_dangerous(const RootFilter *filter, Stage stage, Command command) {
    return filter->stage[stage].danger[command] > 0;
}

static const char *reason_to_prune(const RootFilter *filter, Command command) {
    if (is_dangerous(filter, STAGE_FUSES, command) || is_dangerous(filter, STAGE_TOGETHER, command))
        return "pruned: an opponent can kill";
    if (filter->kills & filter->allowed)
        return "pruned: another command kills";
    return is_dangerous(filter, STAGE_TRIGGERS, command)
               ? "pruned: an opponent can drive us into a trigger"
               : "pruned: opponents together can drive us into a trigger";
}

const char *root_filter_reason(const RootFilter *filter, Command command) {
    unsigned bit = 1u << command;
    if (!(filter->legal & bit))
        return "refused by the rules";
    if (filter->trades)
        return filter->trades & bit ? "both die, and our points win" : "pruned: not as sure";
    if (!(filter->allowed & bit))
        return reason_to_prune(filter, command);
    if (filter->kills & bit)
        return "an opponent dies, whatever it does";
    if (is_dangerous(filter, STAGE_FUSES, command))
        return "an opponent can kill";
    return filter->pocket[command] > 0 ? "two opponents can close a trap" : "";
}
