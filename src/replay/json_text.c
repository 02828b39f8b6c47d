#include "replay/json_text.h"

#include <stdint.h>
#include <string.h>

#include "platform/text.h"

enum { REPLACEMENT = 0xfffd };

/* Decode one character of UTF-8 and return its length in bytes; for an invalid one store
 * REPLACEMENT and return 1. */
static int decode(const unsigned char *bytes, uint32_t *point) {
    static const uint32_t shortest[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = bytes[0];
    int length = lead < 0x80 ? 1 : (lead >> 5) == 6 ? 2 : (lead >> 4) == 14 ? 3 : 4;
    *point = REPLACEMENT;
    if (length == 4 && (lead >> 3) != 30)
        return 1;
    uint32_t value = length == 1 ? lead : lead & (0xffu >> (length + 1));
    for (int i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 1;
        value = value << 6 | (bytes[i] & 0x3fu);
    }
    bool surrogate = value >= 0xd800 && value < 0xe000;
    if (value < shortest[length] || value > 0x10ffff || surrogate)
        return 1;
    *point = value;
    return length;
}

static bool is_harmless(uint32_t point) {
    return point >= 0x20 && point < 0x7f && !strchr("\"\\<>&'`", (int)point);
}

static void add_point(Text *text, uint32_t point) {
    if (is_harmless(point))
        text_add(text, "%c", (int)point);
    else if (point < 0x10000)
        text_add(text, "\\u%04x", (unsigned)point);
    else
        text_add(text, "\\u%04x\\u%04x", (unsigned)(0xd800 + ((point - 0x10000) >> 10)),
                 (unsigned)(0xdc00 + ((point - 0x10000) & 0x3ff)));
}

void json_add_string(Text *text, const char *string) {
    const unsigned char *bytes = (const unsigned char *)string;
    text_add(text, "\"");
    while (*bytes) {
        uint32_t point;
        bytes += decode(bytes, &point);
        add_point(text, point);
    }
    text_add(text, "\"");
}

void json_separate(Text *text, int *count) {
    if ((*count)++)
        text_add(text, ",");
}
