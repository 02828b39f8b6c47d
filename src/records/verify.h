/* Follow what the real engine did, round by round, with ours. */
#ifndef BLASTBEAM_RECORDS_VERIFY_H
#define BLASTBEAM_RECORDS_VERIFY_H

#include <stdbool.h>
#include <stdio.h>

/* What was followed so far. */
typedef struct Tally {
    int matches, rounds, mismatches;
    int skipped; /* matches on boards that the engine does not play */
} Tally;

/* Follow the match at `path`, a .rec recording or a seed folder, and add to *tally. Differences,
 * damage and whatever is left out are said on `out`, a line each with the path and the round.
 * What cannot be read counts as a mismatch. */
void verify_path(const char *path, FILE *out, Tally *tally);

/* The same for one kind. */
void verify_recording(const char *path, FILE *out, Tally *tally);
void verify_seed_folder(const char *path, FILE *out, Tally *tally);

#endif
