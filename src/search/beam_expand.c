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

void beam_play(const BeamTask *task, int depth, const State *parent, Command own, State *child) {
    uint8_t command[MAX_PLAYERS];
    RoundEvents events;
    predicted_commands(task, depth, own, command);
    state_copy(child, parent);
    task->evaluation.engine->play(task->evaluation.game, child, command, &RANKS_IN_ORDER, &events);
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

/* Play all children of one parent. Returns the number of candidates written. */
static int expand(const BeamTask *task, int depth, float discount, const State *parent,
                  uint32_t index, const Origin *origin, Candidate *out) {
    const Evaluation *evaluation = &task->evaluation;
    int player = evaluation->player, count = 0;
    unsigned legal = state_legal(parent, player);
    if (depth == 0)
        legal &= task->first;
    for (unsigned rest = legal; rest; rest &= rest - 1) {
        Command own = (Command)__builtin_ctz(rest);
        State child;
        beam_play(task, depth, parent, own, &child);
        if (!state_is_alive(&child, player))
            continue;
        float won = origin->won + discount * points_won(evaluation, parent, &child);
        won -= root_cost(task, depth, parent, own);
        if (depth < task->mobility_rounds)
            won -= mobility_cost(evaluation, &child);
        out[count++] = (Candidate){
            .hash = child.hash,
            .won = won,
            .value = won + discount * evaluate(evaluation, &child),
            .parent = index,
            .cell = child.cell[player],
            .command = (uint8_t)own,
            .first = depth == 0 ? (uint8_t)own : origin->first,
        };
    }
    return count;
}

static void expand_chunk(const Level *level, int chunk) {
    BeamSearch *search = level->search;
    int first = chunk * CHUNK, end = first + CHUNK < level->size ? first + CHUNK : level->size;
    Candidate *out = search->candidates + first * CHILDREN;
    int count = 0;
    for (int i = first; i < end; i++)
        count +=
            expand(level->task, level->depth, level->discount, &search->states[level->depth & 1][i],
                   (uint32_t)i, &search->origin[level->depth][i], out + count);
    search->chunk_count[chunk] = count;
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
