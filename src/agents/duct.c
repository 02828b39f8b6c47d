#include "agents/duct.h"

#include <stdlib.h>

#include "platform/memory.h"
#include "rivals/duct.h"
#include "search/root.h"
#include "search/settings.h"
#include "search/weights.h"

enum { NODES = 1 << 18 }; /* of each tree */

typedef struct Options {
    bool first_move, keep;
    int depth, playout; /* rounds */
    int verify;         /* rounds of the root filter */
    float follow, c, mix, rival_weight;
} Options;

typedef struct Duct {
    Agent agent;
    Options options;
    Weights weights;
    uint64_t seed;
    Tree tree[MAX_PLAYERS];
    Line *line;
    Prediction pvs; /* of the last round */
    LastTurn turn;  /* in which they were searched */
} Duct;

static const Options default_options = {
    .first_move = true,
    .keep = true,
    .depth = 9,
    .playout = LINE_LENGTH,
    .verify = 5,
    .follow = 0.9f,
    .c = 2,
    .mix = 0.2f,
    .rival_weight = 0,
};

static bool read_settings(const char *settings, Options *options, Weights *weights, char *error,
                          size_t size) {
    enum { MOST = 64 };
    Setting table[MOST] = {
        {"fmp", SETTING_SWITCH, &options->first_move, 0, 0},
        {"keep", SETTING_SWITCH, &options->keep, 0, 0},
        {"depth", SETTING_INT, &options->depth, 1, LINE_LENGTH},
        {"playout", SETTING_INT, &options->playout, 0, LINE_LENGTH},
        {"follow", SETTING_FLOAT, &options->follow, 0, 1},
        {"c", SETTING_FLOAT, &options->c, 0, 100},
        {"mix", SETTING_FLOAT, &options->mix, 0, 1},
        SETTING_WAS("envy", "rival_weight"),
        {"rival_weight", SETTING_FLOAT, &options->rival_weight, 0, 1},
        {"verify", SETTING_INT, &options->verify, 1, ROOT_FILTER_DEPTH},
    };
    weights_settings(weights, table, MOST);
    return settings_read(settings, table, error, size);
}

static void duct_destroy(Agent *agent) {
    Duct *duct = (Duct *)agent;
    for (int p = 0; p < MAX_PLAYERS; p++)
        tree_destroy(&duct->tree[p]);
    memory_free_aligned(duct->line);
    free(duct);
}

static Agent *duct_create(const char *settings, uint64_t seed, char *error, size_t size) {
    Options options = default_options;
    Weights weights = rival_weights;
    if (!read_settings(settings, &options, &weights, error, size) ||
        !playout_fits(options.playout, options.depth, error, size))
        return NULL;
    Duct *duct = malloc(sizeof *duct);
    if (duct) {
        *duct = (Duct){.agent = {&duct_agent},
                       .options = options,
                       .weights = weights,
                       .seed = seed,
                       .turn = NO_TURN};
        duct->line = memory_allocate_aligned(sizeof *duct->line);
        bool whole = duct->line;
        for (int p = 0; p < MAX_PLAYERS; p++)
            whole = tree_create(&duct->tree[p], NODES) && whole;
        if (whole)
            return &duct->agent;
        duct_destroy(&duct->agent);
    }
    snprintf(error, size, "not enough memory for the trees");
    return NULL;
}

/* Move the PVs of the last round on by one command. Returns false when this is not the next round.
 */
static bool take_up_pvs(Duct *duct, const Observation *observation) {
    bool next =
        root_follows(&duct->turn, observation) && duct->options.keep && duct->pvs.length > 1;
    if (next) {
        duct->pvs.length--;
        memmove(duct->pvs.command[0], duct->pvs.command[1],
                (size_t)duct->pvs.length * sizeof duct->pvs.command[0]);
    }
    return next;
}

static DuctTask task_for(const Duct *duct, Root *root) {
    const Options *options = &duct->options;
    const Observation *observation = root->observation;
    DuctTask task = {
        .root = observation->state,
        .player = observation->player,
        .depth = options->depth,
        .playout = options->playout,
        .follow = options->follow,
        .c = options->c,
        .mix = options->mix,
        .rival_weight = options->rival_weight,
        .limits = root_limits(root, 1),
        .report = root->request->report,
        .context = root->request->context,
    };
    task.first = root_restrict(root, &task.root_bias);
    for (int p = 0; p < observation->state->players && p < MAX_PLAYERS; p++)
        evaluation_init(&task.evaluation[p], engine(), observation->game, &duct->weights, task.root,
                        p);
    return task;
}

static Command duct_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                         SearchInfo *info) {
    Duct *duct = (Duct *)agent;
    Root root;
    Random random = random_seeded(duct->seed ^ observation->state->hash ^
                                  (uint64_t)observation->state->round << 8);
    const RootFilterOptions filter =
        root_rival_options(duct->options.verify, &duct->weights, observation->game);
    root_begin(&root, observation, request, duct->options.first_move ? &filter : NULL);
    DuctTask task = task_for(duct, &root);
    task.pvs = take_up_pvs(duct, observation) ? &duct->pvs : NULL;
    duct_search(duct->tree, duct->line, &task, &random, &root.prediction, &root.result);
    duct->pvs = root.prediction;
    root.nodes += root.result.nodes;
    return root_answer(&root, info);
}

const AgentKind duct_agent = {
    .name = "duct",
    .summary = "decoupled UCT: a search tree for each player, all in one simulation",
    .settings = "  [no-]fmp       prune first commands by exhaustive search\n"
                "  [no-]keep      follow the lines of the last round in the first simulation\n"
                "  depth=N        rounds of a simulation\n"
                "  playout=N      rounds of a playout, at most; they end at depth\n"
                "  follow=X       probability that a command of a playout is that of the player's "
                "best line\n"
                "  c=X            how much is explored\n"
                "  mix=X          share of the maximum, beside the mean, in the value of a node\n"
                "  rival_weight=X share of the best rival's points that count against a player\n"
                "  verify=N       rounds of exhaustive search for the first command\n"
                "  the weights below, with the values of the column \"rivals\"\n",
    .create = duct_create,
    .move = duct_move,
    .destroy = duct_destroy,
};
