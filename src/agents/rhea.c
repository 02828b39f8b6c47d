#include "agents/rhea.h"

#include <stdlib.h>

#include "agents/evolution.h"
#include "agents/first_moves.h"
#include "agents/settings.h"
#include "agents/shares.h"
#include "platform/platform.h"

/* Of the budget: judging the first commands, and each opponent's plan. */
#define JUDGE_SHARE 0.2
#define PREDICTION_SHARE 0.1

typedef struct Options {
    bool prediction, first_move, keep;
    int parents, offspring;
    int length; /* genes */
    int verify; /* rounds of exhaustive search for the first move */
    float mutation;
} Options;

typedef struct Rhea {
    Agent agent;
    Options options;
    Weights weights;
    uint64_t seed;
    Evolution *evolution[MAX_PLAYERS]; /* a population for each player */
    int player, next_round;            /* whose populations these are; -1: nobody's */
} Rhea;

/* One move being thought about. */
typedef struct Search {
    Rhea *rhea;
    const Engine *engine;
    const Position *position;
    const Budget *budget;
    int64_t start;
    uint64_t nodes;
    Random random;
    FirstMoves first;
    Script script;
    Plan plan;
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

static bool read_settings(const char *settings, Options *options, char *error, size_t size) {
    const Setting table[] = {
        {"op", SETTING_SWITCH, &options->prediction, 0, 0},
        {"fmp", SETTING_SWITCH, &options->first_move, 0, 0},
        {"keep", SETTING_SWITCH, &options->keep, 0, 0},
        {"population", SETTING_INT, &options->parents, 1, EVOLUTION_MOST},
        {"offspring", SETTING_INT, &options->offspring, 1, EVOLUTION_MOST},
        {"length", SETTING_INT, &options->length, 1, PLAN_DEPTH},
        {"mutation", SETTING_FLOAT, &options->mutation, 0, 1},
        {"verify", SETTING_INT, &options->verify, 1, JUDGE_DEPTH},
        {NULL, SETTING_SWITCH, NULL, 0, 0},
    };
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
    if (!read_settings(settings, &options, error, size))
        return NULL;
    Rhea *rhea = malloc(sizeof *rhea);
    bool whole = rhea;
    if (rhea)
        *rhea = (Rhea){{&rhea_agent}, options, default_weights, seed, {NULL}, -1, -1};
    for (int p = 0; p < MAX_PLAYERS && rhea; p++)
        whole = (rhea->evolution[p] = evolution_create()) && whole;
    if (whole)
        return &rhea->agent;
    snprintf(error, size, "not enough memory for the populations of rhea");
    if (rhea)
        rhea_destroy(&rhea->agent);
    return NULL;
}

/* Go on with the populations of the last round, or forget them. */
static void take_up_populations(Search *search) {
    Rhea *rhea = search->rhea;
    const Position *position = search->position;
    bool next = rhea->options.keep && rhea->player == position->player &&
                rhea->next_round == position->state->round;
    for (int p = 0; p < MAX_PLAYERS; p++)
        if (next)
            evolution_shift(rhea->evolution[p], &search->random);
        else
            evolution_forget(rhea->evolution[p]);
    rhea->player = position->player;
    rhea->next_round = position->state->round + 1;
}

static EvolutionTask task_for(const Search *search, int player, double share) {
    const Options *options = &search->rhea->options;
    EvolutionTask task = {
        .root = search->position->state,
        .first = ~0u,
        .parents = options->parents,
        .offspring = options->offspring,
        .length = options->length,
        .mutation = options->mutation,
        .node_limit = nodes_until(search->budget, search->nodes, share),
        .deadline = deadline_at(search->budget, search->start, share),
    };
    enum { WITHOUT_BUDGET = 100000 };
    if (!task.node_limit && !task.deadline)
        task.node_limit = WITHOUT_BUDGET;
    evaluation_init(&task.evaluation, search->engine, search->position->game,
                    &search->rhea->weights, task.root, player);
    return task;
}

/* Evolve a plan for every opponent, the others standing still. */
static void predict_opponents(Search *search) {
    int opponents = 0;
    const State *state = search->position->state;
    search->script.length = PLAN_DEPTH;
    for (int p = 0; p < state->players && search->rhea->options.prediction; p++) {
        if (p == search->position->player || !state_is_alive(state, p))
            continue;
        Plan plan;
        EvolutionTask task = task_for(search, p, JUDGE_SHARE + PREDICTION_SHARE * ++opponents);
        evolution_search(search->rhea->evolution[p], &task, &search->random, &plan);
        search->nodes += plan.nodes;
        for (int d = 0; d < plan.length; d++)
            search->script.command[d][p] = plan.command[d];
    }
}

static void judge_first_commands(Search *search) {
    enum { KILL_DEPTH = 2, SUICIDES = 2, FEAR = 30 };
    const JudgeLimits limits = {
        .depth = search->rhea->options.verify,
        .suicides = SUICIDES,
        .fear = FEAR,
        .kill_depth = KILL_DEPTH,
        .deadline = deadline_at(search->budget, search->start, JUDGE_SHARE),
        .node_limit = nodes_until(search->budget, 0, JUDGE_SHARE),
    };
    first_moves_judge(search->engine, search->position, &limits, &search->first);
    search->nodes += search->first.nodes;
}

static void restrict_first_commands(const Search *search, EvolutionTask *task) {
    const Position *position = search->position;
    task->first = search->first.legal;
    if (search->rhea->options.first_move) {
        task->first = search->first.allowed;
        for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
            task->handicap[c] = first_move_handicap(&search->first, c);
    }
    /* Where no wait is at hand, standing still would count as "do nothing". */
    unsigned active = task->first & ~(1u << COMMAND_NOTHING);
    if (active && wait_command(position->state, position->player) == COMMAND_NOTHING)
        task->first = active;
}

static void plan_own_moves(Search *search) {
    int player = search->position->player;
    EvolutionTask task = task_for(search, player, 1);
    restrict_first_commands(search, &task);
    task.script = &search->script;
    task.improved = search->budget->improved;
    task.context = search->budget->context;
    evolution_search(search->rhea->evolution[player], &task, &search->random, &search->plan);
    search->nodes += search->plan.nodes;
}

static void explain(const Search *search, FILE *out) {
    fprintf(out, "%-8s %8s %8s\n", "first", "value", "danger");
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
        float value = search->plan.first_value[c];
        const char *why =
            search->rhea->options.first_move ? first_move_objection(&search->first, c) : "";
        char number[16] = "-";
        if (value > -1e9f)
            snprintf(number, sizeof number, "%.2f", (double)value);
        fprintf(out, "%-8s %8s %7.0f%%  %s\n", command_name(c), number,
                100 * (double)search->first.calm.danger[c], why);
    }
    fprintf(out, "expected:");
    for (int d = 0; d < search->plan.length; d++)
        fprintf(out, " %s", command_name(search->plan.command[d]));
    fprintf(out, "\n");
}

