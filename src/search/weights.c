#include "search/weights.h"

#include <assert.h>
#include <string.h>

#define BEAM_VALUE(name, field, beam, rivals, ...) .field = beam,
const Weights default_weights = {WEIGHTS_TABLE(BEAM_VALUE)};

#define RIVAL_VALUE(name, field, beam, rivals, ...) .field = rivals,
const Weights rival_weights = {WEIGHTS_TABLE(RIVAL_VALUE)};

#define KIND(name, field, beam, rivals, low, high, step, help)                                     \
    {#name, offsetof(Weights, field), low, high, step, help},
static const WeightKind kinds[WEIGHT_COUNT] = {WEIGHTS_TABLE(KIND)};

const WeightKind *weight_kind_at(int index) {
    return &kinds[index];
}

float *weight_at(Weights *weights, int index) {
    return (float *)(void *)((char *)weights + kinds[index].offset);
}

static const Setting renamed[] = {
    SETTING_WAS("cramped", "low_mobility"),
    SETTING_WAS("press", "restrict_target"),
    SETTING_WAS("fear", "suicide_penalty"),
    SETTING_WAS("hope", "kill_chance_bonus"),
    SETTING_WAS("hunt_hope", "hunt_kill_chance_bonus"),
};
static_assert(WEIGHT_COUNT + sizeof renamed / sizeof renamed[0] == WEIGHT_SETTINGS,
              "WEIGHT_SETTINGS counts both");

void weights_settings(Weights *weights, Setting *table, int size) {
    int end = 0;
    while (table[end].name)
        end++;
    assert(end + WEIGHT_SETTINGS < size);
    if (end + WEIGHT_SETTINGS >= size)
        return;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        table[end + i] = (Setting){kinds[i].name, SETTING_FLOAT, weight_at(weights, i),
                                   (double)kinds[i].low, (double)kinds[i].high};
    memcpy(&table[end + WEIGHT_COUNT], renamed, sizeof renamed);
}

void weights_help(FILE *out) {
    Weights beam = default_weights, rivals = rival_weights;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        fprintf(out, "  %-22s %5g %5g  %s\n", kinds[i].name, (double)*weight_at(&beam, i),
                (double)*weight_at(&rivals, i), kinds[i].help);
}
