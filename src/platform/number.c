#include "platform/number.h"

#include <errno.h>
#include <stdlib.h>

const char *number_begin(const char *text, double low, double high, double *value) {
    char *end;
    *value = strtod(text, &end);
    /* The comparison is false for NaN. */
    return end != text && *value >= low && *value <= high ? end : NULL;
}

bool number_real(const char *text, double low, double high, double *value) {
    const char *end = number_begin(text, low, high, value);
    return end && !*end;
}

bool number_whole(const char *text, long long low, long long high, long long *value) {
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    return end != text && !*end && errno == 0 && *value >= low && *value <= high;
}
