#include "engine/dotnet_random.h"

#include <stdlib.h>

enum { LAG = 21, MIDDLE_SEED = 161803398, WARM_UP_PASSES = 4 };

/* .NET's arithmetic wraps around, which matters for seeds near INT32_MAX. */
static int32_t subtract(int32_t a, int32_t b) {
    int32_t difference = (int32_t)((uint32_t)a - (uint32_t)b);
    return difference < 0 ? difference + INT32_MAX : difference;
}

void dotnet_random_seed(DotnetRandom *random, int32_t seed) {
    int32_t *value = random->value;
    int32_t previous = MIDDLE_SEED - (seed == INT32_MIN ? INT32_MAX : abs(seed));
    int32_t next = 1;
    value[0] = 0;
    value[DOTNET_RANDOM_LENGTH] = previous;
    for (int i = 1; i < DOTNET_RANDOM_LENGTH; i++) {
        int scattered = LAG * i % DOTNET_RANDOM_LENGTH;
        value[scattered] = next;
        next = subtract(previous, next);
        previous = value[scattered];
    }
    for (int pass = 0; pass < WARM_UP_PASSES; pass++)
        for (int i = 1; i <= DOTNET_RANDOM_LENGTH; i++)
            value[i] = subtract(value[i], value[1 + (i + 30) % DOTNET_RANDOM_LENGTH]);
    random->newest = 0;
    random->lagged = LAG;
}

int32_t dotnet_random_next(DotnetRandom *random) {
    random->newest = random->newest % DOTNET_RANDOM_LENGTH + 1;
    random->lagged = random->lagged % DOTNET_RANDOM_LENGTH + 1;
    int32_t result = subtract(random->value[random->newest], random->value[random->lagged]);
    if (result == INT32_MAX)
        result--;
    random->value[random->newest] = result;
    return result;
}

int32_t dotnet_random_range(DotnetRandom *random, int32_t low, int32_t high) {
    double sample = dotnet_random_next(random) * (1.0 / INT32_MAX);
    return (int32_t)(sample * (high - low)) + low;
}
