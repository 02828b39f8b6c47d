#include "replay/json_text.h"

#include <stdint.h>
#include <string.h>

#include "platform/text.h"

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
    text_add(text, "\"");
    while (*string) {
        uint32_t point;
        string += text_decode(string, &point);
        add_point(text, point);
    }
    text_add(text, "\"");
}

void json_separate(Text *text, int *count) {
    if ((*count)++)
        text_add(text, ",");
}
