#include "safety/root_filter.h"

#include <math.h>

#include "safety/forced_kill.h"

typedef struct Judge {
    ReplySearch search;
    const Observation *observation;
    FirstMoves *moves;
} Judge;

/* One more round for one kind of stage. Returns false when the budget is used. */
static bool deepen(Judge *judge, Judgement *judgement, int depth) {
    const FirstMoves *moves = judge->moves;
    CommandSafety safety;
    bool ambush = judgement == &moves->ambush;
    judge->search.threat = ambush || judgement == &moves->hostile ? THREAT_TRIGGERS : THREAT_FUSES;
    judge->search.joint = ambush || judgement == &moves->joint;
    judge->search.suicides_count = judgement == &moves->suicidal;
    if (!search_replies(&judge->search, judge->observation->state, depth, &safety))
        return false;
    judgement->depth = depth;
    judgement->safe[depth] = safety.safe;
    memcpy(judgement->danger, safety.danger, sizeof judgement->danger);
    return true;
}

/* A stage that only several opponents need, its rounds being from 1 to `last`. */
static bool deepen_several(Judge *judge, Judgement *judgement, int rounds, int last) {
    return !judge->moves->several || rounds < 1 || rounds > last ||
           deepen(judge, judgement, rounds);
}

/* The stages of one depth, those first that cost least and say most. An ambush by three, with 216
 * replies to each command in place of 36, comes after the second calm round. */
static bool judge_depth(Judge *judge, const JudgeLimits *limits, int depth) {
    FirstMoves *moves = judge->moves;
    bool crowd = __builtin_popcount(judge->observation->state->alive) > 3;
    return deepen(judge, &moves->calm, depth) &&
           deepen_several(judge, &moves->joint, depth - 1, limits->depth) &&
           deepen(judge, &moves->hostile, depth) &&
           deepen_several(judge, &moves->ambush, crowd ? depth - 1 : depth, limits->ambush) &&
           (moves->several || depth > limits->suicides || deepen(judge, &moves->suicidal, depth));
}

static bool find_kills(Judge *judge, int depth) {
    const State *state = judge->observation->state;
    for (int p = 0; p < state->players; p++)
        if (p != judge->observation->player && state_is_alive(state, p))
            judge->moves->kills |= forced_kills(&judge->search, state, p, depth);
    return !judge->search.aborted;
}

static void weigh_chances(Judge *judge) {
    const State *state = judge->observation->state;
    for (int p = 0; p < state->players; p++) {
        float chance[COMMAND_COUNT];
        if (p == judge->observation->player || !state_is_alive(state, p))
            continue;
        kill_chances(&judge->search, state, p, chance);
        for (int c = 0; c < COMMAND_COUNT; c++)
            if (chance[c] > judge->moves->chance[c])
                judge->moves->chance[c] = chance[c];
    }
}

/* Those of the fewest rounds: what follows is then certain to be found again. */
static bool find_trades(Judge *judge, int depth) {
    const State *state = judge->observation->state;
    FirstMoves *moves = judge->moves;
    unsigned opponents = state->alive & ~(1u << judge->observation->player);
    if (!moves->several && opponents && !moves->trades)
        moves->trades = winning_trades(&judge->search, state, __builtin_ctz(opponents), depth);
    return !judge->search.aborted;
}

/* To win by points where nothing else is sure, whatever the limits say. */
static void find_last_resort(Judge *judge) {
    enum { ROUNDS = 2, NODES = 1000 };
    const Judgement *calm = &judge->moves->calm;
    if (calm->safe[calm->depth])
        return;
    judge->search.deadline = 0;
    judge->search.node_limit = judge->search.nodes + NODES;
    for (int depth = 1; depth <= ROUNDS; depth++)
        find_trades(judge, depth);
}

static unsigned keep(unsigned allowed, unsigned wanted) {
    return allowed & wanted ? allowed & wanted : allowed;
}

static unsigned keep_safe_until(unsigned allowed, const Judgement *judgement, int last) {
    for (int depth = 1; depth <= last; depth++)
        allowed = keep(allowed, judgement->safe[depth]);
    return allowed;
}

static unsigned keep_safe(unsigned allowed, const Judgement *judgement) {
    return keep_safe_until(allowed, judgement, judgement->depth);
}

/* What stands even when opponents trigger at will. */
static unsigned keep_armed(const FirstMoves *moves, unsigned allowed) {
    return keep_safe(keep_safe(allowed, &moves->hostile), &moves->ambush);
}

/* The commands that are safe, for as many rounds as suicides are looked for, even from them. */
static unsigned soon_safe(const FirstMoves *moves) {
    unsigned safe = keep_safe_until(moves->legal, &moves->calm, moves->suicidal.depth);
    for (int depth = 1; depth <= moves->suicidal.depth; depth++)
        safe &= moves->suicidal.safe[depth];
    return safe;
}

/* A trap that may close later is better than an opponent who may give its life now. */
static unsigned calm_commands(const FirstMoves *moves) {
    unsigned calm = keep_safe(keep_safe(moves->legal, &moves->calm), &moves->joint);
    unsigned soon = soon_safe(moves);
    if (!moves->calm.safe[moves->calm.depth])
        calm = keep(calm, soon);
    return calm & soon || !soon ? calm : soon;
}

static unsigned calm_kills(const FirstMoves *moves) {
    return moves->kills & calm_commands(moves);
}

void first_moves_judge(const Engine *engine, const Observation *observation,
                       const JudgeLimits *limits, FirstMoves *moves) {
    TransTable tt = {{0}};
    Judge judge = {.search = {.engine = engine,
                              .game = observation->game,
                              .player = observation->player,
                              .tt = &tt},
                   .observation = observation,
                   .moves = moves};
    memset(moves, 0, sizeof *moves);
    moves->several = __builtin_popcount(observation->state->alive) > 2;
    moves->legal = state_legal(observation->state, observation->player);
    deepen(&judge, &moves->calm, 1);
    weigh_chances(&judge);
    judge.search.deadline = limits->deadline;
    judge.search.node_limit = limits->node_limit;
    bool more = true;
    for (int depth = 1; more && depth <= limits->depth; depth++) {
        more = judge_depth(&judge, limits, depth);
        if (more && depth <= limits->kill_depth && !calm_kills(moves))
            more = find_kills(&judge, depth);
        if (more && depth <= limits->trade_depth && !calm_kills(moves))
            more = find_trades(&judge, depth);
    }
    find_last_resort(&judge);
    if (calm_kills(moves))
        moves->trades = 0;
    moves->allowed = moves->trades;
    if (!moves->allowed)
        moves->allowed = keep_armed(moves, keep(calm_commands(moves), moves->kills));
    moves->fear = limits->fear;
    moves->hope = limits->hope;
    moves->nodes = judge.search.nodes;
}

float first_move_handicap(const FirstMoves *moves, Command command) {
    enum { CALM = 1000, JOINT = 300, HOSTILE = 100 };
    return CALM * moves->calm.danger[command] + JOINT * moves->joint.danger[command] +
           HOSTILE * (moves->hostile.danger[command] + moves->ambush.danger[command]) +
           moves->fear * moves->suicidal.danger[command] - moves->hope * moves->chance[command];
}

Command least_dangerous(const FirstMoves *moves) {
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

static bool is_unsafe(const Judgement *judgement, Command command) {
    return judgement->danger[command] > 0;
}

const char *first_move_objection(const FirstMoves *moves, Command command) {
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
