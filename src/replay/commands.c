#include "replay/commands.h"

#include <stdarg.h>
#include <stdio.h>

MatchReplay *open_replay(const char *path) {
    char error[2 * REPLAY_WARNING];
    MatchReplay *replay = match_replay_load(path, error, sizeof error);
    if (!replay) {
        fprintf(stderr, "replay: %s\n", error);
        return NULL;
    }
    for (int i = 0; i < replay->warning_count && i < REPLAY_WARNINGS; i++)
        fprintf(stderr, "replay: %s: %s\n", path, replay->warnings[i]);
    if (replay->warning_count > REPLAY_WARNINGS)
        fprintf(stderr, "replay: %s: and %d more\n", path, replay->warning_count - REPLAY_WARNINGS);
    return replay;
}

void match_replay_extent(const MatchReplay *replay, char *text, size_t size) {
    int first = replay->moments[0].snapshot.round;
    int last = replay->moments[replay->count - 1].snapshot.round;
    if (first == last)
        snprintf(text, size, "round %d", first);
    else
        snprintf(text, size, "rounds %d to %d", first, last);
}

int find_moment(const MatchReplay *replay, const char *path, int round) {
    char extent[64];
    int index = match_replay_find(replay, round);
    if (index >= 0)
        return index;
    match_replay_extent(replay, extent, sizeof extent);
    fprintf(stderr, "replay: %s: round %d is not there; there are %s\n", path, round, extent);
    return -1;
}

int misuse(const char *name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", name);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "; see %s --help\n", name);
    va_end(arguments);
    return 2;
}
