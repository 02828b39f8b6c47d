/* The keys of the Zobrist hash. A key is computed, not looked up, because two multiplications are
 * cheaper than a table that competes for the cache. */
#ifndef BLASTBEAM_ENGINE_ZOBRIST_H
#define BLASTBEAM_ENGINE_ZOBRIST_H

#include "engine/state.h"

enum {
    ZOBRIST_PLAYER = 1, /* + player: its cell while it lives */
    ZOBRIST_TOUCHED = 5,
    ZOBRIST_BAG = 9,
    ZOBRIST_RADIUS = 13,
    ZOBRIST_POINTS = 17,
    ZOBRIST_BOMB = 21,
    ZOBRIST_WALL = 25,
    ZOBRIST_POWERUP = 26,
    ZOBRIST_ROUND = 27,
    ZOBRIST_TT = 28 /* the question of a transposition table entry */
};

static inline uint64_t zobrist(unsigned kind, uint64_t value) {
    uint64_t x = ((uint64_t)kind << 40 | value) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
    return x ^ x >> 32;
}

static inline uint64_t zobrist_bomb(int owner, Cell cell, unsigned due, unsigned radius) {
    return zobrist(ZOBRIST_BOMB + (unsigned)owner,
                   (uint64_t)cell | (uint64_t)(due & 0xff) << 16 | (uint64_t)radius << 24);
}

#endif
