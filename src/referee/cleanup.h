/* What a bot leaves in the folder of its round besides the answer. */
#ifndef BLASTBEAM_REFEREE_CLEANUP_H
#define BLASTBEAM_REFEREE_CLEANUP_H

enum { CLEANUP_KEEP_MB = 16, CLEANUP_KEEP_FILES = 1000 };

/* When the folder holds more than CLEANUP_KEEP_MB or CLEANUP_KEEP_FILES, remove all but move.txt,
 * state.json and map.txt, and these too where they are larger than 1 MB. Links are removed, not
 * followed. Returns how many bytes were removed. */
long long cleanup_folder(const char *folder);

#endif
