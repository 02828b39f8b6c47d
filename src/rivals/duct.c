#include "rivals/duct.h"

#include <math.h>

/* The path of a player through its tree in the current simulation. */
typedef struct Descent {
    uint32_t at;                    /* node, while it is in its tree */
    bool inside;                    /* its tree */
    int visited;                    /* nodes to update */
    uint32_t path[LINE_LENGTH + 1]; /* these */
} Descent;

/* What the simulations so far found for a player. */
typedef struct PlayerSearch {
    float root_value; /* value of the root */
    float best;       /* value of its best line */
    UctRule rule;
    Descent descent;
} PlayerSearch;

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
    PlayerSearch player_search[MAX_PLAYERS];
} Run;

/* The first simulation follows the PVs of the last round. */
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

/* The next command of a player: by its tree while it is inside, then as in a playout. */
static uint8_t choose(Run *run, int player, int depth, const PlayoutRule *rule) {
    Tree *tree = &run->tree[player];
    PlayerSearch *player_search = &run->player_search[player];
    Descent *descent = &player_search->descent;
    unsigned mask = commands_of(run, player, depth);
    if (!descent->inside || run->simulations == 0)
        return playout_command(rule, depth, player, mask, run->random);
    unsigned open = mask & ~(unsigned)tree->node[descent->at].closed;
    mask = open ? open : mask;
    return (uint8_t)tree_select(tree, descent->at, mask, &player_search->rule, run->random);
}

/* Whether a player must choose again, because its command, tried here for the first time, leaves it
 * no way to survive. The command is closed then. */
static bool must_choose_again(Run *run, int player, int depth) {
    const Descent *descent = &run->player_search[player].descent;
    if (!(run->players >> player & 1) || !descent->inside || run->simulations == 0)
        return false;
    Command command = (Command)run->line->command[depth][player];
    Tree *tree = &run->tree[player];
    TreeNode *node = &tree->node[descent->at];
    if (tree->node[tree_child(tree, descent->at, command)].visits > 0 ||
        node->closed >> command & 1 || line_survives(run->line, depth + 1, player))
        return false;
    node->closed |= (uint8_t)(1u << command);
    return commands_of(run, player, depth) & ~(unsigned)node->closed;
}

/* Play a round. Players whose commands turn out to be deadly choose again. */
static void play(Run *run, int depth, uint8_t command[MAX_PLAYERS], const PlayoutRule *rule) {
    bool again;
    do {
        line_play(run->line, depth, command);
        again = false;
        for (int p = 0; p < MAX_PLAYERS; p++)
            if (must_choose_again(run, p, depth)) {
                command[p] = choose(run, p, depth, rule);
                again = true;
            }
    } while (again);
}

/* Add the chosen command to the path, and follow the one that really happened. */
static void follow(Run *run, int player, int depth) {
    const Tree *tree = &run->tree[player];
    const State *state = &run->line->state[depth];
    Descent *descent = &run->player_search[player].descent;
    Command command = (Command)run->line->command[depth][player];
    uint32_t chosen = tree_child(tree, descent->at, command);
    bool bumped = is_move(command) && state[1].cell[player] == state[0].cell[player];
    descent->path[descent->visited++] = chosen;
    descent->at = bumped ? tree_child(tree, descent->at, COMMAND_NOTHING) : chosen;
}

/* A player leaves its tree at a node without visits. Returns whether it is still inside. */
static bool stay_inside(Run *run, int player, int depth) {
    Tree *tree = &run->tree[player];
    Descent *descent = &run->player_search[player].descent;
    const TreeNode *node = &tree->node[descent->at];
    descent->inside = descent->inside && state_is_alive(&run->line->state[depth], player) &&
                      (depth == 0 || node->visits > 0) &&
                      (node->children || tree_expand(tree, descent->at));
    return descent->inside;
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
        run->player_search[p].descent = (Descent){.at = TREE_ROOT, .inside = true, .visited = 1};
        run->player_search[p].descent.path[0] = TREE_ROOT;
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
            if (run->players >> p & 1 && run->player_search[p].descent.inside)
                follow(run, p, depth);
    }
    return depth;
}

/* How a simulation ended for a player. */
typedef struct Outcome {
    int alive;    /* the last depth in which it survives */
    float points; /* won up to there, and the value of that state */
} Outcome;

