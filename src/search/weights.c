#include "search/weights.h"

#include <assert.h>

#define WEIGHT(name, field, high, step)                                                            \
    { name, offsetof(Weights, field), 0, high, step }
#define DISCOUNT(name, field, step)                                                                \
    { name, offsetof(Weights, field), 0.5f, 1, step }

static const WeightKind kinds[WEIGHT_COUNT] = {
    WEIGHT("bag2", bag[0], 200, 4),
    WEIGHT("bag3", bag[1], 200, 3),
    WEIGHT("bag4", bag[2], 200, 2),
    WEIGHT("bag5", bag[3], 200, 1),
    WEIGHT("radius1", radius[0], 200, 3),
    WEIGHT("radius2", radius[1], 200, 2),
    WEIGHT("radius3", radius[2], 200, 2),
    WEIGHT("radius4", radius[3], 200, 1),
    WEIGHT("radius5", radius[4], 200, 0.5f),
    DISCOUNT("bomb_discount", bomb_discount, 0.02f),
    WEIGHT("target_step", target_step, 10, 0.1f),
    WEIGHT("prize_step", prize_step, 10, 0.3f),
    WEIGHT("kill", kill, 1, 0.05f),
    DISCOUNT("kill_decay", kill_decay, 0.05f),
    WEIGHT("hunt_kill", hunt_kill, 1, 0.1f),
    WEIGHT("guard_step", guard_step, 10, 0.1f),
    WEIGHT("corner_step", corner_step, 10, 0.1f),
    WEIGHT("cramped", low_mobility, 100, 1),
    WEIGHT("press", restrict_target, 100, 0.2f),
    DISCOUNT("discount", discount, 0.01f),
};

const WeightKind *weight_kind_at(int index) {
    return &kinds[index];
}

float *weight_at(Weights *weights, int index) {
    return (float *)(void *)((char *)weights + kinds[index].offset);
}

void weights_settings(Weights *weights, Setting *table, int size) {
    int end = 0;
    while (table[end].name)
        end++;
    assert(end + WEIGHT_COUNT < size);
    for (int i = 0; i < WEIGHT_COUNT && end + i < size - 1; i++)
        table[end + i] = (Setting){kinds[i].name, SETTING_FLOAT, weight_at(weights, i),
                                   (double)kinds[i].low, (double)kinds[i].high};
}
