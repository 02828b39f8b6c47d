/* What the fuzz targets share. A target is one file with one function of libFuzzer's,
 *
 *     int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
 *
 * which fuzz.c also calls with the files given to it: so each case that was found is tested by any
 * compiler (make test).
 */
#ifndef BLASTBEAM_TESTS_FUZZ_H
#define BLASTBEAM_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/own_folder.h"

extern int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* End with a message unless it holds. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);          \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* A folder of this process, the same at each call, which is removed at its end. It holds 3/A and
 * 2/A, folders of rounds. */
const char *fuzz_folder(void);

/* Write a file in that folder. */
void fuzz_write(const char *name, const void *data, size_t size);

/* A copy of the bytes with a 0 behind them, which the caller frees. It has memory of its own, so
 * that reading too far is noticed. */
char *fuzz_text(const uint8_t *data, size_t size);

#endif
