#include "protocol/log_file.h"

#include <stdio.h>
#include <string.h>

int log_file_calibration_ms(const char *log) {
    int ms;
    const char *found = strstr(log, "can run an additional ");
    bool read = found && sscanf(found, "can run an additional %dms", &ms) == 1;
    return read && ms >= 0 ? ms : -1;
}

double log_file_execution_ms(const char *log) {
    int hours, minutes;
    double seconds;
    const char *found = strstr(log, "total execution time was ");
    if (!found ||
        sscanf(found, "total execution time was %d:%d:%lf", &hours, &minutes, &seconds) != 3)
        return -1;
    return ((hours * 60.0 + minutes) * 60.0 + seconds) * 1000.0;
}

int log_file_bot_ms(const char *log) {
    const char *line = strstr(log, "Output from bot: move=");
    const char *found = line ? strstr(line, " ms=") : NULL;
    size_t length = line ? strcspn(line, "\r\n") : 0;
    int ms;
    bool read = found && found < line + length && sscanf(found, " ms=%d", &ms) == 1;
    return read && ms >= 0 ? ms : -1;
}

bool log_file_is_late(const char *log) {
    return log_file_execution_ms(log) >= ENGINE_LIMIT_MS &&
           strstr(log, "\tYour bot exceeded the maximum execution time");
}
