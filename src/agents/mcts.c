#include "agents/mcts.h"

#include <stdlib.h>

#include "platform/memory.h"
#include "rivals/uct.h"
#include "search/root.h"
#include "search/settings.h"
#include "search/weights.h"

/* The share of the limits for the prediction of each opponent. */
#define PREDICTION_SHARE 0.1

enum { NODES = 1 << 20 };

typedef struct Options {
    bool prediction, first_move, keep;
    int depth, playout; /* rounds */
    int verify;         /* rounds of the root filter */
    float follow, c, mix;
    bool biased, decaying;
    float bias, decay;
} Options;

typedef struct Mcts {
    Agent agent;
    Options options;
    Weights weights;
    uint64_t seed;
    Tree tree;
    Line *line;
    Pv pv[MAX_PLAYERS]; /* of the last round */
    LastTurn turn;      /* in which they were found */
} Mcts;

/* The search for one move. */
typedef struct Search {
    Mcts *mcts;
    Root root;
    Random random;
} Search;

static const Options default_options = {
    .prediction = true,
    .first_move = true,
    .keep = true,
    .depth = 12,
    .playout = LINE_LENGTH,
    .follow = 0.9f,
    .verify = 5,
    .c = 0.2f,
    .mix = 0.2f,
    .bias = 1,
    .decay = 0.98f,
};

static bool read_settings(const char *settings, Options *options, Weights *weights, char *error,
                          size_t size) {
    enum { MOST = 64 };
    Setting table[MOST] = {
        {"op", SETTING_SWITCH, &options->prediction, 0, 0},
        {"fmp", SETTING_SWITCH, &options->first_move, 0, 0},
        {"keep", SETTING_SWITCH, &options->keep, 0, 0},
        {"playout", SETTING_INT, &options->playout, 0, LINE_LENGTH},
        {"depth", SETTING_INT, &options->depth, 1, LINE_LENGTH},
        {"follow", SETTING_FLOAT, &options->follow, 0, 1},
        {"c", SETTING_FLOAT, &options->c, 0, 100},
        {"mix", SETTING_FLOAT, &options->mix, 0, 1},
        {"verify", SETTING_INT, &options->verify, 1, ROOT_FILTER_DEPTH},
        {"bias", SETTING_SWITCH, &options->biased, 0, 0},
        {"decay", SETTING_SWITCH, &options->decaying, 0, 0},
        {"bias", SETTING_FLOAT, &options->bias, 0, 100},
        {"decay", SETTING_FLOAT, &options->decay, 0, 1},
    };
    weights_settings(weights, table, MOST);
    return settings_read(settings, table, error, size);
}

static void mcts_destroy(Agent *agent) {
    Mcts *mcts = (Mcts *)agent;
    tree_destroy(&mcts->tree);
    memory_free_aligned(mcts->line);
    free(mcts);
}

static Agent *create(const AgentKind *kind, const char *settings, uint64_t seed, char *error,
                     size_t size) {
    Options options = default_options;
    Weights weights = rival_weights;
    options.biased = options.decaying = kind == &mcts_bias_agent;
    if (!read_settings(settings, &options, &weights, error, size) ||
        !playout_fits(options.playout, options.depth, error, size))
        return NULL;
    Mcts *mcts = calloc(1, sizeof *mcts);
    if (mcts) {
        *mcts = (Mcts){
            .agent = {kind}, .options = options, .weights = weights, .seed = seed, .turn = NO_TURN};
        mcts->line = memory_allocate_aligned(sizeof *mcts->line);
        if (tree_create(&mcts->tree, NODES) && mcts->line)
            return &mcts->agent;
        mcts_destroy(&mcts->agent);
    }
    snprintf(error, size, "not enough memory for the tree of %s", kind->name);
    return NULL;
}

static Agent *mcts_create(const char *settings, uint64_t seed, char *error, size_t size) {
    return create(&mcts_agent, settings, seed, error, size);
}

static Agent *mcts_bias_create(const char *settings, uint64_t seed, char *error, size_t size) {
    return create(&mcts_bias_agent, settings, seed, error, size);
}

/* Move the PVs of the last round on by one command, or drop them when this is not the next round.
 */
