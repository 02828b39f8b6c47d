#include "referee/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LINE_SIZE = 8192 };

static void add_line(Log *log, char level, const char *format, va_list values) {
    char line[LINE_SIZE], timestamp[32];
    struct timespec now;
    struct tm local;
    vsnprintf(line, sizeof line, format, values);
    if (log->echo)
        puts(line);
    if (log->text.size > LOG_SIZE_MAX)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
    strftime(timestamp, sizeof timestamp, "%d-%m-%Y %H:%M:%S", &local);
    text_add(&log->text, "\n%s:%03ld - %c: \t%s", timestamp, now.tv_nsec / 1000000, level, line);
}

void log_add(Log *log, char level, const char *format, ...) {
    va_list values;
    va_start(values, format);
    add_line(log, level, format, values);
    va_end(values);
}

void log_add_exception(Log *log, const char *format, ...) {
    va_list values;
    va_start(values, format);
    add_line(log, 'E', format, values);
    va_end(values);
    text_add(&log->text, "\n");
}

char *log_take(Log *log, size_t *size) {
    text_add(&log->text, "%s", "");
    return text_take(&log->text, size);
}

void log_clear(Log *log) {
    size_t size;
    free(log_take(log, &size));
}
