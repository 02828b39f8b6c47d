#include "rivals/evolution.h"

#include <math.h>
#include <stdlib.h>

#include "platform/clock.h"
#include "platform/memory.h"
#include "safety/survival.h"

typedef struct Individual {
    uint8_t gene[PV_LENGTH];
    int played; /* rounds until every command was deadly */
    float value;
} Individual;

struct Evolution {
    Individual individual[2 * EVOLUTION_MAX];
    uint16_t order[2 * EVOLUTION_MAX]; /* indices; the parents come first, best first */
    int parents;                       /* in the population */
    float wheel[EVOLUTION_MAX];        /* sums of the parents' fitness, for the roulette */
    State path[PV_LENGTH + 1];         /* states of the plan while it is played */
};

/* One search. */
typedef struct Run {
    Evolution *evolution;
    const EvolutionTask *task;
    Random *random;
    SearchResult *result;
    float last_discount; /* of the value of the last state */
    unsigned played;     /* plans */
} Run;

Evolution *evolution_create(void) {
    Evolution *evolution = memory_allocate_aligned(sizeof *evolution);
    if (evolution)
        memset(evolution, 0, sizeof *evolution);
    return evolution;
}

void evolution_destroy(Evolution *evolution) {
    memory_free_aligned(evolution);
}

void evolution_clear(Evolution *evolution) {
    evolution->parents = 0;
}

static uint8_t random_gene(Random *random) {
    return (uint8_t)random_below(random, COMMAND_COUNT);
}

void evolution_shift(Evolution *evolution, Random *random) {
    for (int i = 0; i < evolution->parents; i++) {
        uint8_t *gene = evolution->individual[evolution->order[i]].gene;
        memmove(gene, gene + 1, PV_LENGTH - 1);
        gene[PV_LENGTH - 1] = random_gene(random);
    }
}

static bool is_over(const Run *run) {
    enum { CLOCK_INTERVAL = 8 };
    const EvolutionTask *task = run->task;
    if (task->limits.nodes && run->result->nodes >= task->limits.nodes)
        return true;
    return task->limits.deadline && run->played % CLOCK_INTERVAL == 0 &&
           clock_now() >= task->limits.deadline;
}

/* Play one round. Returns false when the player died. */
static bool play(Run *run, int depth, uint8_t own) {
    const EvolutionTask *task = run->task;
    const State *before = &run->evolution->path[depth];
    State *after = &run->evolution->path[depth + 1];
    uint8_t command[MAX_PLAYERS] = {0};
    RoundEvents events;
    if (task->prediction && depth < task->prediction->length)
        memcpy(command, task->prediction->command[depth], sizeof command);
    command[task->evaluation.player] = own;
    state_copy(after, before);
    task->evaluation.engine->play(task->evaluation.game, after, command, &RANKS_IN_ORDER, &events);
    run->result->nodes++;
    return state_is_alive(after, task->evaluation.player);
}

/* The genes of a plan while they are played. */
typedef struct GeneReader {
    uint8_t gene[PV_LENGTH];
    int next;
} GeneReader;

/* The next gene that is in the mask; a random command of the mask when all genes are used. */
static uint8_t next_gene(Run *run, GeneReader *reader, unsigned mask) {
    while (reader->next < run->task->length) {
        uint8_t gene = reader->gene[reader->next++];
        if (mask >> gene & 1)
            return gene;
    }
    return (uint8_t)random_bit(run->random, mask);
}

/* Play the next gene that is legal and not deadly, and store it at its round. */
static bool play_gene(Run *run, Individual *individual, GeneReader *reader, int depth) {
    unsigned mask = state_legal(&run->evolution->path[depth], run->task->evaluation.player);
    if (depth == 0)
        mask &= run->task->first;
    while (mask) {
        uint8_t gene = next_gene(run, reader, mask);
        individual->gene[depth] = gene;
        if (play(run, depth, gene))
            return true;
        mask &= ~(1u << gene);
    }
    return false;
}

/* The penalty of a plan that does not survive; the earlier its last chance, the higher. */
static float penalty(const Run *run, const Individual *individual) {
    const float dead = 1000, earlier = 100;
    const Evaluation *evaluation = &run->task->evaluation;
    int length = run->task->length, doomed = individual->played + 1;
    for (; doomed > 1; doomed--)
        if (survives(evaluation->engine, &run->evolution->path[doomed - 1], evaluation->player,
                     THREAT_TRIGGERS))
            break;
    return doomed > length ? 0 : dead + earlier * (float)(length - doomed);
}

/* Play the plan of an individual and evaluate it. */
static void evaluate_plan(Run *run, Individual *individual) {
    const EvolutionTask *task = run->task;
    const State *path = run->evolution->path;
    GeneReader reader = {.next = 0};
    float discount = 1, value = 0;
    int depth = 0;
    memcpy(reader.gene, individual->gene, sizeof reader.gene);
    for (; depth < task->length && play_gene(run, individual, &reader, depth); depth++) {
        value += discount * points_won(&task->evaluation, &path[depth], &path[depth + 1]);
        discount *= task->evaluation.weights->discount;
    }
    individual->played = depth;
    value += run->last_discount * evaluate(&task->evaluation, &path[depth]);
    if (depth > 0)
        value -= root_bias_cost(&task->root_bias, individual->gene[0]);
    individual->value = value - penalty(run, individual);
    run->played++;
}

