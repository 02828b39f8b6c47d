/* The matches in a folder: every seed folder below it, also those that appear later, without those
 * that are deleted. A thread of its own looks for them. */
#ifndef BLASTBEAM_WEB_FOLDERS_H
#define BLASTBEAM_WEB_FOLDERS_H

#include <stdbool.h>

#include "host/blob.h"

enum { FOLDERS_MAX = 2000 };

typedef struct Folders Folders;

/* Start to look below `path`. Returns NULL when memory is short. The caller ends it with
 * folders_close, which accepts NULL. */
Folders *folders_open(const char *path);
void folders_close(Folders *folders);

/* The list as JSON, the newest match first:
 *
 *   [{"id":0,"name":"a/12","rounds":187,"ended":true,"date":1760000000,
 *     "players":[{"key":"A","name":"Blastbeam","points":812,"alive":true}],"winner":0},...]
 *
 * `winner` is missing in a match that is not over. The caller releases it. NULL when memory is
 * short. */
Blob *folders_list(Folders *folders);

/* Make the page of the match with this id, as `bin/replay html` does. Takes up to a second. NULL
 * when there is none or it cannot be read. */
Blob *folders_page(Folders *folders, int id);

#endif
