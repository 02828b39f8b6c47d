#include "rivals/duct.h"

#include <math.h>

/* A player in the simulation that is under way. */
typedef struct Walk {
    uint32_t at;                  /* node, while it is in its tree */
    bool inside;                  /* its tree */
    int visited;                  /* nodes to update */
    uint32_t path[LINE_MOST + 1]; /* these */
} Walk;

/* What the simulations so far say about a player. */
typedef struct Seat {
    float promised; /* by the root */
    float best;     /* value of its best line */
    UctRule rule;
    Walk walk;
} Seat;

typedef struct Run {
    Tree *tree;
    Line *line;
    const DuctTask *task;
    Random *random;
    Prediction *lines; /* the best of each player */
    unsigned players;
    unsigned simulations;
    Command leading;
    SearchResult best_line[COMMAND_COUNT]; /* the best lines with each first command */
    Seat seat[MAX_PLAYERS];
} Run;

/* The guide of the first simulation is the hint. */
static PlayoutRule playout_rule(const Run *run) {
    const Prediction *pvs = run->simulations ? run->lines : run->task->pvs;
    return (PlayoutRule){
        .movers = run->players, .pvs = pvs, .follow = run->simulations ? run->task->follow : 1};
}

static unsigned commands_of(const Run *run, int player, int depth) {
    unsigned legal = state_legal(&run->line->state[depth], player);
    bool restricted = depth == 0 && player == run->task->player;
    return restricted && legal & run->task->first ? legal & run->task->first : legal;
}

/* The next command of a player, by its tree as long as it is inside. */
static uint8_t choose(Run *run, int player, int depth, const PlayoutRule *rule) {
    Tree *tree = &run->tree[player];
    Seat *seat = &run->seat[player];
    Walk *walk = &seat->walk;
    unsigned mask = commands_of(run, player, depth);
    if (!walk->inside || run->simulations == 0)
        return playout_command(rule, depth, player, mask, run->random);
    unsigned open = mask & ~(unsigned)tree->node[walk->at].closed;
    mask = open ? open : mask;
    return (uint8_t)tree_select(tree, walk->at, mask, &seat->rule, run->random);
}

/* Whether a player must choose anew: its command, tried here for the first time, leaves it no way
 * to live. The tree remembers that. */
static bool must_choose_anew(Run *run, int player, int depth) {
    const Walk *walk = &run->seat[player].walk;
    if (!(run->players >> player & 1) || !walk->inside || run->simulations == 0)
        return false;
    Command command = (Command)run->line->command[depth][player];
    Tree *tree = &run->tree[player];
    TreeNode *node = &tree->node[walk->at];
    if (tree->node[tree_child(tree, walk->at, command)].visits > 0 || node->closed >> command & 1 ||
        line_survives(run->line, depth + 1, player))
        return false;
    node->closed |= (uint8_t)(1u << command);
    return commands_of(run, player, depth) & ~(unsigned)node->closed;
}

/* Play the round of these commands, better ones where they are seen to be deadly. */
static void play(Run *run, int depth, uint8_t command[MAX_PLAYERS], const PlayoutRule *rule) {
    bool anew;
    do {
        line_play(run->line, depth, command);
        anew = false;
        for (int p = 0; p < MAX_PLAYERS; p++)
            if (must_choose_anew(run, p, depth)) {
                command[p] = choose(run, p, depth, rule);
                anew = true;
            }
    } while (anew);
}

/* Count the chosen command, and go where what happened leads. */
static void follow(Run *run, int player, int depth) {
    const Tree *tree = &run->tree[player];
    const State *state = &run->line->state[depth];
    Walk *walk = &run->seat[player].walk;
    Command command = (Command)run->line->command[depth][player];
    uint32_t chosen = tree_child(tree, walk->at, command);
    bool bumped = is_move(command) && state[1].cell[player] == state[0].cell[player];
    walk->path[walk->visited++] = chosen;
    walk->at = bumped ? tree_child(tree, walk->at, COMMAND_NOTHING) : chosen;
}

