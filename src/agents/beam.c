#include "agents/beam.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "agents/repetition.h"
#include "engine/commands.h"
#include "platform/clock.h"
#include "platform/memory.h"
#include "safety/forced_kill.h"
#include "search/beam_search.h"
#include "search/root.h"
#include "search/weights.h"

typedef struct Options {
    bool zobrist, prediction, local_beams, first_move, survives, assume_bomb_reply, aims,
        avoid_repetition, follow, keep, leave_loops, prize_ways;
    int width;       /* states of the widest level; limits may narrow it */
    int local;       /* with local beams: states on one cell, in percent of the width */
    int depth;       /* rounds searched */
    int verify;      /* rounds of the root filter */
    int hunt;        /* rounds of forced kills */
    int trade;       /* rounds of trades, see root_filter.h */
    int trade_share; /* no trades with an opponent that has less percent of our points */
    int predict;     /* rounds for which the prediction of an opponent counts */
    int suicides;    /* rounds of the filter stage SUICIDES */
    int ambush;      /* rounds of the filter stage AMBUSH */
} Options;

typedef struct Beam {
    Agent agent;
    Options options;
    Weights weights;
    BeamSearch *search;
    Contest *contest;
    PrizeWays *ways;
    ThreadPool *pool; /* NULL for one thread */
    int threads;
} Beam;

/* The search for one move. */
typedef struct BeamMove {
    Beam *beam;
    Root root;
    bool repeating, looping; /* see repetition.h */
} BeamMove;

/* The width of the first, quick search, and of the predictions. */
enum { FIRST_WIDTH = 24 };

/* The first rounds of our line, in which mobility costs count. */
enum { MOBILITY_ROUNDS = 8 };

/* The share of the limits for the prediction of each opponent. */
#define PREDICTION_SHARE 0.05

static const Options default_options = {
    .zobrist = true,
    .prediction = true,
    .local_beams = true,
    .first_move = true,
    .survives = true,
    .assume_bomb_reply = true,
    .aims = true,
    .avoid_repetition = true,
    .keep = true,
    .leave_loops = true,
    .prize_ways = true,
    .width = BEAM_WIDTH_MAX,
    .local = 12,
    .depth = 40,
    .verify = 5,
    .hunt = 3,
    .trade = 5,
    .trade_share = 70,
    .predict = 4,
    .suicides = 3,
    .ambush = 1,
};

static bool read_settings(const char *settings, Options *options, Weights *weights, char *error,
                          size_t size) {
    enum { MOST = 100 };
    Setting table[MOST] = {
        {"zh", SETTING_SWITCH, &options->zobrist, 0, 0},
        {"op", SETTING_SWITCH, &options->prediction, 0, 0},
        {"lb", SETTING_SWITCH, &options->local_beams, 0, 0},
        {"fmp", SETTING_SWITCH, &options->first_move, 0, 0},
        {"sc", SETTING_SWITCH, &options->survives, 0, 0},
        {"bomb_reply", SETTING_SWITCH, &options->assume_bomb_reply, 0, 0},
        {"predict", SETTING_INT, &options->predict, 1, PV_LENGTH},
        {"suicides", SETTING_INT, &options->suicides, 0, ROOT_FILTER_DEPTH},
        {"ambush", SETTING_INT, &options->ambush, 0, ROOT_FILTER_DEPTH},
        {"width", SETTING_INT, &options->width, 1, BEAM_WIDTH_MAX},
        {"local", SETTING_INT, &options->local, 1, 100},
        {"depth", SETTING_INT, &options->depth, 1, PV_LENGTH},
        {"verify", SETTING_INT, &options->verify, 1, ROOT_FILTER_DEPTH},
        {"hunt", SETTING_INT, &options->hunt, 0, FORCED_KILL_DEPTH},
        {"trade", SETTING_INT, &options->trade, 0, FORCED_KILL_DEPTH},
        {"trade_share", SETTING_INT, &options->trade_share, 0, 100},
        {"aims", SETTING_SWITCH, &options->aims, 0, 0},
        {"avoid_repetition", SETTING_SWITCH, &options->avoid_repetition, 0, 0},
        {"keep", SETTING_SWITCH, &options->keep, 0, 0},
        {"follow", SETTING_SWITCH, &options->follow, 0, 0},
        {"leave_loops", SETTING_SWITCH, &options->leave_loops, 0, 0},
        {"prize_ways", SETTING_SWITCH, &options->prize_ways, 0, 0},
        SETTING_WAS("wary", "bomb_reply"),
        SETTING_WAS("restless", "avoid_repetition"),
    };
    weights_settings(weights, table, MOST);
    return settings_read(settings, table, error, size);
}

