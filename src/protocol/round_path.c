#include "protocol/round_path.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_separator(char c) {
    return c == '/' || c == '\\';
}

/* Start of the last component of the first `length` characters. */
static size_t component(const char *text, size_t length) {
    while (length > 0 && !is_separator(text[length - 1]))
        length--;
    return length;
}

bool roundpath_split(const char *folder, RoundPath *path) {
    size_t end = strlen(folder);
    while (end > 1 && is_separator(folder[end - 1]))
        end--;
    size_t key = component(folder, end);
    if (key < 2 || end - key >= sizeof path->key || end >= sizeof path->match)
        return false;
    size_t round = component(folder, key - 1);
    char *stop;
    long number = strtol(folder + round, &stop, 10);
    bool padded =
        folder[round] == '0' &&
        isdigit((unsigned char)folder[round + 1]); /* roundpath_file would lead elsewhere */
    if (!isdigit((unsigned char)folder[round]) || padded || stop != folder + key - 1 ||
        number > 100000)
        return false;
    memcpy(path->match, folder, round);
    path->match[round] = 0;
    path->round = (int)number;
    memcpy(path->key, folder + key, end - key);
    path->key[end - key] = 0;
    return true;
}

bool roundpath_file(const RoundPath *path, int round, bool in_player, const char *name,
                    char out[ROUNDPATH_SIZE]) {
    int length =
        in_player ? snprintf(out, ROUNDPATH_SIZE, "%s%d/%s/%s", path->match, round, path->key, name)
                  : snprintf(out, ROUNDPATH_SIZE, "%s%d/%s", path->match, round, name);
    return length > 0 && length < ROUNDPATH_SIZE;
}
