/* The random numbers of System.Random in the .NET Framework: Knuth's subtractive generator. */
#ifndef BLASTBEAM_ENGINE_DOTNET_RANDOM_H
#define BLASTBEAM_ENGINE_DOTNET_RANDOM_H

#include <stdint.h>

enum { DOTNET_RANDOM_LENGTH = 55 };

typedef struct DotnetRandom {
    int32_t value[DOTNET_RANDOM_LENGTH + 1]; /* from 1, as in Knuth */
    int newest, lagged;                      /* indices into value */
} DotnetRandom;

/* As `new Random(seed)`. */
void dotnet_random_seed(DotnetRandom *random, int32_t seed);

/* As `Next()`: 0..INT32_MAX - 1. */
int32_t dotnet_random_next(DotnetRandom *random);

/* As `Next(low, high)`: low..high - 1. The difference must fit an int32_t. */
int32_t dotnet_random_range(DotnetRandom *random, int32_t low, int32_t high);

#endif
