/* A check that a text is whole JSON. It is strict enough to find every cut and every overwritten
 * byte that is no part of a word or a number. */
#ifndef BLASTBEAM_RECORDS_JSON_LINE_H
#define BLASTBEAM_RECORDS_JSON_LINE_H

#include <stddef.h>

/* Returns NULL when the `length` bytes are one JSON object, and otherwise what is wrong; *at then
 * becomes the number of bytes before the fault. */
const char *json_flaw(const char *text, size_t length, size_t *at);

#endif