/* A narrower beam than was asked for is better than none when memory is short. */
static BeamSearch *create_search(int *width) {
    enum { MIN_WIDTH = 64 };
    BeamSearch *search = beam_search_create(*width);
    while (!search && *width / 2 >= MIN_WIDTH) {
        *width /= 2;
        search = beam_search_create(*width);
    }
    return search;
}

static Agent *beam_create(const char *settings, uint64_t seed, char *error, size_t size) {
    (void)seed;
    Options options = default_options;
    Weights weights = default_weights;
    if (!read_settings(settings, &options, &weights, error, size))
        return NULL;
    Beam *beam = malloc(sizeof *beam);
    BeamSearch *search = beam ? create_search(&options.width) : NULL;
    Contest *contest = memory_allocate_aligned(sizeof *contest);
    PrizeWays *ways = memory_allocate_aligned(sizeof *ways);
    if (!search || !contest || !ways) {
        snprintf(error, size, "not enough memory for a beam of width %d", options.width);
        beam_search_destroy(search);
        memory_free_aligned(contest);
        memory_free_aligned(ways);
        free(beam);
        return NULL;
    }
    *beam = (Beam){{&beam_agent}, options, weights, search, contest, ways, NULL, 1};
    return &beam->agent;
}

static void beam_destroy(Agent *agent) {
    Beam *beam = (Beam *)agent;
    beam_search_destroy(beam->search);
    memory_free_aligned(beam->contest);
    memory_free_aligned(beam->ways);
    thread_pool_destroy(beam->pool);
    free(beam);
}

/* Prepare to evaluate for `player`; beam->ways are those of the observation. */
static void init_evaluation(const Beam *beam, const Observation *observation, int player,
                            Evaluation *evaluation) {
    evaluation_init(evaluation, engine(), observation->game, &beam->weights, observation->state,
                    player);
    if (!beam->options.aims)
        evaluation->aim = AIM_POINTS;
    if (beam->options.prize_ways && beam->weights.prize_step > 0)
        evaluation_set_ways(evaluation, beam->ways, observation->state);
}

static bool is_ahead(Aim aim) {
    return aim == AIM_GUARD || aim == AIM_CORNER;
}

/* A trade makes a lead certain. With an opponent far behind, the lead is safe without it, and we
 * live. */
static int trade_depth(const Options *options, const Observation *observation) {
    const State *state = observation->state;
    int own = state_points(observation->game, state, observation->player), best = 0;
    for (int p = 0; p < state->players; p++)
        if (p != observation->player && state_is_alive(state, p)) {
            int points = state_points(observation->game, state, p);
            best = points > best ? points : best;
        }
    return best * 100 >= own * options->trade_share ? options->trade : 0;
}

/* While we have more points than all others, a death of both wins, so suicides are no danger. */
static RootFilterOptions filter_options(const BeamMove *move, const Observation *observation,
                                        Aim aim) {
    const Options *options = &move->beam->options;
    const Weights *weights = &move->beam->weights;
    bool leads = state_leads(observation->game, observation->state, observation->player);
    float bonus =
        aim == AIM_HUNT ? weights->hunt_kill_chance_bonus : weights->filter.kill_chance_bonus;
    RootFilterOptions filter = {.depth = options->verify,
                                .suicides = leads ? 0 : options->suicides,
                                .ambush = options->ambush,
                                .kill_depth = options->hunt,
                                .trade_depth = trade_depth(options, observation),
                                .weights = weights->filter};
    filter.weights.kill_chance_bonus = bonus * (float)observation->game->bounty;
    if (move->repeating)
        filter.weights.danger[STAGE_SUICIDES] = 0;
    return filter;
}

/* Rounds behind the last one of the match are not searched. */
static int within_match(const Observation *observation, int depth) {
    int left = observation->game->last_round - observation->state->round + 1;
    return depth < left ? depth : left > 1 ? left : 1;
}

static bool init_task(const BeamMove *move, int player, BeamTask *task) {
    const Options *options = &move->beam->options;
    const Observation *observation = move->root.observation;
    memset(task, 0, sizeof *task);
    init_evaluation(move->beam, observation, player, &task->evaluation);
    task->root = observation->state;
    task->pool = move->beam->pool;
    task->first = ~0u;
    task->depth = within_match(observation, options->depth);
    task->unique = options->zobrist;
    task->survives_only = options->survives;
    task->assume_bomb_reply = options->assume_bomb_reply;
    task->local = options->local_beams ? options->local : 0;
    task->width = options->width < FIRST_WIDTH ? options->width : FIRST_WIDTH;
    return state_is_alive(task->root, player);
}

