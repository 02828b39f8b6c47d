#include "referee/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_SIZE = 8192 };

static void replace_line_ends(char *line) {
    for (; *line; line++)
        *line = *line == '\n' || *line == '\r' ? ' ' : *line;
}

static void print_line(const char *line) {
    char shown[LINE_SIZE];
    memcpy(shown, line, strlen(line) + 1);
    text_make_printable(shown);
    puts(shown);
}

static void add_line(Log *log, char level, const char *format, va_list values) {
    char line[LINE_SIZE], timestamp[32];
    struct timespec now;
    struct tm local;
    vsnprintf(line, sizeof line, format, values);
    replace_line_ends(line);
    if (log->echo)
        print_line(line);
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

void log_add_output(Log *log, char level, const char *text) {
    while (log->text.size <= LOG_SIZE_MAX) {
        size_t length = strcspn(text, "\r");
        log_add(log, level, "Output from bot: %.*s", (int)length, text);
        if (!text[length])
            return;
        text += length + 1;
    }
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
