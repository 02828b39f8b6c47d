#include "protocol/round_path.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND_LIMIT = 100000 };

static bool is_separator(char c) {
    return c == '/' || c == '\\';
}

/* The index at which the last component of the first `length` characters starts. */
static size_t last_component(const char *text, size_t length) {
    while (length > 0 && !is_separator(text[length - 1]))
        length--;
    return length;
}

/* Read the round number in text[begin..end). A number with leading zeros is not accepted, because
 * round_path_file would write it without them. */
static bool read_round(const char *text, size_t begin, size_t end, int *round) {
    char *stop;
    if (!isdigit((unsigned char)text[begin]))
        return false;
    long number = strtol(text + begin, &stop, 10);
    bool padded = text[begin] == '0' && isdigit((unsigned char)text[begin + 1]);
    *round = (int)number;
    return !padded && stop == text + end && number <= ROUND_LIMIT;
}

bool round_path_split(const char *folder, RoundPath *path) {
    size_t end = strlen(folder);
    memset(path, 0, sizeof *path);
    while (end > 1 && is_separator(folder[end - 1]))
        end--;
    size_t key = last_component(folder, end);
    if (key < 2 || end - key >= sizeof path->key || end >= sizeof path->match)
        return false;
    size_t round = last_component(folder, key - 1);
    int number;
    if (!read_round(folder, round, key - 1, &number))
        return false;
    memcpy(path->match, folder, round);
    path->round = number;
    memcpy(path->key, folder + key, end - key);
    return true;
}

bool round_path_file(const RoundPath *path, int round, bool in_player, const char *name,
                     char out[ROUND_PATH_SIZE]) {
    if (!path->key[0])
        return false;
    int length = in_player ? snprintf(out, ROUND_PATH_SIZE, "%s%d/%s/%s", path->match, round,
                                      path->key, name)
                           : snprintf(out, ROUND_PATH_SIZE, "%s%d/%s", path->match, round, name);
    return length > 0 && length < ROUND_PATH_SIZE;
}

bool round_path_join(const char *folder, const char *name, char out[ROUND_PATH_SIZE]) {
    size_t length = strlen(folder);
    bool closed = length > 0 && is_separator(folder[length - 1]);
    int used = snprintf(out, ROUND_PATH_SIZE, "%s%s%s", folder, closed ? "" : "/", name);
    bool fits = used >= 0 && used < ROUND_PATH_SIZE;
    if (!fits)
        out[0] = 0;
    return fits;
}