/* A player leaves its tree at a node without visits. */
static bool stay_inside(Run *run, int player, int depth) {
    Tree *tree = &run->tree[player];
    Walk *walk = &run->seat[player].walk;
    const TreeNode *node = &tree->node[walk->at];
    walk->inside = walk->inside && state_is_alive(&run->line->state[depth], player) &&
                   (depth == 0 || node->visits > 0) &&
                   (node->children || tree_expand(tree, walk->at));
    return walk->inside;
}

static bool any_inside(Run *run, int depth) {
    bool any = false;
    for (int p = 0; p < MAX_PLAYERS; p++)
        any |= run->players >> p & 1 && stay_inside(run, p, depth);
    return any;
}

/* Follow the trees until all players have left theirs. Returns the depth. */
static int descend(Run *run) {
    const DuctTask *task = run->task;
    const PlayoutRule rule = playout_rule(run);
    int depth = 0;
    for (int p = 0; p < MAX_PLAYERS; p++) {
        run->seat[p].walk = (Walk){.at = TREE_ROOT, .inside = true, .visited = 1};
        run->seat[p].walk.path[0] = TREE_ROOT;
    }
    for (; depth < task->depth; depth++) {
        const State *state = &run->line->state[depth];
        uint8_t command[MAX_PLAYERS] = {0};
        if (state_over(task->evaluation[task->player].game, state) || !any_inside(run, depth))
            break;
        for (int p = 0; p < MAX_PLAYERS; p++)
            if (run->players & state->alive & 1u << p)
                command[p] = choose(run, p, depth, &rule);
        play(run, depth, command, &rule);
        for (int p = 0; p < MAX_PLAYERS; p++)
            if (run->players >> p & 1 && run->seat[p].walk.inside)
                follow(run, p, depth);
    }
    return depth;
}

/* How a simulation ended for a player. */
typedef struct Ending {
    int alive;    /* the last depth from which it can live on; death is unavoidable behind it */
    float points; /* won and promised there */
} Ending;

static Ending ending_of(const Run *run, int player, int end) {
    while (end > 0 && !line_survives(run->line, end, player))
        end--;
    return (Ending){end, line_value(run->line, end, player, run->seat[player].promised)};
}

/* Rounds until the last bomb on the board has gone off, at least 1. */
static int rounds_of_bombs(const State *state) {
    int most = 1;
    for (unsigned rest = state_bombs(state); rest; rest &= rest - 1) {
        int timer = bomb_timer(state, __builtin_ctz(rest));
        most = timer > most ? timer : most;
    }
    return most;
}

/* What the simulation is worth to a player, were it doomed or not: the outcomes, weighted by 1 /
 * rounds. */
static float outcome(const Run *run, int player, bool doomed, const Ending ending[MAX_PLAYERS]) {
    enum { LIFE = 100 /* points that death costs in a plan */ };
    const DuctTask *task = run->task;
    const Game *game = task->evaluation[player].game;
    const State *state = &run->line->state[ending[player].alive];
    int left = game->last_round - state->round;
    float soon = 1 / (float)rounds_of_bombs(state), late = 1 / (float)(left > 1 ? left : 1);
    float own = ending[player].points, rival = -INFINITY;
    float weights = late, sum = 0;
    for (int p = 0; p < MAX_PLAYERS; p++) {
        if (p == player || !(run->players >> p & 1))
            continue;
        rival = ending[p].points > rival ? ending[p].points : rival;
        if (ending[p].alive > 0)
            continue;
        weights += soon;
        sum += soon * (own + task->evaluation[player].weights->kill * (float)game->bounty);
    }
    if (doomed) {
        weights += soon;
        sum += soon * (own - LIFE);
    }
    sum += late * (rival > -INFINITY ? own - task->rival_weight * rival : own);
    return sum / weights;
}

/* Death is charged to the nodes behind the one where it could still be avoided. */
static void update(Run *run, int player, int alive, float value, float doomed) {
    const Walk *walk = &run->seat[player].walk;
    for (int d = 0; d < walk->visited; d++)
        tree_update(&run->tree[player].node[walk->path[d]], d <= alive ? value : doomed);
    uct_rule_count(&run->seat[player].rule, value);
}

/* Keep a line that is the player's best so far. */
static void note(Run *run, int player, int end, float value) {
    Seat *seat = &run->seat[player];
    if (value <= seat->best)
        return;
    seat->best = value;
    for (int d = 0; d < end; d++)
        run->lines->command[d][player] = run->line->command[d][player];
}