/* Play the prediction of the round, `player` waiting. */
static void play_prediction(const Root *root, int player, int depth, State *state) {
    uint8_t command[MAX_PLAYERS];
    RoundEvents events;
    memcpy(command, root->prediction.command[depth], sizeof command);
    command[player] = COMMAND_NOTHING;
    engine()->play(root->observation->game, state, command, &RANKS_IN_ORDER, &events);
}

/* Where the opponent of a duel is in the middle of each band: of our own line, where the prediction
 * puts it; of its line, where we stand. */
static void init_contest(const BeamMove *move, BeamTask *task) {
    static_assert(CONTEST_BANDS * CONTEST_BAND_ROUNDS <= PV_LENGTH, "predictions are long enough");
    const Evaluation *evaluation = &task->evaluation;
    Cell rival[CONTEST_BANDS];
    if (evaluation->weights->wall_share <= 0 || evaluation->rival < 0)
        return;
    bool is_own = evaluation->player == move->root.observation->player;
    State state = *task->root;
    for (int b = 0, depth = 0; b < CONTEST_BANDS; b++) {
        for (; is_own && depth < b * CONTEST_BAND_ROUNDS + CONTEST_BAND_ROUNDS / 2; depth++)
            play_prediction(&move->root, evaluation->player, depth, &state);
        rival[b] = state.cell[evaluation->rival];
    }
    contest_init(move->beam->contest, task->root->cell[evaluation->player], rival,
                 (int)evaluation->weights->share_steps);
    task->evaluation.contest = move->beam->contest;
}

/* Whether `player` tried in the last round to step into the cell of `other`. */
static bool is_pushing(const Observation *observation, int player, int other) {
    const State *state = observation->state;
    Command last = observation->last_command[player];
    return is_move(last) && state_is_alive(state, other) &&
           cell_beside(state->cell[player], last) == state->cell[other];
}

/* Two players that block each other: an opponent that pushed us, or that we pushed, is expected to
 * go on as it did. A line that counts on the opposite would wait for ever. Returns false when
 * `player` did neither. */
static bool predict_pushing(BeamMove *move, int player) {
    enum { ROUNDS = 6 };
    const Observation *observation = move->root.observation;
    for (int p = 0; p < observation->state->players; p++)
        if (p != player && is_pushing(observation, player, p)) {
            for (int d = 0; d < ROUNDS; d++)
                move->root.prediction.command[d][player] = observation->last_command[player];
            return true;
        }
    return is_pushing(observation, observation->player, player);
}

static bool predict_opponent(void *context, int player, const SearchLimits *limits,
                             SearchResult *result) {
    BeamMove *move = context;
    BeamTask task;
    if (!init_task(move, player, &task) || predict_pushing(move, player))
        return false;
    task.limits = *limits;
    init_contest(move, &task);
    beam_search_run(move->beam->search, &task, result);
    if (result->pv.length > move->beam->options.predict)
        result->pv.length = move->beam->options.predict;
    return true;
}

static void restrict_first_commands(BeamMove *move, BeamTask *task) {
    const Observation *observation = move->root.observation;
    task->first = root_restrict(&move->root, &task->root_bias);
    unsigned sure = task->first & ~occupied_moves(observation->state, observation->player);
    if (sure && !move->beam->options.follow)
        task->first = move->root.tried = sure;
    unsigned active = task->first & active_commands(observation);
    if (active && !state_bombs(observation->state) && move->repeating)
        task->first = move->root.tried = active;
    unsigned out = task->first & ways_out_of_loop(observation);
    if (out && move->looping)
        task->first = move->root.tried = out;
}

/* How many searches like `made` the rest of the limits would allow. `took` is in nanoseconds. */
static double affordable_times(const Root *root, const SearchResult *made, int64_t took) {
    const MoveRequest *request = root->request;
    double times = INFINITY;
    if (request->limits.nodes)
        times = ((double)request->limits.nodes - (double)root->nodes) / (double)(made->nodes + 1);
    if (request->limits.deadline)
        times = fmin(times, (double)(request->limits.deadline - clock_now()) / (double)(took + 1));
    return times;
}

/* Search, and take the result when it is complete or not much shorter than the one so far. Returns
 * how many such searches the rest of the limits would allow; 0 when the search was cut short. */
static double search_once(BeamMove *move, BeamTask *task) {
    SearchResult result;
    int64_t began = clock_now();
    task->limits.nodes = limits_nodes_until(&move->root.request->limits, move->root.nodes, 1);
    beam_search_run(move->beam->search, task, &result);
    move->root.nodes += result.nodes;
    if (result.pv.length > 0 &&
        (result.complete || result.pv.length * 2 >= move->root.result.pv.length))
        move->root.result = result;
    root_report(&move->root);
    return result.complete ? affordable_times(&move->root, &result, clock_now() - began) : 0;
}