static void take_up_pvs(Search *search) {
    Mcts *mcts = search->mcts;
    bool next = root_follows(&mcts->turn, search->root.observation) && mcts->options.keep;
    for (int p = 0; p < MAX_PLAYERS; p++)
        mcts->pv[p] = next ? pv_rest(&mcts->pv[p]) : (Pv){0};
}

/* Search for the line of `player`. Its PV of the last round is simulated first, and the new one
 * replaces it. */
static void search_line(Search *search, int player, UctTask *task, SearchResult *result) {
    Mcts *mcts = search->mcts;
    const Options *options = &mcts->options;
    task->root = search->root.observation->state;
    task->playout = options->playout;
    task->depth = options->depth;
    task->follow = options->follow;
    task->c = options->c;
    task->mix = options->mix;
    task->bias = options->biased ? options->bias : 0;
    task->decay = options->decaying ? options->decay : 1;
    task->pv = &mcts->pv[player];
    evaluation_init(&task->evaluation, engine(), search->root.observation->game, &mcts->weights,
                    task->root, player);
    uct_search(&mcts->tree, mcts->line, task, &search->random, result);
    mcts->pv[player] = result->pv;
}

static bool predict_opponent(void *context, int player, const SearchLimits *limits,
                             SearchResult *result) {
    Search *search = context;
    UctTask task = {.first = ~0u, .limits = *limits};
    search_line(search, player, &task, result);
    return true;
}

static void search_own_line(Search *search) {
    const MoveRequest *request = search->root.request;
    UctTask task = {.prediction = &search->root.prediction,
                    .report = request->report,
                    .context = request->context};
    task.first = root_restrict(&search->root, &task.root_bias);
    task.limits = root_limits(&search->root, 1);
    search_line(search, search->root.observation->player, &task, &search->root.result);
    search->root.nodes += search->root.result.nodes;
}

static Command mcts_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                         SearchInfo *info) {
    Mcts *mcts = (Mcts *)agent;
    Search search = {.mcts = mcts,
                     .random = random_seeded(mcts->seed ^ observation->state->hash ^
                                             (uint64_t)observation->state->round << 8)};
    const RootFilterOptions filter =
        root_rival_options(mcts->options.verify, &mcts->weights, observation->game);
    root_begin(&search.root, observation, request, mcts->options.first_move ? &filter : NULL);
    take_up_pvs(&search);
    if (mcts->options.prediction)
        root_predict_opponents(&search.root, PREDICTION_SHARE, predict_opponent, &search);
    search_own_line(&search);
    return root_answer(&search.root, info);
}

#define SETTINGS                                                                                   \
    "  [no-]op        predict the opponents, by the same search\n"                                 \
    "  [no-]fmp       prune first commands by exhaustive search\n"                                 \
    "  [no-]keep      follow the PV of the last round in the first simulation\n"                   \
    "  depth=N        rounds of a simulation\n"                                                    \
    "  playout=N      rounds of a playout, at most; they end at depth\n"                           \
    "  follow=X       probability that a command of a playout is that of the best line\n"          \
    "  c=X            how much is explored\n"                                                      \
    "  mix=X          share of the maximum, beside the mean, in the value of a node\n"             \
    "  verify=N       rounds of exhaustive search for the first command\n"                         \
    "  [no-]bias      progressive bias: nodes with few visits count by their state's value\n"      \
    "  bias=X         how much\n"                                                                  \
    "  [no-]decay     decaying reward: a value counts less the deeper its leaf is\n"               \
    "  decay=X        factor a round\n"                                                            \
    "  the weights below, with the values of the column \"rivals\"\n"

const AgentKind mcts_agent = {
    .name = "mcts",
    .summary = "Monte Carlo tree search over its own commands",
    .settings = SETTINGS,
    .create = mcts_create,
    .move = mcts_move,
    .destroy = mcts_destroy,
};

const AgentKind mcts_bias_agent = {
    .name = "mcts-bias",
    .summary = "mcts with progressive bias and decaying reward switched on",
    .settings = SETTINGS,
    .create = mcts_bias_create,
    .move = mcts_move,
    .destroy = mcts_destroy,
};
