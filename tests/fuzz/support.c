#include <fcntl.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "platform/folder.h"

static char folder[OWN_FOLDER_SIZE];

static void remove_folder(void) {
    own_folder_remove(folder);
}

const char *fuzz_folder(void) {
    char path[OWN_FOLDER_SIZE + 16];
    if (folder[0])
        return folder;
    CHECK(own_folder_make(folder));
    atexit(remove_folder);
    for (int round = 2; round <= 3; round++) {
        snprintf(path, sizeof path, "%s/%d/A", folder, round);
        CHECK(folder_create(path));
    }
    return folder;
}

void fuzz_write(const char *name, const void *data, size_t size) {
    char path[OWN_FOLDER_SIZE + 64];
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    CHECK(file >= 0);
    CHECK(write(file, data, size) == (ssize_t)size);
    close(file);
}

char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    CHECK(text);
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}
