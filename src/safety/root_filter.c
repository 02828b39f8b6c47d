#include "safety/root_filter.h"

#include <math.h>

#include "safety/forced_kill.h"

typedef struct Filter {
    ReplySearch search;
    const Observation *observation;
    RootFilter *moves;
} Filter;

/* One more round for one kind of stage. Returns false when the budget is used. */
static bool deepen(Filter *filter, StageResult *result, int depth) {
    const RootFilter *moves = filter->moves;
    CommandSafety safety;
    bool ambush = result == &moves->ambush;
    filter->search.threat = ambush || result == &moves->hostile ? THREAT_TRIGGERS : THREAT_FUSES;
    filter->search.joint = ambush || result == &moves->joint;
    filter->search.suicides_count = result == &moves->suicidal;
    if (!search_replies(&filter->search, filter->observation->state, depth, &safety))
        return false;
    result->depth = depth;
    result->safe[depth] = safety.safe;
    memcpy(result->danger, safety.danger, sizeof result->danger);
    return true;
}

/* A stage that only several opponents need, its rounds being from 1 to `last`. */
static bool deepen_several(Filter *filter, StageResult *result, int rounds, int last) {
    return !filter->moves->several || rounds < 1 || rounds > last || deepen(filter, result, rounds);
}

/* The stages of one depth, those first that cost least and say most. An ambush by three, with 216
 * replies to each command in place of 36, comes after the second calm round. */
static bool judge_depth(Filter *filter, const RootFilterOptions *limits, int depth) {
    RootFilter *moves = filter->moves;
    bool crowd = __builtin_popcount(filter->observation->state->alive) > 3;
    return deepen(filter, &moves->calm, depth) &&
           deepen_several(filter, &moves->joint, depth - 1, limits->depth) &&
           deepen(filter, &moves->hostile, depth) &&
           deepen_several(filter, &moves->ambush, crowd ? depth - 1 : depth, limits->ambush) &&
           (moves->several || depth > limits->suicides || deepen(filter, &moves->suicidal, depth));
}

static bool find_kills(Filter *filter, int depth) {
    const State *state = filter->observation->state;
    for (int p = 0; p < state->players; p++)
        if (p != filter->observation->player && state_is_alive(state, p))
            filter->moves->kills |= forced_kills(&filter->search, state, p, depth);
    return !filter->search.aborted;
}

static void weigh_chances(Filter *filter) {
    const State *state = filter->observation->state;
    for (int p = 0; p < state->players; p++) {
        float chance[COMMAND_COUNT];
        if (p == filter->observation->player || !state_is_alive(state, p))
            continue;
        kill_chances(&filter->search, state, p, chance);
        for (int c = 0; c < COMMAND_COUNT; c++)
            if (chance[c] > filter->moves->chance[c])
                filter->moves->chance[c] = chance[c];
    }
}

/* Those of the fewest rounds: what follows is then certain to be found again. */
static bool find_trades(Filter *filter, int depth) {
    const State *state = filter->observation->state;
    RootFilter *moves = filter->moves;
    unsigned opponents = state->alive & ~(1u << filter->observation->player);
    if (!moves->several && opponents && !moves->trades)
        moves->trades = winning_trades(&filter->search, state, __builtin_ctz(opponents), depth);
    return !filter->search.aborted;
}

/* To win by points where nothing else is sure, whatever the limits say. */
static void find_last_resort(Filter *filter) {
    enum { ROUNDS = 2, NODES = 1000 };
    const StageResult *calm = &filter->moves->calm;
    if (calm->safe[calm->depth])
        return;
    filter->search.limits.deadline = 0;
    filter->search.limits.nodes = filter->search.nodes + NODES;
    for (int depth = 1; depth <= ROUNDS; depth++)
        find_trades(filter, depth);
}

static unsigned keep(unsigned allowed, unsigned wanted) {
    return allowed & wanted ? allowed & wanted : allowed;
}

static unsigned keep_safe_until(unsigned allowed, const StageResult *result, int last) {
    for (int depth = 1; depth <= last; depth++)
        allowed = keep(allowed, result->safe[depth]);
    return allowed;
}

static unsigned keep_safe(unsigned allowed, const StageResult *result) {
    return keep_safe_until(allowed, result, result->depth);
}

/* What stands even when opponents trigger at will. */
static unsigned keep_armed(const RootFilter *moves, unsigned allowed) {
    return keep_safe(keep_safe(allowed, &moves->hostile), &moves->ambush);
}

