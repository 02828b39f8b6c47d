/* Matches that the referee plays in the scratch folder, and bots for them. */
#ifndef BLASTBEAM_TESTS_SUPPORT_MATCHES_H
#define BLASTBEAM_TESTS_SUPPORT_MATCHES_H

#include "referee/match.h"
#include "support/scratch.h"

/* Make a match of agents or bot folders in the seats A and B, with the engine's limits and 1 ms for
 * an agent's move. The caller frees it with end_match. Fails the test when a player cannot be
 * opened. */
Match *new_match(const char *first, const char *second, int seed);

/* The start of a match of two people on a board without walls; the caller frees it. */
Match *people_match(void);

/* Play to the end, or until `watch` stops it. Fails the test when it cannot be played. */
void play_match(Match *match);

void end_match(Match *match);

/* Make the folder `name` of a bot of this type. Its RunFile, `file`, holds the text. *path becomes
 * the folder's path. */
void make_bot(const char *name, const char *type, const char *file, const char *text,
              char path[SCRATCH_PATH]);

/* Play this many rounds of the bot in that folder against a chaser. The caller frees the match with
 * end_match. */
Match *play_bot(const char *folder, int rounds, TimeLimits limits);

/* The text of a file of the match, for the caller to free; NULL when it cannot be read. */
char *match_file(const Match *match, const char *name);

/* The log.txt of A in a round, which must be there. */
char *read_log(const Match *match, int round);

/* Fail unless it contains `what`. */
void assert_logged(const Match *match, int round, const char *what);

#endif
