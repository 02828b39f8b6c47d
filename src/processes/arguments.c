#include "processes/arguments.h"

#include <stdarg.h>
#include <stdio.h>

void arguments_clear(Arguments *arguments) {
    arguments->list[0] = NULL;
    arguments->count = 0;
    arguments->used = 0;
    arguments->full = false;
}

void arguments_add(Arguments *arguments, const char *format, ...) {
    char *start = arguments->text + arguments->used;
    size_t space = sizeof arguments->text - arguments->used;
    va_list values;
    va_start(values, format);
    int length = vsnprintf(start, space, format, values);
    va_end(values);
    if (length < 0 || (size_t)length >= space || arguments->count == ARGUMENTS_MAX - 1) {
        arguments->full = true;
        return;
    }
    arguments->used += (size_t)length + 1;
    arguments->list[arguments->count++] = start;
    arguments->list[arguments->count] = NULL;
}

void arguments_add_all(Arguments *arguments, const char *const words[]) {
    for (; *words; words++)
        arguments_add(arguments, "%s", *words);
}
