/* A match as its page gets it: films, and the JSON of them. */
#ifndef BLASTBEAM_TESTS_SUPPORT_PAGE_H
#define BLASTBEAM_TESTS_SUPPORT_PAGE_H

#include <cjson/cJSON.h>

#include "records/match_replay.h"
#include "support/scratch.h"

/* Load a match, for match_replay_free. Fails the test when that is not possible. */
MatchReplay *load_film(const char *path);

/* The match as the page would read it, for cJSON_Delete. */
cJSON *data_of(const MatchReplay *replay, const char *path);

/* A field of an object, which must be there; its number. */
const cJSON *field(const cJSON *object, const char *name);
int number(const cJSON *object, const char *name);

/* The number at this place of a list. */
int at(const cJSON *list, int index);

/* A cell as the page counts it; 0 of the files is -1 there. */
int cell_of(const Snapshot *snapshot, int x, int y);

/* Make in the scratch folder a match of one round, 60, in which player A left this log. */
void make_logged_match(const char *name, const char *log, char path[SCRATCH_PATH]);

/* Text that would break out of a page, and out of JSON. */
extern const char hostile[];

#endif
