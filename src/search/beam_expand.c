#include <math.h>
#include <stdatomic.h>

#include "platform/clock.h"
#include "search/beam_internal.h"

/* The parents of a level, which the threads share. */
typedef struct Expansion {
    const Level *level;
    atomic_bool late;
    _Alignas(CACHE_LINE) atomic_int next_chunk;
} Expansion;

static void predicted_commands(const BeamTask *task, int depth, Command own,
                               uint8_t command[MAX_PLAYERS]) {
    memset(command, 0, MAX_PLAYERS);
    if (task->prediction && depth < task->prediction->length)
        memcpy(command, task->prediction->command[depth], MAX_PLAYERS);
    command[task->evaluation.player] = (uint8_t)own;
}

static void play(const BeamTask *task, const State *parent, const uint8_t command[MAX_PLAYERS],
                 State *child, RoundEvents *events) {
    state_copy(child, parent);
    task->evaluation.engine->play(task->evaluation.game, child, command, &RANKS_IN_ORDER, events);
}

void beam_play(const BeamTask *task, int depth, const State *parent, Command own, State *child) {
    uint8_t command[MAX_PLAYERS];
    RoundEvents events;
    predicted_commands(task, depth, own, command);
    play(task, parent, command, child, &events);
}

/* The penalty of a first command is charged again when a line waits at the root cell and gives that
 * command later. If it were charged in the first round alone, every line would begin by waiting. */
static float root_cost(const BeamTask *task, int depth, const State *parent, Command own) {
    int player = task->evaluation.player;
    if (depth == 0)
        return root_bias_cost(&task->root_bias, own);
    if (!(task->first >> own & 1) || own == COMMAND_NOTHING ||
        parent->cell[player] != task->root->cell[player])
        return 0;
    return task->root_bias.penalty[own];
}

/* The children of one parent. They are made from the state after a wait where the command makes no
 * difference to the other players, else they are played. */
typedef struct Family {
    const BeamTask *task;
    int depth;
    const State *parent;
    uint8_t command[MAX_PLAYERS]; /* of this round; the player waits */
    State wait;                   /* after this round */
    RoundEvents events;
    bool separate;      /* the wait can be replaced (Engine.replace_wait): nobody else can meet the
                           player on its cell, where it has stood before; no power-up lies there; and
                           there are slots for all bombs of the round */
    SharedTerms shared; /* only when separate and the player lives */
} Family;

/* Whether another player stands on `cell` or wants to go there. */
static bool others_near(const Family *family, Cell cell) {
    const State *parent = family->parent;
    bool near = false;
    for (int p = 0; p < parent->players; p++)
        if (p != family->task->evaluation.player && state_is_alive(parent, p)) {
            Command command = (Command)family->command[p];
            near |= parent->cell[p] == cell || cell_beside(parent->cell[p], command) == cell;
        }
    return near;
}

static bool holds_powerup(const Family *family, Cell cell) {
    int index = family->task->evaluation.game->powerup_at[cell];
    return index != NO_POWERUP && family->parent->powerups >> index & 1;
}

static void family_init(Family *family, const BeamTask *task, int depth, const State *parent) {
    int player = task->evaluation.player;
    Cell cell = parent->cell[player];
    family->task = task;
    family->depth = depth;
    family->parent = parent;
    predicted_commands(task, depth, COMMAND_NOTHING, family->command);
    play(task, parent, family->command, &family->wait, &family->events);
    family->separate = !others_near(family, cell) && !holds_powerup(family, cell) &&
                       family->wait.touched_count[player] == parent->touched_count[player] &&
                       __builtin_popcount(state_bombs(parent)) <= MAX_BOMBS - MAX_PLAYERS;
    if (family->separate && state_is_alive(&family->wait, player))
        evaluate_wait(&task->evaluation, &family->wait, &family->shared);
}

/* Whether the player's command can be replaced in family->wait. */
static bool can_replace(const Family *family, Command own) {
    Cell cell = cell_beside(family->wait.cell[family->task->evaluation.player], own);
    if (!family->separate)
        return false;
    return !is_move(own) || (!others_near(family, cell) && !holds_powerup(family, cell));
}

