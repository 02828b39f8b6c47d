/* What the readers of films share. */
#ifndef BLASTBEAM_RECORDS_MATCH_REPLAY_INTERNAL_H
#define BLASTBEAM_RECORDS_MATCH_REPLAY_INTERNAL_H

#include "records/match_replay.h"

/* Add a moment behind the others and let its memory follow. Returns NULL when memory is short. */
ReplayMoment *match_replay_add(MatchReplay *replay, const Snapshot *snapshot);

/* Note that something is missing or wrong. */
void match_replay_warn(MatchReplay *replay, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Load one kind of match into an empty film. A film without moments could not be read; the last
 * warning says why. */
void match_replay_load_seed_folder(MatchReplay *replay, const char *path);
void match_replay_load_recording(MatchReplay *replay, const char *path);

#endif
