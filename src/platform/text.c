#include "platform/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(Text *text, size_t more) {
    if (text->size + more < text->space)
        return true;
    size_t space = 2 * (text->size + more) + 256;
    char *bytes = realloc(text->bytes, space);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->space = space;
    return true;
}

void text_add(Text *text, const char *format, ...) {
    va_list arguments, copy;
    if (text->failed)
        return;
    va_start(arguments, format);
    va_copy(copy, arguments);
    size_t left = text->space - text->size;
    int length = vsnprintf(left ? text->bytes + text->size : NULL, left, format, arguments);
    bool fits = length >= 0 && (size_t)length < left;
    if (length >= 0 && !fits && make_room(text, (size_t)length)) {
        vsnprintf(text->bytes + text->size, (size_t)length + 1, format, copy);
        fits = true;
    }
    text->size += fits ? (size_t)length : 0;
    va_end(copy);
    va_end(arguments);
}

char *text_take(Text *text, size_t *size) {
    char *bytes = text->bytes;
    if (text->failed || !bytes) {
        free(bytes);
        bytes = NULL;
    } else {
        bytes[text->size] = 0;
        *size = text->size;
    }
    *text = (Text){0};
    return bytes;
}

size_t text_byte_order_mark(const char *bytes, size_t size) {
    return size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

int text_decode(const char *text, uint32_t *point) {
    static const uint32_t shortest[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = (unsigned char)text[0];
    int length = lead < 0x80 ? 1 : (lead >> 5) == 6 ? 2 : (lead >> 4) == 14 ? 3 : 4;
    *point = TEXT_REPLACEMENT;
    if (length == 4 && (lead >> 3) != 30)
        return 1;
    uint32_t value = length == 1 ? lead : lead & (0xffu >> (length + 1));
    for (int i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 1;
        value = value << 6 | ((unsigned char)text[i] & 0x3fu);
    }
    bool surrogate = value >= 0xd800 && value < 0xe000;
    if (value < shortest[length] || value > 0x10ffff || surrogate)
        return 1;
    *point = value;
    return length;
}

void text_copy(char *out, size_t size, const char *text, size_t length) {
    const char *end = text + length;
    size_t used = 0;
    while (text < end && *text) {
        uint32_t point;
        int bytes = text_decode(text, &point);
        const char *copied = point == TEXT_REPLACEMENT ? "\xef\xbf\xbd" : text;
        size_t more = point == TEXT_REPLACEMENT ? 3 : (size_t)bytes;
        if (used + more >= size)
            break;
        memcpy(out + used, copied, more);
        used += more;
        text += bytes;
    }
    out[used] = 0;
}

size_t text_whole_length(const char *text, size_t length) {
    enum { LONGEST = 4 };
    for (size_t back = 1; back < LONGEST && back <= length; back++) {
        unsigned char byte = (unsigned char)text[length - back];
        size_t needed = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : LONGEST;
        if ((byte & 0xc0) != 0x80)
            return needed > back ? length - back : length;
    }
    return length;
}

static bool is_printable(uint32_t point) {
    static const struct {
        uint32_t first, last;
    } hidden[] = {
        {0x00, 0x08},     {0x0a, 0x1f},     {0x7f, 0x9f},      /* control characters */
        {0x61c, 0x61c},   {0x200e, 0x200f}, {0x202a, 0x202e},  /* writing direction */
        {0x2066, 0x206f}, {0x2028, 0x2029},                    /* the same; line ends */
        {0xfeff, 0xfeff}, {0xfff9, 0xfffd}, {0xe0000, 0xe0fff} /* invisible or invalid */
    };
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (point >= hidden[i].first && point <= hidden[i].last)
            return false;
    return true;
}

void text_make_printable(char *text) {
    char *out = text;
    while (*text) {
        uint32_t point;
        int length = text_decode(text, &point);
        bool printable = is_printable(point);
        for (int i = 0; printable && i < length; i++)
            *out++ = text[i];
        if (!printable)
            *out++ = '?';
        text += length;
    }
    *out = 0;
}

int text_distance(const char *a, size_t length, const char *b) {
    enum { LONGEST = 63 };
    int row[LONGEST + 1]; /* distances of the bytes of `a` so far to each beginning of `b` */
    int columns = (int)strnlen(b, LONGEST);
    for (int j = 0; j <= columns; j++)
        row[j] = j;
    for (int i = 0; i < LONGEST && i < (int)length; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 1; j <= columns; j++) {
            int replaced = diagonal + (a[i] != b[j - 1]);
            int shorter = row[j] < row[j - 1] ? row[j] : row[j - 1];
            diagonal = row[j];
            row[j] = replaced <= shorter ? replaced : shorter + 1;
        }
    }
    return row[columns];
}