static Command rhea_move(Agent *agent, const Position *position, const Budget *budget,
                         Thought *thought) {
    Rhea *rhea = (Rhea *)agent;
    Search search = {.rhea = rhea,
                     .engine = engine(),
                     .position = position,
                     .budget = budget,
                     .start = clock_now(),
                     .random = random_seeded(rhea->seed ^ position->state->hash ^
                                             (uint64_t)position->state->round << 8)};
    take_up_populations(&search);
    search.first.legal = state_legal(position->state, position->player);
    if (rhea->options.first_move)
        judge_first_commands(&search);
    predict_opponents(&search);
    plan_own_moves(&search);
    const Plan *plan = &search.plan;
    Command command = plan->length ? (Command)plan->command[0] : least_dangerous(&search.first);
    if (budget->explain)
        explain(&search, budget->explain);
    *thought = (Thought){plan->length, plan->widest, search.nodes, (double)plan->value};
    return command == COMMAND_NOTHING ? wait_command(position->state, position->player) : command;
}

const AgentKind rhea_agent = {
    "rhea",
    "rolling horizon evolution: a population of plans, crossed and mutated",
    "  [no-]op        predict the opponents, by the same evolution\n"
    "  [no-]fmp       strike out first commands by exhaustive search\n"
    "  [no-]keep      begin a round with the plans of the last one\n"
    "  population=N   plans that live on from a generation to the next\n"
    "  offspring=N    plans made in a generation\n"
    "  length=N       moves of a plan\n"
    "  mutation=X     probability of each move of a new plan to be changed\n"
    "  verify=N       rounds of exhaustive search for the first command\n",
    rhea_create,
    rhea_move,
    rhea_destroy,
};
