/* A text that grows as it is written. */
#ifndef BLASTBEAM_PLATFORM_TEXT_H
#define BLASTBEAM_PLATFORM_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Initialize with {0}. */
typedef struct Text {
    char *bytes;
    size_t size, space;
    bool failed; /* memory was short; nothing more is appended */
} Text;

/* Append a text, formatted as by printf. */
__attribute__((format(printf, 2, 3))) void text_add(Text *text, const char *format, ...);

/* Remove and return the bytes, followed by a 0, and their number in *size. The caller frees them.
 * Returns NULL when memory was short. *text is empty afterwards. */
char *text_take(Text *text, size_t *size);

/* The length of a UTF-8 byte order mark at the beginning of `bytes`: 3 or 0. */
size_t text_byte_order_mark(const char *bytes, size_t size);

#endif
