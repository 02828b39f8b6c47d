#include "agents/duct.h"

#include <stdlib.h>

#include "platform/platform.h"
#include "rivals/duct.h"
#include "search/root.h"
#include "search/settings.h"
#include "search/weights.h"

enum { NODES = 1 << 18 }; /* of each tree */

typedef struct Options {
    bool first_move, keep;
    int depth, playout; /* rounds */
    int verify;         /* rounds of exhaustive search for the first move */
    float follow, c, mix, envy;
} Options;

typedef struct Trees {
    Agent agent;
    Options options;
    Weights weights;
    uint64_t seed;
    Tree tree[MAX_PLAYERS];
    Line *line;
    Script last;   /* best lines of the last round */
    LastTurn turn; /* for whom they were searched */
} Trees;

static const Options default_options = {
    .first_move = true,
    .keep = true,
    .depth = 9,
    .playout = LINE_MOST,
    .verify = 5,
    .follow = 0.9f,
    .c = 2,
    .mix = 0.2f,
    .envy = 0,
};

static bool read_settings(const char *settings, Options *options, Weights *weights, char *error,
                          size_t size) {
    enum { MOST = 32 };
    Setting table[MOST] = {
        {"fmp", SETTING_SWITCH, &options->first_move, 0, 0},
        {"keep", SETTING_SWITCH, &options->keep, 0, 0},
        {"depth", SETTING_INT, &options->depth, 1, LINE_MOST},
        {"playout", SETTING_INT, &options->playout, 0, LINE_MOST},
        {"follow", SETTING_FLOAT, &options->follow, 0, 1},
        {"c", SETTING_FLOAT, &options->c, 0, 100},
        {"mix", SETTING_FLOAT, &options->mix, 0, 1},
        {"envy", SETTING_FLOAT, &options->envy, 0, 1},
        {"verify", SETTING_INT, &options->verify, 1, JUDGE_DEPTH},
    };
    weights_settings(weights, table, MOST);
    return settings_read(settings, table, error, size);
}

static void trees_destroy(Agent *agent) {
    Trees *trees = (Trees *)agent;
    for (int p = 0; p < MAX_PLAYERS; p++)
        tree_destroy(&trees->tree[p]);
    memory_free_aligned(trees->line);
    free(trees);
}

static Agent *trees_create(const char *settings, uint64_t seed, char *error, size_t size) {
    Options options = default_options;
    Weights weights = rival_weights;
    if (!read_settings(settings, &options, &weights, error, size) ||
        !playout_fits(options.playout, options.depth, error, size))
        return NULL;
    Trees *trees = malloc(sizeof *trees);
    if (trees) {
        *trees = (Trees){.agent = {&trees_agent},
                         .options = options,
                         .weights = weights,
                         .seed = seed,
                         .turn = NO_TURN};
        trees->line = memory_allocate_aligned(sizeof *trees->line);
        bool whole = trees->line;
        for (int p = 0; p < MAX_PLAYERS; p++)
            whole = tree_create(&trees->tree[p], NODES) && whole;
        if (whole)
            return &trees->agent;
        trees_destroy(&trees->agent);
    }
    snprintf(error, size, "not enough memory for the trees");
    return NULL;
}

/* The lines of the last round, less their first commands, when this is the next. */
static bool take_up_lines(Trees *trees, const Observation *observation) {
    bool next = root_moves_follow(&trees->turn, observation) && trees->options.keep &&
                trees->last.length > 1;
    if (next) {
        trees->last.length--;
        memmove(trees->last.command[0], trees->last.command[1],
                (size_t)trees->last.length * sizeof trees->last.command[0]);
    }
    return next;
}

static JointTask task_for(const Trees *trees, RootMoves *root) {
    const Options *options = &trees->options;
    const Observation *observation = root->observation;
    const SearchLimits limits = root_moves_limits(root, 1);
    JointTask task = {
        .root = observation->state,
        .player = observation->player,
        .depth = options->depth,
        .playout = options->playout,
        .follow = options->follow,
        .c = options->c,
        .mix = options->mix,
        .envy = options->envy,
        .node_limit = limits.nodes,
        .deadline = limits.deadline,
        .improved = root->budget->improved,
        .context = root->budget->context,
    };
    task.first = root_moves_restrict(root, task.handicap);
    for (int p = 0; p < observation->state->players && p < MAX_PLAYERS; p++)
        evaluation_init(&task.evaluation[p], engine(), observation->game, &trees->weights,
                        task.root, p);
    return task;
}

static Command trees_move(Agent *agent, const Observation *observation, const Budget *budget,
                          SearchInfo *info) {
    Trees *trees = (Trees *)agent;
    RootMoves root;
    Random random = random_seeded(trees->seed ^ observation->state->hash ^
                                  (uint64_t)observation->state->round << 8);
    const JudgeLimits limits = root_moves_rival(trees->options.verify);
    root_moves_begin(&root, observation, budget, trees->options.first_move ? &limits : NULL);
    JointTask task = task_for(trees, &root);
    task.hint = take_up_lines(trees, observation) ? &trees->last : NULL;
    joint_search(trees->tree, trees->line, &task, &random, &root.script, &root.plan);
    trees->last = root.script;
    root.nodes += root.plan.nodes;
    return root_moves_answer(&root, info);
}

const AgentKind trees_agent = {
    "trees",
    "a search tree for each player, all in one simulation (decoupled UCT)",
    "  [no-]fmp       strike out first commands by exhaustive search\n"
    "  [no-]keep      begin a round with the lines of the last one\n"
    "  depth=N        rounds looked ahead\n"
    "  playout=N      of them rounds of random commands behind the trees at most (all)\n"
    "  follow=X       probability of each of them to be that of the player's best line so far\n"
    "  c=X            how much is explored\n"
    "  mix=X          share of the maximum, beside the mean, in the value of a node\n"
    "  envy=X         share of the best rival's points that count against a player\n"
    "  verify=N       rounds of exhaustive search for the first command\n"
    "  bag2=X ...     weights of the evaluation, as those of the beam\n",
    trees_create,
    trees_move,
    trees_destroy,
};