static void keep_pv(const BeamMove *move, BeamTask *task) {
    const Pv *pv = &move->root.observation->pv;
    if (move->beam->options.keep && pv->length > 0)
        task->pv = pv;
}

/* A narrow search gives a first answer and the cost of a node. A wide one then uses up the limits;
 * it goes deeper when the widest levels would leave some of them. */
static void search_own_line(BeamMove *move) {
    BeamTask task;
    init_task(move, move->root.observation->player, &task);
    restrict_first_commands(move, &task);
    keep_pv(move, &task);
    task.prediction = &move->root.prediction;
    init_contest(move, &task);
    task.mobility_rounds = MOBILITY_ROUNDS;
    task.limits.deadline = move->root.request->limits.deadline;
    double times = search_once(move, &task);
    if (times < 1.5)
        return;
    double levels = times * task.depth * task.width / move->beam->options.width;
    int deepest = within_match(move->root.observation, PV_LENGTH);
    task.depth = (int)fmin(deepest, fmax(task.depth, levels));
    task.width = move->beam->options.width;
    task.paced = true;
    search_once(move, &task);
}

static void wake_pool(Beam *beam, int threads) {
    if (threads != beam->threads) {
        thread_pool_destroy(beam->pool);
        beam->pool = threads > 1 ? thread_pool_create(threads) : NULL;
        beam->threads = threads;
    }
    thread_pool_wake(beam->pool);
}

static Command beam_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                         SearchInfo *info) {
    BeamMove move = {.beam = (Beam *)agent};
    const Options *options = &move.beam->options;
    Evaluation evaluation;
    prize_ways_init(move.beam->ways, engine(), observation->game, observation->state);
    init_evaluation(move.beam, observation, observation->player, &evaluation);
    move.repeating =
        options->avoid_repetition && !is_ahead(evaluation.aim) && is_repeating(observation);
    move.looping = options->leave_loops && !is_ahead(evaluation.aim) && is_looping(observation);
    const RootFilterOptions filter = filter_options(&move, observation, evaluation.aim);
    wake_pool(move.beam, request->limits.threads);
    root_begin(&move.root, observation, request, options->first_move ? &filter : NULL);
    if (options->prediction && !move.looping)
        root_predict_opponents(&move.root, PREDICTION_SHARE, predict_opponent, &move);
    search_own_line(&move);
    thread_pool_park(move.beam->pool);
    return root_answer(&move.root, info);
}

const AgentKind beam_agent = {
    .name = "beam",
    .summary = "beam search over an exact engine (the default)",
    .settings =
        "  [no-]zh        keep one of the states of a level that have the same hash\n"
        "  [no-]op        predict the opponents\n"
        "  [no-]lb        local beams: limit the states of a level with the player on one cell\n"
        "  [no-]fmp       prune first commands by exhaustive search\n"
        "  [no-]sc        leave out states in which the player cannot survive\n"
        "  [no-]bomb_reply  prefer states in which no opponent's next bomb is fatal\n"
        "  [no-]aims      guard a lead that points cannot take away; hunt when far behind\n"
        "  [no-]avoid_repetition  do not wait or step back twice while no bomb is on the board\n"
        "  [no-]keep      keep the PV of the last round in the beam\n"
        "  [no-]leave_loops  in a duel, do not go round and round the same cells without a bomb\n"
        "  [no-]prize_ways  count the walls on the way to the super power-up, and leave it to an\n"
        "                 opponent that is nearer\n"
        "  [no-]follow    try steps into cells where opponents stand, too\n"
        "  width=N        states of a level at most\n"
        "  local=N        states on one cell, in percent of the width\n"
        "  depth=N        rounds searched\n"
        "  verify=N       rounds of exhaustive search for the first command\n"
        "  hunt=N         rounds within which a kill is to be forced\n"
        "  trade=N        the same for a kill that costs our life, too, and wins by points\n"
        "  trade_share=N  only with an opponent that has at least N percent of our points\n"
        "  predict=N      rounds for which opponents are predicted; then they stand still\n"
        "  suicides=N     rounds in which the last opponent may die with us (not while we lead)\n"
        "  ambush=N       rounds in which several opponents may act together and then trigger\n"
        "  the weights below, with the values of the column \"beam\"\n",
    .create = beam_create,
    .move = beam_move,
    .destroy = beam_destroy,
};