/* Store a plan in the result if it is better. */
static void note(const Run *run, const Individual *individual) {
    SearchResult *result = run->result;
    if (individual->played == 0)
        return;
    uint8_t first = individual->gene[0];
    if (individual->value > result->first_value[first])
        result->first_value[first] = individual->value;
    if (result->pv.length > 0 && individual->value <= result->value)
        return;
    bool other = result->pv.length == 0 || result->pv.command[0] != first;
    result->pv.length = individual->played;
    result->value = individual->value;
    memcpy(result->pv.command, individual->gene, sizeof result->pv.command);
    if (other && run->task->report)
        run->task->report(run->task->context, (Command)first);
}

/* Sort the individual at order[index] into the better ones before it. Of equal ones the older comes
 * first. */
static void sort_in(Evolution *evolution, int index) {
    uint16_t *order = evolution->order, self = order[index];
    float value = evolution->individual[self].value;
    for (; index > 0 && evolution->individual[order[index - 1]].value < value; index--)
        order[index] = order[index - 1];
    order[index] = self;
}

/* Evaluate the `kept` plans of the last round, and random ones in the place of missing parents. */
static void init_population(Run *run, int kept) {
    Evolution *evolution = run->evolution;
    evolution->parents = 0;
    for (int i = 0; i < run->task->parents; i++) {
        Individual *individual = &evolution->individual[evolution->order[i]];
        for (int g = 0; g < PV_LENGTH && i >= kept; g++)
            individual->gene[g] = random_gene(run->random);
        evaluate_plan(run, individual);
        note(run, individual);
        sort_in(evolution, evolution->parents++);
        if (is_over(run))
            return;
    }
}

/* The fitness on the wheel is the distance to the worst parent, which keeps a small chance. */
static void build_wheel(Evolution *evolution) {
    const Individual *individual = evolution->individual;
    float best = individual[evolution->order[0]].value, sum = 0;
    float worst = individual[evolution->order[evolution->parents - 1]].value;
    float smallest = 0.01f * (best - worst) + 1e-3f;
    for (int i = 0; i < evolution->parents; i++) {
        sum += individual[evolution->order[i]].value - worst + smallest;
        evolution->wheel[i] = sum;
    }
}

static const Individual *spin_wheel(Run *run) {
    const Evolution *evolution = run->evolution;
    enum { GRAIN = 1 << 24 };
    float at =
        (float)random_below(run->random, GRAIN) / GRAIN * evolution->wheel[evolution->parents - 1];
    int low = 0, high = evolution->parents - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (evolution->wheel[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return &evolution->individual[evolution->order[low]];
}

static void breed(Run *run, Individual *child) {
    const EvolutionTask *task = run->task;
    const Individual *mother = spin_wheel(run), *father = spin_wheel(run);
    int cut = (int)random_below(run->random, (uint32_t)task->length + 1);
    memcpy(child->gene, father->gene, sizeof child->gene);
    memcpy(child->gene, mother->gene, (size_t)cut);
    uint32_t threshold = (uint32_t)(task->mutation * 65536);
    for (int g = 0; g < task->length; g++)
        if (random_below(run->random, 65536) < threshold)
            child->gene[g] = random_gene(run->random);
}

/* Write the offspring behind the parents, then sort the best of both to the front. */
static void next_generation(Run *run) {
    Evolution *evolution = run->evolution;
    int born = 0;
    build_wheel(evolution);
    while (born < run->task->offspring && !is_over(run)) {
        Individual *child = &evolution->individual[evolution->order[evolution->parents + born]];
        breed(run, child);
        evaluate_plan(run, child);
        note(run, child);
        born++;
    }
    for (int i = 0; i < born; i++)
        sort_in(evolution, evolution->parents + i);
}

void evolution_search(Evolution *evolution, const EvolutionTask *task, Random *random,
                      SearchResult *result) {
    Run run = {.evolution = evolution, .task = task, .random = random, .result = result};
    int kept = evolution->parents;
    memset(result, 0, sizeof *result);
    for (int c = 0; c < COMMAND_COUNT; c++)
        result->first_value[c] = -INFINITY;
    for (int i = 0; i < 2 * EVOLUTION_MAX && kept == 0; i++)
        evolution->order[i] = (uint16_t)i;
    run.last_discount = 1;
    for (int d = 0; d < task->length; d++)
        run.last_discount *= task->evaluation.weights->discount;
    state_copy(&evolution->path[0], task->root);
    init_population(&run, kept);
    while (!is_over(&run))
        next_generation(&run);
    result->widest = evolution->parents;
}
