/* Random numbers for games and agents: splitmix64. The map generator has its own (dotnet_random.h).
 */
#ifndef BLASTBEAM_ENGINE_RANDOM_H
#define BLASTBEAM_ENGINE_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline Random random_seeded(uint64_t seed) {
    return (Random){seed};
}

/* 64 random bits. */
static inline uint64_t random_next(Random *random) {
    uint64_t z = random->state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

/* A number from 0 to below - 1; below is from 1 to 2^32. */
static inline uint32_t random_below(Random *random, uint32_t below) {
    return (uint32_t)((random_next(random) >> 32) * below >> 32);
}

/* The index of a random bit of `set`, which is not 0; all bits have the same probability. */
static inline int random_bit(Random *random, uint32_t set) {
    for (uint32_t skip = random_below(random, (uint32_t)__builtin_popcount(set)); skip > 0; skip--)
        set &= set - 1;
    return __builtin_ctz(set);
}

#endif
