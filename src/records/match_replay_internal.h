/* What the readers of films share. */
#ifndef BLASTBEAM_RECORDS_MATCH_REPLAY_INTERNAL_H
#define BLASTBEAM_RECORDS_MATCH_REPLAY_INTERNAL_H

#include "records/match_replay.h"

/* Add a moment behind the others and let its memory follow. Returns NULL when memory is short. */
FilmMoment *film_add(Film *film, const Snapshot *snapshot);

/* Note that something is missing or wrong. */
void film_warn(Film *film, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Load one kind of match into an empty film. A film without moments could not be read; the last
 * warning says why. */
void film_load_seed_folder(Film *film, const char *path);
void film_load_recording(Film *film, const char *path);

#endif
