/* Shared by the fuzz targets. A target is one file with libFuzzer's function
 *
 *     int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
 *
 * replay.c calls it with files, so that `make test` checks each case that was found, with any
 * compiler.
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

/* Abort with a message when the condition is false. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);          \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* A folder of this process, the same at each call, with the round folders 2/A and 3/A in it. It is
 * removed when the process ends. */
const char *fuzz_folder(void);

/* Write a file in that folder. */
void fuzz_write(const char *name, const void *data, size_t size);

/* A copy of the bytes with a final 0, which the caller frees. It is malloced, so that sanitizers
 * notice reads behind its end. */
char *fuzz_text(const uint8_t *data, size_t size);

#endif
