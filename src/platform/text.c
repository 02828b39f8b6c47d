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
