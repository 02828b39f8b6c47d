/* The body of a POST request, as the page sends it: name=value&name=value with percent escapes. */
#ifndef BLASTBEAM_WEB_FORM_H
#define BLASTBEAM_WEB_FORM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Form {
    const char *bytes; /* may hold any bytes */
    size_t size;
} Form;

/* Copy the first value of `name` into `value`, of `size` bytes with the final 0. When there is
 * none, or it does not fit, has a wrong escape or a zero byte, `value` becomes "" and the result is
 * false. */
bool form_text(Form form, const char *name, char *value, size_t size);

/* The same for a whole number from `min` to `max`. */
bool form_number(Form form, const char *name, int min, int max, int *value);

#endif
