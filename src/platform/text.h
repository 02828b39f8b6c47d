/* A text that grows as it is written, and texts in UTF-8 that others have written. */
#ifndef BLASTBEAM_PLATFORM_TEXT_H
#define BLASTBEAM_PLATFORM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* What takes the place of invalid bytes. */
enum { TEXT_REPLACEMENT = 0xfffd };

/* Decode the first character of a text in UTF-8 that is not empty. Returns its length in bytes; for
 * an invalid byte 1, with TEXT_REPLACEMENT in *point. */
int text_decode(const char *text, uint32_t *point);

/* Copy the first `length` bytes of a text in UTF-8, or as many whole characters of them as fit into
 * `size` bytes with the final 0. Invalid bytes become TEXT_REPLACEMENT. */
void text_copy(char *out, size_t size, const char *text, size_t length);

/* The number of bytes before an incomplete character at the end of the first `length` bytes of a
 * text in UTF-8; `length` when there is none. */
size_t text_whole_length(const char *text, size_t length);

/* Replace each character by "?" that could control a terminal or hide what the text says: control
 * characters except the tabulator, line ends, marks of the writing direction, invalid bytes. Texts
 * of bots and files must pass through this before they are printed. */
void text_make_printable(char *text);

/* How many bytes must be inserted, removed or replaced to make `b` of the first `length` bytes of
 * `a` (Levenshtein 1966). Only the first 63 bytes of each count. */
int text_distance(const char *a, size_t length, const char *b);

/* The length of a UTF-8 byte order mark at the beginning of `bytes`: 3 or 0. */
size_t text_byte_order_mark(const char *bytes, size_t size);

#endif
