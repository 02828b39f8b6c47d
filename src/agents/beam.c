#include "agents/beam.h"

#include <math.h>
#include <stdlib.h>

#include "agents/adversary.h"
#include "agents/planner.h"
#include "agents/settings.h"
#include "engine/position.h"
#include "platform/platform.h"

typedef struct Options {
    bool zobrist, prediction, local_beams, first_move, survivable, wary;
    int width;  /* widest level; the budget decides below it */
    int local;  /* states a level on one cell, with local beams, for each 100 of width */
    int depth;  /* rounds looked ahead */
    int verify; /* rounds of exhaustive search for the first move */
} Options;

typedef struct Beam {
    Agent agent;
    Options options;
    Weights weights;
    Planner *planner;
} Beam;

/* One move being thought about. */
typedef struct Search {
    Beam *beam;
    const Engine *engine;
    const Position *position;
    const Budget *budget;
    int64_t start;
    uint64_t nodes;
    Verdict verdict[2]; /* by outlook */
    Script script;
    Plan plan;
} Search;

enum { FIRST_WIDTH = 24, PREDICTION_WIDTH = 24 };

static const Options default_options = {
    .zobrist = true,
    .prediction = true,
    .local_beams = true,
    .first_move = true,
    .survivable = true,
    .wary = true,
    .width = PLAN_WIDTH,
    .local = 12,
    .depth = 24,
    .verify = 5,
};

static bool read_settings(const char *settings, Options *options, Weights *weights, char *error,
                          size_t size) {
    const Setting table[] = {
        {"zh", SETTING_SWITCH, &options->zobrist, 0, 0},
        {"op", SETTING_SWITCH, &options->prediction, 0, 0},
        {"lb", SETTING_SWITCH, &options->local_beams, 0, 0},
        {"fmp", SETTING_SWITCH, &options->first_move, 0, 0},
        {"sc", SETTING_SWITCH, &options->survivable, 0, 0},
        {"wary", SETTING_SWITCH, &options->wary, 0, 0},
        {"width", SETTING_INT, &options->width, 1, PLAN_WIDTH},
        {"local", SETTING_INT, &options->local, 1, 100},
        {"depth", SETTING_INT, &options->depth, 1, PLAN_DEPTH},
        {"verify", SETTING_INT, &options->verify, 1, 6},
        {"discount", SETTING_FLOAT, &weights->discount, 0.5, 1},
        {"bomb-discount", SETTING_FLOAT, &weights->bomb_discount, 0.5, 1},
        {"step", SETTING_FLOAT, &weights->target_step, 0, 10},
        {"kill", SETTING_FLOAT, &weights->kill, 0, 1},
        {NULL, SETTING_SWITCH, NULL, 0, 0},
    };
    return settings_read(settings, table, error, size);
}

static Agent *beam_create(const char *settings, uint64_t seed, char *error, size_t size) {
    (void)seed;
    Options options = default_options;
    Weights weights = default_weights;
    if (!read_settings(settings, &options, &weights, error, size))
        return NULL;
    Beam *beam = malloc(sizeof *beam);
    Planner *planner = beam ? planner_create(options.width) : NULL;
    if (!planner) {
        snprintf(error, size, "not enough memory for a beam of width %d", options.width);
        free(beam);
        return NULL;
    }
    *beam = (Beam){{&beam_agent}, options, weights, planner};
    return &beam->agent;
}

static void beam_destroy(Agent *agent) {
    Beam *beam = (Beam *)agent;
    planner_destroy(beam->planner);
    free(beam);
}

/* The moment when `share` of the time has passed; 0 without a time limit. */
static int64_t deadline_at(const Search *search, double share) {
    if (!search->budget->deadline)
        return 0;
    return search->start + (int64_t)(share * (double)(search->budget->deadline - search->start));
}

/* Nodes that a phase may use to reach `share` of all; 0 without a limit. */
static uint64_t nodes_until(const Search *search, double share) {
    if (!search->budget->nodes)
        return 0;
    double left = share * (double)search->budget->nodes - (double)search->nodes;
    return left > 1 ? (uint64_t)left : 1;
}

/* Judge the first commands, deeper and deeper until `share` of the budget is used. */
static void judge_first_commands(Search *search, Outlook outlook, double share) {
    const Position *position = search->position;
    int most = search->beam->options.first_move ? search->beam->options.verify : 0;
    for (int depth = 1; depth <= most; depth++) {
        Adversary adversary = {
            .engine = search->engine,
            .game = position->game,
            .player = position->player,
            .outlook = outlook,
            .deadline = deadline_at(search, share),
            .node_limit = nodes_until(search, share),
        };
        Verdict verdict;
        judge_commands(&adversary, position->state, depth, &verdict);
        search->nodes += adversary.nodes;
        if (adversary.gave_up && depth > 1)
            break;
        search->verdict[outlook] = verdict;
    }
}

