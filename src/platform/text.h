/* Text that grows as it is written. */
#ifndef BLASTBEAM_PLATFORM_TEXT_H
#define BLASTBEAM_PLATFORM_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Starts as {0}. */
typedef struct Text {
    char *bytes;
    size_t size, space;
    bool failed; /* memory was short; nothing more is added */
} Text;

/* Append as printf does. */
__attribute__((format(printf, 2, 3))) void text_add(Text *text, const char *format, ...);

/* The bytes, malloced and followed by a 0, and their number; NULL when memory was short. The caller
 * frees them; *text is empty again. */
char *text_take(Text *text, size_t *size);

/* Length of a UTF-8 byte order mark at the beginning: 3 or 0. */
size_t text_byte_order_mark(const char *bytes, size_t size);

#endif
