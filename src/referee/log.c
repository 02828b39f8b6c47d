#include "referee/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LINE_SIZE = 8192 };

static void add_line(Journal *journal, char level, const char *format, va_list values) {
    char line[LINE_SIZE], when[32];
    struct timespec now;
    struct tm parts;
    vsnprintf(line, sizeof line, format, values);
    if (journal->echo)
        puts(line);
    if (journal->text.size > JOURNAL_LIMIT)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &parts);
    strftime(when, sizeof when, "%d-%m-%Y %H:%M:%S", &parts);
    text_add(&journal->text, "\n%s:%03ld - %c: \t%s", when, now.tv_nsec / 1000000, level, line);
}

void journal_add(Journal *journal, char level, const char *format, ...) {
    va_list values;
    va_start(values, format);
    add_line(journal, level, format, values);
    va_end(values);
}

void journal_add_exception(Journal *journal, const char *format, ...) {
    va_list values;
    va_start(values, format);
    add_line(journal, 'E', format, values);
    va_end(values);
    text_add(&journal->text, "\n");
}

char *journal_take(Journal *journal, size_t *size) {
    text_add(&journal->text, "%s", "");
    return text_take(&journal->text, size);
}

void journal_clear(Journal *journal) {
    size_t size;
    free(journal_take(journal, &size));
}
