#include "replay/commands.h"

#include <stdarg.h>
#include <stdio.h>

#include "bot/options.h"
#include "platform/text.h"
#include "records/match_replay.h"

MatchReplay *open_replay(const char *path) {
    char error[2 * REPLAY_WARNING];
    MatchReplay *replay = match_replay_load(path, error, sizeof error);
    if (!replay) {
        text_make_printable(error);
        fprintf(stderr, "replay: %s\n", error);
        return NULL;
    }
    for (int i = 0; i < replay->warning_count && i < REPLAY_WARNINGS; i++) {
        text_make_printable(replay->warnings[i]);
        fprintf(stderr, "replay: %s: %s\n", path, replay->warnings[i]);
    }
    if (replay->warning_count > REPLAY_WARNINGS)
        fprintf(stderr, "replay: %s: and %d more\n", path, replay->warning_count - REPLAY_WARNINGS);
    return replay;
}

int find_moment(const MatchReplay *replay, const char *path, int round) {
    int index = match_replay_find(replay, round);
    if (index >= 0)
        return index;
    int first = replay->moments[0].snapshot.round;
    int last = replay->moments[replay->count - 1].snapshot.round;
    fprintf(stderr, "replay: %s: round %d is not there; there ", path, round);
    if (first == last)
        fprintf(stderr, "is only round %d\n", first);
    else
        fprintf(stderr, "are rounds %d to %d\n", first, last);
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

bool read_round_option(const char *name, const char *text, int *round) {
    enum { ROUND_LIMIT = 100000 };
    char error[256];
    long long value;
    if (!option_number("round", text, 0, ROUND_LIMIT, &value, error, sizeof error)) {
        misuse(name, "%s", error);
        return false;
    }
    *round = (int)value;
    return true;
}
