/* Programs run as a user runs them. */
#ifndef BLASTBEAM_TESTS_SUPPORT_PROGRAM_H
#define BLASTBEAM_TESTS_SUPPORT_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

/* What a program left. */
typedef struct Run {
    int status; /* of its exit */
    char out[1 << 20], error[1 << 16];
} Run;

/* Group setup of cmocka: a folder of the test's own (scratch.h; remove_scratch is the teardown),
 * and bin/, or what BLASTBEAM_BIN says, before the other folders of $PATH. */
int setup_programs(void **unused);

/* Run a line of the shell after that setup. $scratch needs no quotes: nothing is split into words.
 * Fails the test when the shell cannot be started. The result is valid until the next call. */
__attribute__((format(printf, 1, 2))) const Run *run(const char *format, ...);

/* Fail unless the last run ended with `status` and wrote this text (NULL: any). */
void assert_run(int status, const char *out, const char *error);

/* What a program must not take, and a part of what it says to that. */
typedef struct Refusal {
    const char *arguments, *why;
} Refusal;

/* Fail unless `program` refuses each with exit status 2 and nothing on standard output. */
void assert_refusals(const char *program, const Refusal *refusals, size_t count);

/* How often `what` is in a text. */
int count_of(const char *text, const char *what);

/* Whether the recordings and replays beside the repository are there. */
bool has_shared(void);

#endif
