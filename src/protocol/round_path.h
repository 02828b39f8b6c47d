/* The paths of a match's files. The engine hands a bot the folder .../<match>/<round>/<key>; the
 * folders of earlier rounds are still there while the match runs.
 */
#ifndef BLASTBEAM_PROTOCOL_ROUND_PATH_H
#define BLASTBEAM_PROTOCOL_ROUND_PATH_H

#include <stdbool.h>
#include <stddef.h>

enum { ROUND_PATH_SIZE = 4096 };

typedef struct RoundPath {
    char match[ROUND_PATH_SIZE]; /* ends in a separator, or is "" for the working directory */
    int round;
    char key[16]; /* "": the folder had another form, so other rounds cannot be found */
} RoundPath;

/* Split the folder that the engine hands to a bot. A separator at its end and backslashes are
 * accepted. Returns false, with *path all 0, when the folder does not have the form
 * <match>/<round>/<key>. */
bool round_path_split(const char *folder, RoundPath *path);

/* Write the path of file `name` in the folder of `round`, or in the player's folder of that round
 * when `in_player` is set. Returns false when *path is all 0 or the result does not fit. */
bool round_path_file(const RoundPath *path, int round, bool in_player, const char *name,
                     char out[ROUND_PATH_SIZE]);

/* Write the path of file `name` in `folder`, which may end in a separator. Returns false, with an
 * empty string in `out`, when it does not fit. */
bool round_path_join(const char *folder, const char *name, char out[ROUND_PATH_SIZE]);

#endif
