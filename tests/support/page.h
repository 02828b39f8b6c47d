/* A match as its page gets it: loaded, and as JSON. */
#ifndef BLASTBEAM_TESTS_SUPPORT_PAGE_H
#define BLASTBEAM_TESTS_SUPPORT_PAGE_H

#include <cjson/cJSON.h>

#include "records/match_replay.h"
#include "support/scratch.h"

/* Load a match; the caller frees it with match_replay_free. Fails the test when it cannot be
 * loaded. */
MatchReplay *load_match(const char *path);

/* The match as the page reads it; the caller frees it with cJSON_Delete. */
cJSON *data_of(const MatchReplay *replay, const char *path);

/* A field of an object, and its number. Fails the test when there is none. */
const cJSON *field(const cJSON *object, const char *name);
int number(const cJSON *object, const char *name);

/* The number at this index of a list. */
int at(const cJSON *list, int index);

/* The page's number of a cell; -1 for the coordinate 0 of the files. */
int cell_of(const Snapshot *snapshot, int x, int y);

/* Make a match of one round, 60, in the scratch folder. Player A left this log in it. */
void make_logged_match(const char *name, const char *log, char path[SCRATCH_PATH]);

/* Text that would break out of a page or a JSON string if it were not escaped. */
extern const char malicious_text[];

#endif
