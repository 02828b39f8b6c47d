/* Programs run as a user runs them. */
#ifndef BLASTBEAM_TESTS_PROGRAM_H
#define BLASTBEAM_TESTS_PROGRAM_H

#include <stdbool.h>

/* What a program left. */
typedef struct Run {
    int status; /* of its exit */
    char out[1 << 20], error[1 << 16];
} Run;

/* Run a line of the shell in which bin/ is searched first, with $scratch set to the folder below.
 * Fails the test when the shell cannot be started. The result is valid until the next call. */
__attribute__((format(printf, 1, 2))) const Run *run(const char *format, ...);

/* Fail unless the last run ended with `status` and wrote this text (NULL: any). */
void assert_run(int status, const char *out, const char *error);

/* A folder of the test's own; as group setup and teardown of cmocka. */
extern char scratch[64];
int make_scratch(void **unused);
int remove_scratch(void **unused);

/* Whether the recordings and replays beside the repository are there. */
bool has_shared(void);

#endif