/* The commands that are safe, for as many rounds as suicides are looked for, even from them. */
static unsigned soon_safe(const RootFilter *moves) {
    unsigned safe = keep_safe_until(moves->legal, &moves->calm, moves->suicidal.depth);
    for (int depth = 1; depth <= moves->suicidal.depth; depth++)
        safe &= moves->suicidal.safe[depth];
    return safe;
}

/* A trap that may close later is better than an opponent who may give its life now. */
static unsigned calm_commands(const RootFilter *moves) {
    unsigned calm = keep_safe(keep_safe(moves->legal, &moves->calm), &moves->joint);
    unsigned soon = soon_safe(moves);
    if (!moves->calm.safe[moves->calm.depth])
        calm = keep(calm, soon);
    return calm & soon || !soon ? calm : soon;
}

static unsigned calm_kills(const RootFilter *moves) {
    return moves->kills & calm_commands(moves);
}

void root_filter_run(const Engine *engine, const Observation *observation,
                     const RootFilterOptions *limits, RootFilter *moves) {
    TransTable tt = {{0}};
    Filter filter = {.search = {.engine = engine,
                                .game = observation->game,
                                .player = observation->player,
                                .tt = &tt},
                     .observation = observation,
                     .moves = moves};
    memset(moves, 0, sizeof *moves);
    moves->several = __builtin_popcount(observation->state->alive) > 2;
    moves->legal = state_legal(observation->state, observation->player);
    deepen(&filter, &moves->calm, 1);
    weigh_chances(&filter);
    filter.search.limits.deadline = limits->limits.deadline;
    filter.search.limits.nodes = limits->limits.nodes;
    bool more = true;
    for (int depth = 1; more && depth <= limits->depth; depth++) {
        more = judge_depth(&filter, limits, depth);
        if (more && depth <= limits->kill_depth && !calm_kills(moves))
            more = find_kills(&filter, depth);
        if (more && depth <= limits->trade_depth && !calm_kills(moves))
            more = find_trades(&filter, depth);
    }
    find_last_resort(&filter);
    if (calm_kills(moves))
        moves->trades = 0;
    moves->allowed = moves->trades;
    if (!moves->allowed)
        moves->allowed = keep_armed(moves, keep(calm_commands(moves), moves->kills));
    moves->fear = limits->fear;
    moves->hope = limits->hope;
    moves->nodes = filter.search.nodes;
}

float root_filter_penalty(const RootFilter *moves, Command command) {
    enum { CALM = 1000, JOINT = 300, HOSTILE = 100 };
    return CALM * moves->calm.danger[command] + JOINT * moves->joint.danger[command] +
           HOSTILE * (moves->hostile.danger[command] + moves->ambush.danger[command]) +
           moves->fear * moves->suicidal.danger[command] - moves->hope * moves->chance[command];
}

Command root_filter_least_dangerous(const RootFilter *moves) {
    Command best = COMMAND_NOTHING;
    float least = INFINITY;
    unsigned among = moves->trades ? moves->trades : moves->legal;
    for (int i = 1; i <= COMMAND_COUNT; i++) {
        Command command = (Command)(i % COMMAND_COUNT);
        if (among >> command & 1 && moves->calm.danger[command] < least) {
            best = command;
            least = moves->calm.danger[command];
        }
    }
    return best;
}

static bool is_unsafe(const StageResult *result, Command command) {
    return result->danger[command] > 0;
}

const char *root_filter_reason(const RootFilter *moves, Command command) {
    unsigned bit = 1u << command;
    if (!(moves->legal & bit))
        return "refused by the rules";
    if (moves->trades)
        return moves->trades & bit ? "both die, and our points win" : "struck out: not as sure";
    if (!(moves->allowed & bit)) {
        if (is_unsafe(&moves->calm, command) || is_unsafe(&moves->joint, command))
            return "struck out: an opponent can kill";
        if (moves->kills & moves->allowed)
            return "struck out: another command kills";
        return is_unsafe(&moves->hostile, command)
                   ? "struck out: an opponent can drive us into a trigger"
                   : "struck out: opponents together can drive us into a trigger";
    }
    if (moves->kills & bit)
        return "an opponent dies, whatever it does";
    return is_unsafe(&moves->calm, command) ? "an opponent can kill" : "";
}
