/* Where a round's files lie: .../<match>/<round>/<key>. */
#ifndef BLASTBEAM_PROTOCOL_ROUND_PATH_H
#define BLASTBEAM_PROTOCOL_ROUND_PATH_H

#include <stdbool.h>
#include <stddef.h>

enum { ROUNDPATH_SIZE = 4096 };

typedef struct RoundPath {
    char match[ROUNDPATH_SIZE]; /* with the separator behind it */
    int round;
    char key[16];
} RoundPath;

/* Split the folder that the engine hands to a bot; a separator at its end and backslashes are
 * accepted. Returns false when it is not of that form: then there are no other rounds to look at.
 */
bool roundpath_split(const char *folder, RoundPath *path);

/* Write the path of `name` in the folder of another round, or with `in_player` in the player's
 * folder there. Returns false when it does not fit. */
bool roundpath_file(const RoundPath *path, int round, bool in_player, const char *name,
                    char out[ROUNDPATH_SIZE]);

#endif
