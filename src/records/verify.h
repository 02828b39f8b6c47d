/* Check our engine against recorded matches of the real one: play every recorded round and compare
 * the results. */
#ifndef BLASTBEAM_RECORDS_VERIFY_H
#define BLASTBEAM_RECORDS_VERIFY_H

#include <stdbool.h>
#include <stdio.h>

/* The counts of all checks so far. */
typedef struct VerifyTotals {
    int matches, rounds, mismatches;
    int skipped; /* matches on boards that our engine cannot play */
    int missing; /* paths that do not exist */
} VerifyTotals;

/* Check the match at `path`, a .rec recording or a seed folder, and add to *totals. Each
 * difference, unreadable round and skipped match is printed on `out` as a line with the path and
 * the round. Anything that cannot be read counts as a mismatch; a path that does not exist counts
 * as missing, and nothing is printed. */
void verify_path(const char *path, FILE *out, VerifyTotals *totals);

/* The same for one of the two formats. */
void verify_recording(const char *path, FILE *out, VerifyTotals *totals);
void verify_seed_folder(const char *path, FILE *out, VerifyTotals *totals);

#endif
