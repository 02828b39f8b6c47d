#include "tuning/tuning.h"

#include <stdlib.h>
#include <string.h>

#include "arena/tournament.h"

static int find_weight(const char *name, size_t length) {
    for (int i = 0; i < WEIGHT_COUNT; i++)
        if (strlen(weight_kind_at(i)->name) == length &&
            strncmp(weight_kind_at(i)->name, name, length) == 0)
            return i;
    return -1;
}

static void list_weights(char *error, size_t size) {
    size_t end = strlen(error);
    for (int i = 0; i < WEIGHT_COUNT && end < size; i++)
        end += (size_t)snprintf(error + end, size - end, " %s", weight_kind_at(i)->name);
}

bool tuning_choose(Tuning *tuning, const char *names) {
    bool chosen[WEIGHT_COUNT] = {false}, all = !names || !*names;
    while (!all && *names) {
        size_t length = strcspn(names, ",");
        int weight = find_weight(names, length);
        if (weight < 0) {
            snprintf(tuning->error, sizeof tuning->error,
                     "there is no weight \"%.*s\"; there are:", length < 60 ? (int)length : 60,
                     names);
            list_weights(tuning->error, sizeof tuning->error);
            return false;
        }
        chosen[weight] = true;
        names += length + (names[length] == ',');
    }
    tuning->count = 0;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        if (all || chosen[i])
            tuning->weight[tuning->count++] = i;
    return true;
}

void tuning_parameters(const Tuning *tuning, SpsaParameter *parameters) {
    Weights weights = tuning->start;
    for (int i = 0; i < tuning->count; i++) {
        const WeightKind *kind = weight_kind_at(tuning->weight[i]);
        parameters[i] = (SpsaParameter){kind->name, (double)*weight_at(&weights, tuning->weight[i]),
                                        (double)kind->low, (double)kind->high, (double)kind->step};
    }
}

static void add_weight(char spec[TUNING_SPEC], int weight, double value) {
    size_t end = strlen(spec);
    char separator = strchr(spec, ':') ? ',' : ':';
    snprintf(spec + end, TUNING_SPEC - end, "%c%s=%.*f", separator, weight_kind_at(weight)->name,
             SPSA_PLACES, value);
}

static bool is_tuned(const Tuning *tuning, int weight) {
    for (int i = 0; i < tuning->count; i++)
        if (tuning->weight[i] == weight)
            return true;
    return false;
}

void tuning_spec(const Tuning *tuning, const double *values, char spec[TUNING_SPEC]) {
    Weights start = tuning->start, defaults = default_weights;
    snprintf(spec, TUNING_SPEC, "%s", tuning->agent);
    for (int i = 0; i < WEIGHT_COUNT; i++)
        if (!is_tuned(tuning, i) && *weight_at(&start, i) != *weight_at(&defaults, i))
            add_weight(spec, i, (double)*weight_at(&start, i));
    for (int i = 0; i < tuning->count; i++)
        add_weight(spec, tuning->weight[i], values[i]);
}

bool tuning_match(void *context, int iteration, const double *plus, const double *minus,
                  double *score) {
    Tuning *tuning = context;
    char spec[2][TUNING_SPEC];
    tuning_spec(tuning, plus, spec[0]);
    tuning_spec(tuning, minus, spec[1]);
    const Tournament tournament = {
        .agents = {spec[0], spec[1]},
        .agent_count = 2,
        .games = 2 * tuning->maps,
        .seed = tuning->seed + (iteration - 1) * tuning->maps,
        .concurrency = tuning->concurrency,
        .settings = {.players = 2, .nodes = tuning->nodes, .threads = 1},
        .stop = tuning->stop,
    };
    TournamentTally *tally = malloc(sizeof *tally);
    tuning->error[0] = '\0';
    if (!tally)
        snprintf(tuning->error, sizeof tuning->error, "not enough memory");
    bool played = tally &&
                  tournament_play(&tournament, tally, tuning->error, sizeof tuning->error) &&
                  tally->played == tournament.games;
    if (played)
        *score = (double)(tally->pair[0][1].wins - tally->pair[0][1].losses) / tournament.games;
    free(tally);
    return played;
}
