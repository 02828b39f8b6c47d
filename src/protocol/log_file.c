#include "protocol/log_file.h"

#include <stdio.h>
#include <string.h>

#include "platform/file.h"
#include "platform/text.h"

#define FROM_BOT "Output from bot: "
#define CALIBRATION "Bot calibration complete and can run an additional "
#define TIME "Your bots total execution time was "
#define LATE "Your bot exceeded the maximum execution time"
#define FAILED "Bot failed: "

static void skip_text(LogEntry *entry, size_t length) {
    entry->text += length;
    entry->length -= length;
}

static bool starts_with(const LogEntry *entry, const char *text) {
    size_t length = strlen(text);
    return entry->length >= length && memcmp(entry->text, text, length) == 0;
}

/* Skip the time and the level, which end in "I: \t". They contain no other tabulator, so the
 * first one of the line is the harness's. */
static void skip_beginning(LogEntry *entry) {
    enum { LEVEL = 3 };
    const char *tab = memchr(entry->text, '\t', entry->length);
    size_t length = tab ? (size_t)(tab - entry->text) : 0;
    bool has_level = length >= LEVEL && strchr("DIE", tab[-LEVEL]) && memcmp(tab - 2, ": ", 2) == 0;
    entry->is_error = has_level && tab[-LEVEL] == 'E';
    if (tab && (length == 0 || has_level))
        skip_text(entry, length + 1);
}

bool log_file_next(const char **log, LogEntry *entry) {
    if (!**log)
        return false;
    size_t length = strcspn(*log, "\n");
    *entry = (LogEntry){.text = *log, .length = length};
    *log += length + ((*log)[length] != 0);
    if (length > 0 && entry->text[length - 1] == '\r')
        entry->length--;
    if (!starts_with(entry, FROM_BOT))
        skip_beginning(entry);
    entry->from_bot = starts_with(entry, FROM_BOT);
    if (entry->from_bot)
        skip_text(entry, strlen(FROM_BOT));
    return true;
}

char *log_file_load(const char *path, size_t limit) {
    size_t size;
    char *log = file_read(path, limit, &size);
    for (size_t i = 0; log && i < size; i++)
        log[i] = log[i] ? log[i] : ' ';
    return log;
}

int log_file_calibration_ms(const char *log) {
    LogEntry entry;
    int ms;
    while (log_file_next(&log, &entry))
        if (!entry.from_bot && starts_with(&entry, CALIBRATION)) {
            bool read = sscanf(entry.text + strlen(CALIBRATION), "%dms", &ms) == 1;
            return read && ms >= 0 ? ms : -1;
        }
    return -1;
}

static double read_span(const LogEntry *entry) {
    int hours, minutes;
    double seconds;
    if (sscanf(entry->text + strlen(TIME), "%d:%d:%lf", &hours, &minutes, &seconds) != 3)
        return -1;
    return ((hours * 60.0 + minutes) * 60.0 + seconds) * 1000.0;
}

/* Read the last time, and in *late whether the message that the bot was late follows it. */
static double read_time(const char *log, bool *late) {
    LogEntry entry;
    double ms = -1;
    *late = false;
    while (log_file_next(&log, &entry)) {
        if (entry.from_bot)
            continue;
        if (starts_with(&entry, TIME)) {
            ms = read_span(&entry);
            *late = false;
        } else if (starts_with(&entry, LATE)) {
            *late = ms >= ENGINE_LIMIT_MS;
        }
    }
    return ms;
}

double log_file_execution_ms(const char *log) {
    bool late;
    return read_time(log, &late);
}

/* The number behind `name`; -1 when it is not there. */
static int read_number(const LogEntry *entry, const char *name) {
    LogEntry rest = *entry;
    int number;
    while (rest.length > 0 && !starts_with(&rest, name))
        skip_text(&rest, 1);
    if (rest.length <= strlen(name) || sscanf(rest.text + strlen(name), "%d", &number) != 1)
        return -1;
    return number >= 0 ? number : -1;
}

int log_file_bot_ms(const char *log) {
    LogEntry entry;
    while (log_file_next(&log, &entry))
        if (entry.from_bot && starts_with(&entry, "move="))
            return read_number(&entry, " ms=");
    return -1;
}

bool log_file_is_late(const char *log) {
    bool late;
    read_time(log, &late);
    return late;
}

static void copy_reason(const LogEntry *entry, const char *beginning, char *reason, size_t size) {
    size_t skipped = strlen(beginning);
    text_copy(reason, size, entry->text + skipped, entry->length - skipped);
    text_make_printable(reason);
}

bool log_file_failure(const char *log, char *reason, size_t size) {
    LogEntry entry;
    reason[0] = 0;
    while (log_file_next(&log, &entry)) {
        if (!entry.from_bot && starts_with(&entry, FAILED))
            copy_reason(&entry, FAILED, reason, size);
        else if (!entry.from_bot && starts_with(&entry, TIME))
            reason[0] = 0;
    }
    return reason[0] != 0;
}

bool log_file_engine_failure(const char *log, char key, char *reason, size_t size) {
    char beginning[] = "Player A failed: ";
    LogEntry entry;
    *strchr(beginning, 'A') = key;
    reason[0] = 0;
    while (log_file_next(&log, &entry))
        if (!entry.from_bot && starts_with(&entry, beginning))
            copy_reason(&entry, beginning, reason, size);
    return reason[0] != 0;
}
