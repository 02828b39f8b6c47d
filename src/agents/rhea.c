#include "agents/rhea.h"

#include <stdlib.h>

#include "rivals/evolution.h"
#include "search/root.h"
#include "search/settings.h"
#include "search/weights.h"

/* The share of the limits for the prediction of each opponent. */
#define PREDICTION_SHARE 0.1

typedef struct Options {
    bool prediction, first_move, keep;
    int parents, offspring;
    int length; /* genes */
    int verify; /* rounds of the root filter */
    float mutation;
} Options;

typedef struct Rhea {
    Agent agent;
    Options options;
    Weights weights;
    uint64_t seed;
    Evolution *evolution[MAX_PLAYERS]; /* a population for each player */
    LastTurn turn;                     /* in which they were evolved */
} Rhea;

/* The search for one move. */
typedef struct Search {
    Rhea *rhea;
    Root root;
    Random random;
} Search;

static const Options default_options = {
    .prediction = true,
    .first_move = true,
    .keep = true,
    .parents = 20,
    .offspring = 50,
    .length = 12,
    .verify = 5,
    .mutation = 0.1f,
};

static bool read_settings(const char *settings, Options *options, Weights *weights, char *error,
                          size_t size) {
    enum { MOST = 64 };
    Setting table[MOST] = {
        {"op", SETTING_SWITCH, &options->prediction, 0, 0},
        {"fmp", SETTING_SWITCH, &options->first_move, 0, 0},
        {"keep", SETTING_SWITCH, &options->keep, 0, 0},
        {"population", SETTING_INT, &options->parents, 1, EVOLUTION_MAX},
        {"offspring", SETTING_INT, &options->offspring, 1, EVOLUTION_MAX},
        {"length", SETTING_INT, &options->length, 1, PV_LENGTH},
        {"mutation", SETTING_FLOAT, &options->mutation, 0, 1},
        {"verify", SETTING_INT, &options->verify, 1, ROOT_FILTER_DEPTH},
    };
    weights_settings(weights, table, MOST);
    return settings_read(settings, table, error, size);
}

static void rhea_destroy(Agent *agent) {
    Rhea *rhea = (Rhea *)agent;
    for (int p = 0; p < MAX_PLAYERS; p++)
        evolution_destroy(rhea->evolution[p]);
    free(rhea);
}

static Agent *rhea_create(const char *settings, uint64_t seed, char *error, size_t size) {
    Options options = default_options;
    Weights weights = rival_weights;
    if (!read_settings(settings, &options, &weights, error, size))
        return NULL;
    Rhea *rhea = malloc(sizeof *rhea);
    bool whole = rhea;
    if (rhea)
        *rhea = (Rhea){{&rhea_agent}, options, weights, seed, {NULL}, NO_TURN};
    for (int p = 0; p < MAX_PLAYERS && rhea; p++)
        whole = (rhea->evolution[p] = evolution_create()) && whole;
    if (whole)
        return &rhea->agent;
    snprintf(error, size, "not enough memory for the populations of rhea");
    if (rhea)
        rhea_destroy(&rhea->agent);
    return NULL;
}

/* Move the populations of the last round on by one command, or clear them when this is not the next
 * round. */
static void take_up_populations(Search *search) {
    Rhea *rhea = search->rhea;
    bool next = root_follows(&rhea->turn, search->root.observation) && rhea->options.keep;
    for (int p = 0; p < MAX_PLAYERS; p++)
        if (next)
            evolution_shift(rhea->evolution[p], &search->random);
        else
            evolution_clear(rhea->evolution[p]);
}

static EvolutionTask task_for(const Search *search, int player, const SearchLimits *limits) {
    const Options *options = &search->rhea->options;
    EvolutionTask task = {
        .root = search->root.observation->state,
        .first = ~0u,
        .parents = options->parents,
        .offspring = options->offspring,
        .length = options->length,
        .mutation = options->mutation,
        .limits = *limits,
    };
    evaluation_init(&task.evaluation, engine(), search->root.observation->game,
                    &search->rhea->weights, task.root, player);
    return task;
}

static bool predict_opponent(void *context, int player, const SearchLimits *limits,
                             SearchResult *result) {
    Search *search = context;
    EvolutionTask task = task_for(search, player, limits);
    evolution_search(search->rhea->evolution[player], &task, &search->random, result);
    return true;
}

static void search_own_line(Search *search) {
    Root *root = &search->root;
    int player = root->observation->player;
    const SearchLimits limits = root_limits(root, 1);
    EvolutionTask task = task_for(search, player, &limits);
    task.first = root_restrict(root, &task.root_bias);
    task.prediction = &search->root.prediction;
    task.report = root->request->report;
    task.context = root->request->context;
    evolution_search(search->rhea->evolution[player], &task, &search->random, &search->root.result);
    search->root.nodes += search->root.result.nodes;
}

static Command rhea_move(Agent *agent, const Observation *observation, const MoveRequest *request,
                         SearchInfo *info) {
    Rhea *rhea = (Rhea *)agent;
    Search search = {.rhea = rhea,
                     .random = random_seeded(rhea->seed ^ observation->state->hash ^
                                             (uint64_t)observation->state->round << 8)};
    const RootFilterOptions filter =
        root_rival_options(rhea->options.verify, &rhea->weights, observation->game);
    root_begin(&search.root, observation, request, rhea->options.first_move ? &filter : NULL);
    take_up_populations(&search);
    if (rhea->options.prediction)
        root_predict_opponents(&search.root, PREDICTION_SHARE, predict_opponent, &search);
    search_own_line(&search);
    return root_answer(&search.root, info);
}

const AgentKind rhea_agent = {
    .name = "rhea",
    .summary = "rolling horizon evolution: a population of plans, crossed and mutated",
    .settings = "  [no-]op        predict the opponents, by the same evolution\n"
                "  [no-]fmp       prune first commands by exhaustive search\n"
                "  [no-]keep      begin a round with the plans of the last one\n"
                "  population=N   plans that live on from a generation to the next\n"
                "  offspring=N    plans made in a generation\n"
                "  length=N       moves of a plan\n"
                "  mutation=X     probability of each move of a new plan to be changed\n"
                "  verify=N       rounds of exhaustive search for the first command\n"
                "  the weights below, with the values of the column \"rivals\"\n",
    .create = rhea_create,
    .move = rhea_move,
    .destroy = rhea_destroy,
};
