/* Files of rounds as the engine wrote them, and what must be true of any. */
#ifndef BLASTBEAM_TESTS_SUPPORT_SAMPLES_H
#define BLASTBEAM_TESTS_SUPPORT_SAMPLES_H

#include "protocol/snapshot.h"

enum { SAMPLES = 6 };

typedef struct Bytes {
    char *text; /* for the holder to free */
    size_t size;
} Bytes;

/* The file `name` of the sample with this number, 0..SAMPLES - 1: 2 players early, in the middle
 * and late, then 4. */
Bytes load_sample(int sample, const char *name);

/* Fail unless `written` is what was expected, and free it. */
void assert_same_bytes(Bytes expected, char *written, size_t size);

/* Read a state.json or map.txt; written again it must be the same. */
void check_state_json(Bytes bytes, Snapshot *snapshot);
void check_map(Bytes bytes, Snapshot *snapshot);

/* What both files know must give the same state; under stars the map may hide power-ups and
 * players. */
void check_same_state(const Snapshot *from_json, const Snapshot *from_map);

#endif
