#include "arena/contender.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Read a number that must end where the item does, but for `unit`. */
static bool read_number(const char *text, const char *unit, size_t length, double low, double high,
                        double *value) {
    char *end;
    *value = strtod(text, &end);
    size_t unit_length = strlen(unit);
    return end != text && end + unit_length == text + length &&
           strncmp(end, unit, unit_length) == 0 && *value >= low && *value <= high;
}

static bool read_named(const char *item, size_t length, const char *name, double high,
                       double *value) {
    size_t skip = strlen(name);
    return length > skip && strncmp(item, name, skip) == 0 &&
           read_number(item + skip, "", length - skip, 1, high, value) &&
           *value == (double)(uint64_t)*value;
}

static bool read_limit(const char *item, size_t length, MoveLimits *limits) {
    double value;
    if (read_number(item, "ms", length, 0.1, 1e6, &value))
        limits->budget_ms = value;
    else if (read_named(item, length, "nodes=", 1e12, &value))
        limits->nodes = (uint64_t)value;
    else if (read_named(item, length, "threads=", 64, &value))
        limits->threads = (int)value;
    else
        return false;
    return true;
}

static bool is_plain(const char *spec) {
    for (; *spec; spec++)
        if (*spec <= ' ' || *spec > '~' || strchr("\"'\\", *spec))
            return false;
    return true;
}

bool contender_read(const char *spec, Contender *contender, char *error, size_t size) {
    memset(contender, 0, sizeof *contender);
    if (!is_plain(spec) || strlen(spec) >= CONTENDER_TEXT || !*spec || *spec == '@') {
        snprintf(error, size,
                 "an agent is called NAME[:SETTING,...][@LIMIT,...], without blanks and quotes, in "
                 "at most %d characters; not \"%.60s\"",
                 CONTENDER_TEXT - 1, spec);
        return false;
    }
    size_t name = strcspn(spec, "@");
    memcpy(contender->spec, spec, strlen(spec));
    memcpy(contender->agent, spec, name);
    const char *item = spec + name;
    while (*item) {
        size_t length = strcspn(++item, ",@");
        if (!read_limit(item, length, &contender->own)) {
            snprintf(error, size,
                     "limit \"%.*s\" of %s is not understood; there are 20ms, nodes=1000, "
                     "threads=2 (at least 0.1 ms, at most 64 threads)",
                     (int)length, item, spec);
            return false;
        }
        item += length;
    }
    return true;
}

MoveLimits contender_limits(const Contender *contender, MoveLimits general) {
    MoveLimits limits = contender->own;
    if (limits.budget_ms == 0 && limits.nodes == 0) {
        limits.budget_ms = general.budget_ms;
        limits.nodes = general.nodes;
    }
    if (limits.threads == 0)
        limits.threads = general.threads;
    return limits;
}
