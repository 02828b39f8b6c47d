/* Programs run as a user runs them. */
#ifndef BLASTBEAM_TESTS_SUPPORT_PROGRAM_H
#define BLASTBEAM_TESTS_SUPPORT_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

/* The result of a program. */
typedef struct Run {
    int status; /* of its exit */
    char out[1 << 20], error[1 << 16];
} Run;

/* Group setup of cmocka: makes a scratch folder (scratch.h; remove_scratch is the teardown) and
 * puts bin/, or the folder in BLASTBEAM_BIN, in front of $PATH. */
int setup_programs(void **unused);

/* Run a line of the shell after that setup. $scratch needs no quotes: the shell splits nothing
 * into words. Fails the test when the shell cannot be started. The result is valid until the next
 * call. */
__attribute__((format(printf, 1, 2))) const Run *run(const char *format, ...);

/* Fail unless the last run ended with `status` and wrote this text (NULL: any). */
void assert_run(int status, const char *out, const char *error);

/* Arguments that a program must refuse, and a part of its message. */
typedef struct Refusal {
    const char *arguments, *why;
} Refusal;

/* Fail unless `program` refuses each of them with exit status 2 and nothing on standard output. */
void assert_refusals(const char *program, const Refusal *refusals, size_t count);

/* The number of times that `what` occurs in a text. */
int count_occurrences(const char *text, const char *what);

/* True when the recordings and replays beside the repository exist. */
bool has_shared(void);

#endif
