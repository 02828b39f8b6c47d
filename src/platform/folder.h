/* Folders: what a path refers to, listing, creating. All paths are UTF-8. */
#ifndef BLASTBEAM_PLATFORM_FOLDER_H
#define BLASTBEAM_PLATFORM_FOLDER_H

#include <stdbool.h>

typedef enum PathKind { PATH_MISSING, PATH_FILE, PATH_FOLDER } PathKind;

PathKind path_kind(const char *path);

/* Call visit(context, name) for each entry of a folder, in any order. Returns false with errno when
 * the folder cannot be opened. */
bool folder_visit(const char *path, void (*visit)(void *context, const char *name), void *context);

/* Create a folder and its missing parents; an existing folder is a success. Returns false with
 * errno on failure. */
bool folder_create(const char *path);

#endif
