#include "records/json_line.h"

#include <stdbool.h>
#include <string.h>

enum { DEPTH_MAX = 64 };

typedef struct Scan {
    const char *at, *end;
    int depth;
} Scan;

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_space(Scan *scan) {
    while (scan->at < scan->end && is_space(*scan->at))
        scan->at++;
}

static bool take(Scan *scan, char c) {
    skip_space(scan);
    if (scan->at == scan->end || *scan->at != c)
        return false;
    scan->at++;
    return true;
}

static bool is_number_part(char c) {
    return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

static bool take_string(Scan *scan) {
    if (!take(scan, '"'))
        return false;
    for (; scan->at < scan->end && *scan->at != '"'; scan->at++) {
        if ((unsigned char)*scan->at < ' ')
            return false;
        if (*scan->at == '\\' && ++scan->at == scan->end)
            return false;
    }
    return take(scan, '"');
}

/* A number, true, false or null. */
static bool take_word(Scan *scan) {
    static const char *const words[] = {"true", "false", "null"};
    size_t left = (size_t)(scan->end - scan->at), length = 0;
    while (length < left && is_number_part(scan->at[length]))
        length++;
    for (int i = 0; i < 3 && !length; i++)
        if (left >= strlen(words[i]) && memcmp(scan->at, words[i], strlen(words[i])) == 0)
            length = strlen(words[i]);
    scan->at += length;
    return length > 0;
}

static bool take_value(Scan *scan);

static bool take_member(Scan *scan, char close) {
    return (close == ']' || (take_string(scan) && take(scan, ':'))) && take_value(scan);
}

static bool take_list(Scan *scan, char close) {
    if (++scan->depth > DEPTH_MAX)
        return false;
    if (!take(scan, close)) {
        do
            if (!take_member(scan, close))
                return false;
        while (take(scan, ','));
        if (!take(scan, close))
            return false;
    }
    scan->depth--;
    return true;
}

static bool take_value(Scan *scan) {
    skip_space(scan);
    if (scan->at < scan->end && *scan->at == '"')
        return take_string(scan);
    if (take(scan, '{'))
        return take_list(scan, '}');
    if (take(scan, '['))
        return take_list(scan, ']');
    return take_word(scan);
}

const char *json_flaw(const char *text, size_t length, size_t *at) {
    Scan scan = {.at = text, .end = text + length};
    skip_space(&scan);
    bool is_object = scan.at < scan.end && *scan.at == '{';
    bool whole = is_object && take_value(&scan);
    skip_space(&scan);
    *at = (size_t)(scan.at - text);
    if (whole && scan.at == scan.end)
        return NULL;
    if (is_object && scan.at == scan.end)
        return "the line is cut off";
    return is_object ? "the line is not JSON" : "there is no line of the arena";
}
