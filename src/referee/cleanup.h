/* What a bot leaves in the folder of its round besides the answer. */
#ifndef BLASTBEAM_REFEREE_CLEANUP_H
#define BLASTBEAM_REFEREE_CLEANUP_H

enum { LITTER_KEEP_MB = 16, LITTER_KEEP_FILES = 1000 };

/* When the folder holds more than LITTER_KEEP_MB or LITTER_KEEP_FILES, remove all but move.txt,
 * state.json and map.txt, and these too where they are larger than 1 MB. Links are removed, not
 * followed. Returns how many bytes were removed. */
long long litter_remove(const char *folder);

#endif