static Outcome find_outcome(const Run *run, int player, int end) {
    while (end > 0 && !line_survives(run->line, end, player))
        end--;
    return (Outcome){end,
                     line_value(run->line, end, player, run->player_search[player].root_value)};
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

/* The value of the simulation to a player: its possible outcomes, weighted by 1 / rounds. With
 * `doomed`, its own death is one of them. */
static float value_of_outcomes(const Run *run, int player, bool doomed,
                               const Outcome outcomes[MAX_PLAYERS]) {
    enum { DEATH_COST = 100 /* points that death costs in a line */ };
    const DuctTask *task = run->task;
    const Game *game = task->evaluation[player].game;
    const State *state = &run->line->state[outcomes[player].alive];
    int left = game->last_round - state->round;
    float soon = 1 / (float)rounds_of_bombs(state), late = 1 / (float)(left > 1 ? left : 1);
    float own = outcomes[player].points, rival = -INFINITY;
    float weights = late, sum = 0;
    for (int p = 0; p < MAX_PLAYERS; p++) {
        if (p == player || !(run->players >> p & 1))
            continue;
        rival = outcomes[p].points > rival ? outcomes[p].points : rival;
        if (outcomes[p].alive > 0)
            continue;
        weights += soon;
        sum += soon * (own + task->evaluation[player].weights->kill * (float)game->bounty);
    }
    if (doomed) {
        weights += soon;
        sum += soon * (own - DEATH_COST);
    }
    sum += late * (rival > -INFINITY ? own - task->rival_weight * rival : own);
    return sum / weights;
}

/* Nodes behind the last one in which the player survives get the value of its death. */
static void update(Run *run, int player, int alive, float value, float doomed) {
    const Descent *descent = &run->player_search[player].descent;
    for (int d = 0; d < descent->visited; d++)
        tree_update(&run->tree[player].node[descent->path[d]], d <= alive ? value : doomed);
    uct_rule_count(&run->player_search[player].rule, value);
}

/* Keep the line if it is the player's best so far. */
static void note(Run *run, int player, int end, float value) {
    PlayerSearch *player_search = &run->player_search[player];
    if (value <= player_search->best)
        return;
    player_search->best = value;
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
    enum { INTERVAL = 64 };
    if (!run->task->report || run->simulations % INTERVAL != 1)
        return;
    Command now = leader(run);
    if (run->simulations == 1 || now != run->leading)
        run->task->report(run->task->context, now);
    run->leading = now;
}

/* Update the tree of every player with its value of the line from the root to `end`. */
static void update_all(Run *run, int end) {
    const int own = run->task->player;
    Outcome outcomes[MAX_PLAYERS];
    for (int p = 0; p < MAX_PLAYERS; p++)
        if (run->players >> p & 1)
            outcomes[p] = find_outcome(run, p, end);
    for (int p = 0; p < MAX_PLAYERS; p++) {
        if (!(run->players >> p & 1))
            continue;
        float cost = p == own ? root_bias_cost(&run->task->root_bias, run->line->command[0][p]) : 0;
        float value = value_of_outcomes(run, p, outcomes[p].alive == 0, outcomes) - cost;
        if (p == own)
            note_own(run, end, value);
        note(run, p, end, value);
        update(run, p, outcomes[p].alive, value, value_of_outcomes(run, p, true, outcomes) - cost);
    }
}

static void simulate(Run *run) {
    const DuctTask *task = run->task;
    uint64_t before = run->line->nodes;
    const PlayoutRule rule = playout_rule(run);
    int leaf = descend(run);
    int end = leaf + task->playout < task->depth ? leaf + task->playout : task->depth;
    update_all(run, playout(run->line, leaf, end, &rule, run->random));
    run->simulations++;
    run->line->nodes += run->line->nodes ==
                        before; /* repeating a line must cost something, or the search never ends */
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
        run->player_search[p].root_value = evaluate(&task->evaluation[p], task->root);
        run->player_search[p].best = -INFINITY;
        run->player_search[p].rule = uct_rule(task->c, task->mix, 0);
    }
    line_begin(run->line, task->root);
}

static void answer(const Run *run, SearchResult *result) {
    const Tree *tree = &run->tree[run->task->player];
    const float root_value = run->player_search[run->task->player].root_value;
    *result = run->best_line[leader(run)];
    result->value += root_value;
    result->nodes = run->line->nodes;
    result->widest = (int)tree->node[TREE_ROOT].visits;
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
        const TreeNode *child = &tree->node[tree_child(tree, TREE_ROOT, c)];
        result->first_value[c] =
            child->visits ? child->sum / (float)child->visits + root_value : -INFINITY;
    }
}

void duct_search(Tree tree[MAX_PLAYERS], Line *line, const DuctTask *task, Random *random,
                 Prediction *lines, SearchResult *result) {
    Run run = {.tree = tree, .line = line, .task = task, .random = random, .lines = lines};
    begin(&run);
    do
        simulate(&run);
    while (!line_should_stop(line, run.simulations, &task->limits));
    answer(&run, result);
}
