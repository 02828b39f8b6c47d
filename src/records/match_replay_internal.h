/* Shared by the readers of recordings and seed folders. */
#ifndef BLASTBEAM_RECORDS_MATCH_REPLAY_INTERNAL_H
#define BLASTBEAM_RECORDS_MATCH_REPLAY_INTERNAL_H

#include "records/match_replay.h"

/* Append a moment and update its history. Returns NULL, with a warning, when memory is short. */
ReplayMoment *match_replay_add(MatchReplay *replay, const Snapshot *snapshot);

/* Add a warning that something is missing or wrong. */
void match_replay_warn(MatchReplay *replay, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Load a match into an empty replay. If it has no moments afterwards, nothing could be read and the
 * last warning says why. */
void match_replay_load_seed_folder(MatchReplay *replay, const char *path);
void match_replay_load_recording(MatchReplay *replay, const char *path);

#endif