static bool plan_init(const Search *search, int player, PlanTask *task) {
    const Options *options = &search->beam->options;
    memset(task, 0, sizeof *task);
    evaluation_init(&task->evaluation, search->engine, search->position->game,
                    &search->beam->weights, search->position->state, player);
    task->root = search->position->state;
    task->first = ~0u;
    task->depth = options->depth;
    task->unique = options->zobrist;
    task->survivable_only = options->survivable;
    task->wary = options->wary;
    return state_is_alive(task->root, player);
}

static void set_width(const Search *search, PlanTask *task, int width) {
    const Options *options = &search->beam->options;
    task->width = width < options->width ? width : options->width;
    if (options->local_beams) {
        int local = task->width * options->local / 100;
        task->local = local > 3 ? local : 3;
    }
}

/* Plan for every opponent, the others standing still. */
static void predict_opponents(Search *search) {
    int opponents = 0, players = search->position->state->players;
    search->script.length = PLAN_DEPTH;
    for (int p = 0; p < players && search->beam->options.prediction; p++) {
        PlanTask task;
        Plan plan;
        if (p == search->position->player || !plan_init(search, p, &task))
            continue;
        opponents++;
        set_width(search, &task, PREDICTION_WIDTH);
        task.deadline = deadline_at(search, 0.2 + 0.05 * opponents);
        task.node_limit = nodes_until(search, 0.2 + 0.05 * opponents);
        planner_search(search->beam->planner, &task, &plan);
        search->nodes += plan.nodes;
        for (int d = 0; d < plan.length; d++)
            search->script.command[d][p] = plan.command[d];
    }
}

/* The first commands that the verdict leaves, and what the dangers of the others cost. */
static void restrict_to_safe(const Search *search, PlanTask *task) {
    const Verdict *calm = &search->verdict[OUTLOOK_CALM];
    const Verdict *hostile = &search->verdict[OUTLOOK_HOSTILE];
    const unsigned preferred[] = {
        hostile->kills & calm->kills, calm->kills,  hostile->immune & calm->immune,
        hostile->safe & calm->safe,   calm->immune, calm->safe};
    for (int i = 0; i < 6; i++)
        if (preferred[i]) {
            task->first = preferred[i];
            return;
        }
    for (int c = 0; c < COMMAND_COUNT; c++)
        task->handicap[c] = 1000 * calm->danger[c] + 100 * hostile->danger[c];
}

static void restrict_first_commands(const Search *search, PlanTask *task) {
    const Position *position = search->position;
    task->first = state_legal(position->state, position->player);
    if (search->beam->options.first_move)
        restrict_to_safe(search, task);
    /* Where no wait is at hand, standing still would count as "do nothing". */
    unsigned active = task->first & ~(1u << COMMAND_NOTHING);
    if (active && wait_command(position->state, position->player) == COMMAND_NOTHING)
        task->first = active;
}

static void tell(const Search *search) {
    if (search->budget->improved && search->plan.length)
        search->budget->improved(search->budget->context, search->plan.command[0]);
}

/* How often what is left of the budget would pay for a search like the one that was made. */
static double affordable_times(const Search *search, const Plan *made, int64_t took) {
    double times = 1e9;
    if (search->budget->nodes)
        times = ((double)search->budget->nodes - (double)search->nodes) / (double)(made->nodes + 1);
    if (search->budget->deadline) {
        double time = (double)(search->budget->deadline - clock_now()) / (double)(took + 1);
        times = time < times ? time : times;
    }
    return 0.85 * times;
}

/* What the next search of the own moves shall be like: wider while there are more states, then
 * deeper. Returns false when the budget is not worth another. */
static bool enlarge(const Search *search, const Plan *made, int64_t took, PlanTask *task) {
    double times = affordable_times(search, made, took);
    if (!made->complete || times < 1.5)
        return false;
    bool saturated = made->widest < task->width || task->width == search->beam->options.width;
    if (saturated && task->depth == PLAN_DEPTH)
        return false;
    if (saturated)
        task->depth = task->depth + 8 < PLAN_DEPTH ? task->depth + 8 : PLAN_DEPTH;
    else
        set_width(search, task,
                  (int)fmin(PLAN_WIDTH, task->width * (times > 16 ? times / 4 : times)));
    return true;
}

static void plan_own_moves(Search *search) {
    PlanTask task;
    plan_init(search, search->position->player, &task);
    restrict_first_commands(search, &task);
    task.script = &search->script;
    task.threads = search->budget->threads;
    task.deadline = search->budget->deadline;
    set_width(search, &task, FIRST_WIDTH);
    for (bool more = true; more;) {
        Plan plan;
        int64_t began = clock_now();
        task.node_limit = nodes_until(search, 1);
        planner_search(search->beam->planner, &task, &plan);
        search->nodes += plan.nodes;
        if (plan.length > 0 && (plan.complete || plan.length * 2 >= search->plan.length))
            search->plan = plan;
        tell(search);
        more = enlarge(search, &plan, clock_now() - began, &task);
    }
}

/* Where no plan lives: the command that leaves the opponents the fewest ways to kill; of equal ones
 * a move, which may yet meet with luck. */