static void note_own(Run *run, int end, float value) {
    const int player = run->task->player;
    SearchResult *result = &run->best_line[run->line->command[0][player]];
    if (result->pv.length > 0 && value <= result->value)
        return;
    result->pv.length = end;
    result->value = value;
    for (int d = 0; d < end; d++)
        result->pv.command[d] = run->line->command[d][player];
}

/* The first command with the most visits. */
static Command leader(const Run *run) {
    const Tree *tree = &run->tree[run->task->player];
    Command best = COMMAND_NOTHING;
    uint32_t most = 0;
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
        uint32_t visits = tree->node[tree_child(tree, TREE_ROOT, c)].visits;
        if (visits > most) {
            most = visits;
            best = c;
        }
    }
    return best;
}

static void report(Run *run) {
    enum { BETWEEN = 64 };
    if (!run->task->report || run->simulations % BETWEEN != 1)
        return;
    Command now = leader(run);
    if (run->simulations == 1 || now != run->leading)
        run->task->report(run->task->context, now);
    run->leading = now;
}

/* Tell every player what the line from the root to `end` is worth to it. */
static void settle(Run *run, int end) {
    const int own = run->task->player;
    Ending ending[MAX_PLAYERS];
    for (int p = 0; p < MAX_PLAYERS; p++)
        if (run->players >> p & 1)
            ending[p] = ending_of(run, p, end);
    for (int p = 0; p < MAX_PLAYERS; p++) {
        if (!(run->players >> p & 1))
            continue;
        float cost = p == own ? root_bias_cost(&run->task->root_bias, run->line->command[0][p]) : 0;
        float value = outcome(run, p, ending[p].alive == 0, ending) - cost;
        if (p == own)
            note_own(run, end, value);
        note(run, p, end, value);
        update(run, p, ending[p].alive, value, outcome(run, p, true, ending) - cost);
    }
}

static void simulate(Run *run) {
    const DuctTask *task = run->task;
    uint64_t before = run->line->nodes;
    const PlayoutRule rule = playout_rule(run);
    int leaf = descend(run);
    int end = leaf + task->playout < task->depth ? leaf + task->playout : task->depth;
    settle(run, playout(run->line, leaf, end, &rule, run->random));
    run->simulations++;
    run->line->nodes += run->line->nodes == before; /* or the same line would cost nothing */
    report(run);
}

static void begin(Run *run) {
    const DuctTask *task = run->task;
    memset(run->lines, 0, sizeof *run->lines);
    run->lines->length = task->depth;
    memset(run->line->evaluation, 0, sizeof run->line->evaluation);
    for (int p = 0; p < task->root->players && p < MAX_PLAYERS; p++) {
        if (!state_is_alive(task->root, p))
            continue;
        run->players |= 1u << p;
        run->line->evaluation[p] = &task->evaluation[p];
        tree_clear(&run->tree[p]);
        run->seat[p].promised = evaluate(&task->evaluation[p], task->root);
        run->seat[p].best = -INFINITY;
        run->seat[p].rule = uct_rule(task->c, task->mix, 0);
    }
    line_begin(run->line, task->root);
}

static void answer(const Run *run, SearchResult *result) {
    const Tree *tree = &run->tree[run->task->player];
    const float promised = run->seat[run->task->player].promised;
    *result = run->best_line[leader(run)];
    result->value += promised;
    result->nodes = run->line->nodes;
    result->widest = (int)tree->node[TREE_ROOT].visits;
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
        const TreeNode *child = &tree->node[tree_child(tree, TREE_ROOT, c)];
        result->first_value[c] =
            child->visits ? child->sum / (float)child->visits + promised : -INFINITY;
    }
}

void duct_search(Tree tree[MAX_PLAYERS], Line *line, const DuctTask *task, Random *random,
                 Prediction *lines, SearchResult *result) {
    Run run = {.tree = tree, .line = line, .task = task, .random = random, .lines = lines};
    begin(&run);
    do
        simulate(&run);
    while (!line_is_spent(line, run.simulations, task->limits.nodes, task->limits.deadline));
    answer(&run, result);
}