/* The child of `own`. Returns false when the player dies. Stores the value of the state. */
static bool make_child(const Family *family, Command own, State *child, float *value) {
    const Evaluation *evaluation = &family->task->evaluation;
    int player = evaluation->player;
    if (!can_replace(family, own)) {
        beam_play(family->task, family->depth, family->parent, own, child);
        if (!state_is_alive(child, player))
            return false;
        *value = evaluate(evaluation, child);
        return true;
    }
    Cell cell = cell_beside(family->wait.cell[player], own);
    if (family->events.exploded && board_has(&family->events.exploding, cell))
        return false;
    state_copy(child, &family->wait);
    evaluation->engine->replace_wait(child, player, own);
    *value = evaluate_replaced(evaluation, child, &family->shared, own);
    return true;
}

/* The children of one parent in which the player lives. Returns the number of candidates written.
 */
static int expand(const BeamTask *task, int depth, float discount, const State *parent,
                  uint32_t index, const Origin *origin, Candidate *out) {
    const Evaluation *evaluation = &task->evaluation;
    int player = evaluation->player, count = 0;
    unsigned legal = state_legal(parent, player);
    Family family;
    family_init(&family, task, depth, parent);
    /* A player whose cell explodes cannot leave it in time. */
    if (!state_is_alive(&family.wait, player))
        return 0;
    if (depth == 0)
        legal &= task->first;
    for (unsigned rest = legal; rest; rest &= rest - 1) {
        Command own = (Command)__builtin_ctz(rest);
        State child;
        float value;
        if (!make_child(&family, own, &child, &value))
            continue;
        float won = origin->won + discount * points_won(evaluation, parent, &child);
        won -= root_cost(task, depth, parent, own);
        if (depth < task->mobility_rounds)
            won -= mobility_cost(evaluation, &child);
        out[count++] = (Candidate){
            .hash = child.hash,
            .won = won,
            .value = won + discount * value,
            .parent = index,
            .cell = child.cell[player],
            .command = (uint8_t)own,
            .first = depth == 0 ? (uint8_t)own : origin->first,
        };
    }
    return count;
}

static uint32_t descending_key(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 ? bits : ~(bits | 1u << 31);
}

/* Store the keys of a chunk's candidates and their best values by first command. */
static void summarize_chunk(BeamSearch *search, int chunk) {
    Chunk *summary = &search->chunks[chunk];
    uint32_t first = (uint32_t)(chunk * CHUNK * CHILDREN);
    for (int c = 0; c < COMMAND_COUNT; c++)
        summary->first_value[c] = -INFINITY;
    for (uint32_t i = first; i < first + (uint32_t)summary->count; i++) {
        const Candidate *candidate = &search->candidates[i];
        float *best = &summary->first_value[candidate->first];
        *best = candidate->value > *best ? candidate->value : *best;
        search->spare[i] = (Order){descending_key(candidate->value), i};
    }
}

static void expand_chunk(const Level *level, int chunk) {
    BeamSearch *search = level->search;
    int first = chunk * CHUNK, end = first + CHUNK < level->size ? first + CHUNK : level->size;
    Candidate *out = search->candidates + first * CHILDREN;
    int count = 0;
    for (int i = first; i < end; i++) {
        if (i + 1 < level->size)
            beam_prefetch(beam_state(search, level->depth, (uint32_t)i + 1));
        count += expand(level->task, level->depth, level->discount,
                        beam_state(search, level->depth, (uint32_t)i), (uint32_t)i,
                        &search->origin[level->depth][i], out + count);
    }
    search->chunks[chunk].count = count;
    summarize_chunk(search, chunk);
}

static void expand_chunks(void *argument, int worker) {
    (void)worker;
    Expansion *expansion = argument;
    int64_t deadline = expansion->level->task->limits.deadline;
    for (;;) {
        int chunk = atomic_fetch_add(&expansion->next_chunk, 1);
        if (chunk * CHUNK >= expansion->level->size)
            return;
        if (deadline && clock_now() >= deadline)
            atomic_store(&expansion->late, true);
        if (atomic_load(&expansion->late))
            return;
        expand_chunk(expansion->level, chunk);
    }
}

bool beam_expand(Level *level) {
    Expansion expansion = {.level = level};
    thread_pool_run(level->size > CHUNK ? level->task->pool : NULL, expand_chunks, &expansion);
    return !atomic_load(&expansion.late);
}
