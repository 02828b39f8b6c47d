#include "arena/contender.h"

#include <stdio.h>
#include <string.h>

#include "platform/number.h"
#include "referee/player.h"

/* True when the `length` characters of `text` are a number followed by `unit`. */
static bool read_number(const char *text, const char *unit, size_t length, double low, double high,
                        double *value) {
    const char *end = number_begin(text, low, high, value);
    size_t unit_length = strlen(unit);
    return end && end + unit_length == text + length && strncmp(end, unit, unit_length) == 0;
}

static bool read_whole(const char *item, size_t length, const char *name, double high,
                       double *value) {
    size_t skip = strlen(name);
    return length > skip && strncmp(item, name, skip) == 0 &&
           read_number(item + skip, "", length - skip, 1, high, value) &&
           *value == (double)(uint64_t)*value;
}

static bool read_limit(const char *item, size_t length, ContenderLimits *limits) {
    double value;
    if (read_number(item, "ms", length, 0.1, 1e6, &value))
        limits->budget_ms = value;
    else if (read_whole(item, length, "nodes=", 1e12, &value))
        limits->nodes = (uint64_t)value;
    else if (read_whole(item, length, "threads=", 64, &value))
        limits->threads = (int)value;
    else
        return false;
    return true;
}

/* JSON lines and command lines hold specs without escapes. */
static bool is_plain(const char *spec) {
    for (; *spec; spec++)
        if (*spec <= ' ' || *spec > '~' || strchr("\"'\\", *spec))
            return false;
    return true;
}

bool contender_read(const char *spec, Contender *contender, char *error, size_t size) {
    memset(contender, 0, sizeof *contender);
    if (!is_plain(spec) || strlen(spec) >= CONTENDER_TEXT || !*spec || *spec == '@') {
        snprintf(
            error, size,
            "an agent is written NAME[:SETTING,...][@LIMIT,...], without blanks and quotes, in "
            "at most %d characters, not \"%.60s\"",
            CONTENDER_TEXT - 1, spec);
        return false;
    }
    size_t name = strcspn(spec, "@");
    memcpy(contender->spec, spec, strlen(spec));
    memcpy(contender->agent, spec, name);
    char folder[PLAYER_PATH], words[BOT_FILE_PATH];
    contender->is_bot = player_split_spec(contender->agent, folder, words);
    const char *item = spec + name;
    while (*item) {
        size_t length = strcspn(++item, ",@");
        if (!read_limit(item, length, &contender->own)) {
            snprintf(error, size,
                     "limit \"%.*s\" of %s is not understood; limits are written 20ms, nodes=1000, "
                     "threads=2 (at least 0.1 ms, at most 64 threads)",
                     (int)length, item, spec);
            return false;
        }
        item += length;
    }
    if (contender->is_bot && (contender->own.nodes || contender->own.threads)) {
        snprintf(error, size, "the bot %s can have a limit of time only, such as @500ms", spec);
        return false;
    }
    return true;
}

bool contenders_have_bot(const char *const specs[], int count) {
    char error[256];
    Contender contender;
    for (int i = 0; i < count; i++)
        if (contender_read(specs[i], &contender, error, sizeof error) && contender.is_bot)
            return true;
    return false;
}

ContenderLimits contender_limits(const Contender *contender, ContenderLimits general) {
    ContenderLimits limits = contender->own;
    if (limits.budget_ms == 0 && limits.nodes == 0) {
        limits.budget_ms = general.budget_ms;
        limits.nodes = general.nodes;
    }
    if (limits.threads == 0)
        limits.threads = general.threads;
    return limits;
}
