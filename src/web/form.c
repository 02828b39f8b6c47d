#include "web/form.h"

#include <string.h>

#include "platform/number.h"

static int hex_digit(char c) {
    const char *digits = "0123456789abcdef0123456789ABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) % 16 : -1;
}

/* Decode the character at `in` into *out. Returns its length, or 0 when it is wrong. */
static size_t decode(const char *in, size_t size, char *out) {
    *out = *in == '+' ? ' ' : *in;
    if (*in != '%')
        return *out ? 1 : 0;
    if (size < 3 || hex_digit(in[1]) < 0 || hex_digit(in[2]) < 0)
        return 0;
    *out = (char)(16 * hex_digit(in[1]) + hex_digit(in[2]));
    return *out ? 3 : 0;
}

static bool decode_all(const char *in, size_t length, char *value, size_t size) {
    size_t used = 0, step;
    for (; length > 0; in += step, length -= step) {
        char c;
        step = decode(in, length, &c);
        if (step == 0 || used + 1 >= size)
            return false;
        value[used++] = c;
    }
    value[used] = 0;
    return true;
}

bool form_text(Form form, const char *name, char *value, size_t size) {
    size_t length = strlen(name);
    const char *at = form.bytes, *end = form.bytes + form.size;
    value[0] = 0;
    while (at < end) {
        const char *stop = memchr(at, '&', (size_t)(end - at));
        stop = stop ? stop : end;
        bool is_it =
            (size_t)(stop - at) > length && memcmp(at, name, length) == 0 && at[length] == '=';
        at += is_it ? length + 1 : 0;
        if (is_it && decode_all(at, (size_t)(stop - at), value, size))
            return true;
        if (is_it)
            break;
        at = stop + 1;
    }
    value[0] = 0;
    return false;
}

bool form_number(Form form, const char *name, int min, int max, int *value) {
    char text[16];
    long long number;
    if (!form_text(form, name, text, sizeof text) || !number_whole(text, min, max, &number))
        return false;
    *value = (int)number;
    return true;
}
