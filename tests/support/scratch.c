#include "support/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "platform/file.h"
#include "test.h"

enum { READ_LIMIT = 1 << 24 };

char scratch[OWN_FOLDER_SIZE];

int make_scratch(void **unused) {
    (void)unused;
    return own_folder_make(scratch) ? setenv("scratch", scratch, 1) : -1;
}

int remove_scratch(void **unused) {
    (void)unused;
    return own_folder_remove(scratch) ? 0 : -1;
}

const char *scratch_path(const char *name, char path[SCRATCH_PATH]) {
    int length = snprintf(path, SCRATCH_PATH, "%s/%s", scratch, name);
    assert_in_range(length, 1, SCRATCH_PATH - 1);
    return path;
}

void scratch_write(const char *name, const char *text, mode_t mode) {
    char path[SCRATCH_PATH];
    assert_true(file_replace(scratch_path(name, path), text, strlen(text)));
    assert_int_equal(chmod(path, mode), 0);
}

char *scratch_read(const char *name) {
    char path[SCRATCH_PATH];
    size_t size;
    return file_read(scratch_path(name, path), READ_LIMIT, &size);
}

bool scratch_says(const char *name, const char *what) {
    char *text = scratch_read(name);
    bool found = text && strstr(text, what);
    free(text);
    return found;
}

const RoundPath *split_path(const char *folder) {
    static RoundPath path;
    round_path_split(folder, &path);
    return &path;
}