static Command least_dangerous(const Search *search) {
    unsigned legal = state_legal(search->position->state, search->position->player);
    const float *danger = search->verdict[OUTLOOK_CALM].danger;
    Command best = COMMAND_NOTHING;
    float least = INFINITY;
    for (int i = 1; i <= COMMAND_COUNT; i++) {
        Command command = (Command)(i % COMMAND_COUNT);
        if (legal >> command & 1 && danger[command] < least) {
            best = command;
            least = danger[command];
        }
    }
    return best;
}

/* Why a first command was not tried, or what speaks against it. */
static const char *objection(const Search *search, Command command) {
    const Verdict *calm = &search->verdict[OUTLOOK_CALM];
    const Verdict *hostile = &search->verdict[OUTLOOK_HOSTILE];
    unsigned bit = 1u << command;
    if (!(state_legal(search->position->state, search->position->player) & bit))
        return "refused by the rules";
    if (!search->beam->options.first_move)
        return "";
    if (calm->kills & bit)
        return "an opponent dies, whatever it does";
    if (calm->kills)
        return "struck out: another command kills";
    if (!(calm->safe & bit))
        return calm->safe ? "struck out: an opponent can kill" : "an opponent can kill";
    if (!(hostile->safe & bit) && hostile->safe)
        return "struck out: an opponent can drive us into a trigger";
    return isinf(search->plan.first_value[command]) ? "crowded out by better ones" : "";
}

static void explain_first_commands(const Search *search, Command chosen, FILE *out) {
    const Verdict *calm = &search->verdict[OUTLOOK_CALM];
    const Verdict *hostile = &search->verdict[OUTLOOK_HOSTILE];
    fprintf(out, "%-8s %8s %8s %8s\n", "first", "value", "danger", "hostile");
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
        float value = search->plan.first_value[c];
        char number[16] = "-";
        if (!isinf(value))
            snprintf(number, sizeof number, "%.2f", (double)value);
        fprintf(out, "%-8s %8s %7.0f%% %7.0f%%  %s%s\n", command_name(c), number,
                100 * (double)calm->danger[c], 100 * (double)hostile->danger[c],
                c == chosen ? "<- " : "", objection(search, c));
    }
}

/* Play the plan and what is expected of the others. */
static void follow_plan(const Search *search, State *state) {
    RoundEvents events;
    state_copy(state, search->position->state);
    for (int d = 0; d < search->plan.length; d++) {
        uint8_t command[MAX_PLAYERS];
        memcpy(command, search->script.command[d], sizeof command);
        command[search->position->player] = search->plan.command[d];
        search->engine->play(search->position->game, state, command, &RANKS_IN_ORDER, &events);
    }
}

static void explain(const Search *search, Command chosen) {
    FILE *out = search->budget->explain;
    const Position *position = search->position;
    char text[POSITION_TEXT];
    State expected;
    position_write("now", position->game, position->state, NULL, text);
    fprintf(out, "%s\n", text);
    explain_first_commands(search, chosen, out);
    fprintf(out, "\nsearched depth=%d width=%d nodes=%llu\nexpected:", search->plan.length,
            search->plan.widest, (unsigned long long)search->nodes);
    for (int d = 0; d < search->plan.length; d++)
        fprintf(out, " %s", command_name(search->plan.command[d]));
    follow_plan(search, &expected);
    position_write("expected", position->game, &expected, NULL, text);
    fprintf(out, "\n\n%s", text);
}

static Command beam_move(Agent *agent, const Position *position, const Budget *budget,
                         Thought *thought) {
    Search search = {.beam = (Beam *)agent,
                     .engine = engine(),
                     .position = position,
                     .budget = budget,
                     .start = clock_now()};
    judge_first_commands(&search, OUTLOOK_CALM, 0.15);
    judge_first_commands(&search, OUTLOOK_HOSTILE, 0.2);
    predict_opponents(&search);
    plan_own_moves(&search);
    Command command = search.plan.length ? search.plan.command[0] : least_dangerous(&search);
    if (budget->explain)
        explain(&search, command);
    *thought =
        (Thought){search.plan.length, search.plan.widest, search.nodes, (double)search.plan.value};
    return command == COMMAND_NOTHING ? wait_command(position->state, position->player) : command;
}

const AgentKind beam_agent = {
    "beam",
    "beam search over an exact forward model (the default)",
    "  [no-]zh        keep states with the same hash once\n"
    "  [no-]op        predict the opponents\n"
    "  [no-]lb        limit the states with the player on one cell\n"
    "  [no-]fmp       strike out first commands by exhaustive search\n"
    "  [no-]sc        leave out states that cannot be survived\n"
    "  [no-]wary      shun states in which an opponent's next bomb would be fatal\n"
    "  width=N        states a level at most\n"
    "  local=N        states on one cell, in percent of the width\n"
    "  depth=N        rounds looked ahead\n"
    "  verify=N       rounds of exhaustive search for the first command\n",
    beam_create,
    beam_move,
    beam_destroy,
};
