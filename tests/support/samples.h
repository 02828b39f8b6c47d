/* Files of rounds that the engine wrote, and checks that hold for any such file. */
#ifndef BLASTBEAM_TESTS_SUPPORT_SAMPLES_H
#define BLASTBEAM_TESTS_SUPPORT_SAMPLES_H

#include "protocol/snapshot.h"

enum { SAMPLES = 6 };

typedef struct Bytes {
    char *text; /* the caller frees it */
    size_t size;
} Bytes;

/* The file `name` of the sample with this number, 0..SAMPLES - 1: 2 players early, in the middle
 * and late, then 4. */
Bytes load_sample(int sample, const char *name);

/* Fail unless `written` is what was expected, and free it. */
void assert_same_bytes(Bytes expected, char *written, size_t size);

/* Read a state.json or map.txt, and fail unless it is the same when written again. */
void check_state_json(Bytes bytes, Snapshot *snapshot);
void check_map(Bytes bytes, Snapshot *snapshot);

/* Fail unless the facts in both files give the same state. Explosions may hide power-ups and
 * players in the map. */
void check_same_state(const Snapshot *from_json, const Snapshot *from_map);

#endif
