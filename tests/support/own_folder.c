#include "support/own_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool own_folder_make(char path[OWN_FOLDER_SIZE]) {
    const char *parent = getenv("TMPDIR");
    if (!parent)
        parent = "/tmp";
    errno = ENAMETOOLONG;
    int length = snprintf(path, OWN_FOLDER_SIZE, "%s/blastbeam-XXXXXX", parent);
    if (length < OWN_FOLDER_SIZE && mkdtemp(path))
        return true;
    fprintf(stderr, "cannot make a folder in %s (%s): set TMPDIR to another\n", parent,
            strerror(errno));
    path[0] = 0;
    return false;
}

bool own_folder_remove(const char *path) {
    char command[OWN_FOLDER_SIZE + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    if (system(command) == 0)
        return true;
    fprintf(stderr, "%s is left behind\n", path);
    return false;
}
