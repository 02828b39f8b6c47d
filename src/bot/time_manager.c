#include "bot/time_manager.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "protocol/round_path.h"

enum { LOG_LIMIT = 4 << 20 };

int budget_read_calibration(const char *log) {
    int ms;
    const char *found = strstr(log, "can run an additional ");
    bool read = found && sscanf(found, "can run an additional %dms", &ms) == 1;
    return read && ms >= 0 ? ms : -1;
}

double budget_read_execution(const char *log) {
    int hours, minutes;
    double seconds;
    const char *found = strstr(log, "total execution time was ");
    if (!found ||
        sscanf(found, "total execution time was %d:%d:%lf", &hours, &minutes, &seconds) != 3)
        return -1;
    return ((hours * 60.0 + minutes) * 60.0 + seconds) * 1000.0;
}

int budget_read_own(const char *log) {
    const char *line = strstr(log, "Output from bot: move=");
    const char *found = line ? strstr(line, " ms=") : NULL;
    size_t length = line ? strcspn(line, "\r\n") : 0;
    int ms;
    bool read = found && found < line + length && sscanf(found, " ms=%d", &ms) == 1;
    return read && ms >= 0 ? ms : -1;
}

static char *read_log(const RoundPath *path, int round) {
    char name[ROUNDPATH_SIZE];
    size_t size;
    return roundpath_file(path, round, true, "log.txt", name) ? file_read(name, LOG_LIMIT, &size)
                                                              : NULL;
}

static int granted(const RoundPath *path) {
    char *log = read_log(path, 0);
    int ms = log ? budget_read_calibration(log) : -1;
    free(log);
    return ms > BUDGET_GRANT_MS ? BUDGET_GRANT_MS : ms;
}

/* The most that the engine saw beyond the own measure, or -1 when no round tells. */
static double overhead(const RoundPath *path) {
    double most = -1;
    for (int round = path->round - 1; round >= 0 && round >= path->round - BUDGET_ROUNDS; round--) {
        char *log = read_log(path, round);
        double seen = log ? budget_read_execution(log) : -1;
        int own = log ? budget_read_own(log) : -1;
        double beyond = seen > own ? seen - own : 0;
        free(log);
        if (seen >= 0 && own >= 0 && beyond > most)
            most = beyond;
    }
    return most < BUDGET_LIMIT_MS ? most : BUDGET_LIMIT_MS;
}

int budget_calibrate(const char *folder) {
    RoundPath path;
    if (!roundpath_split(folder, &path))
        return BUDGET_UNKNOWN_MS;
    int grant = granted(&path);
    double beyond = overhead(&path);
    if (grant < 0 || beyond < 0)
        return BUDGET_UNKNOWN_MS;
    int ms = BUDGET_LIMIT_MS + grant - (int)(beyond + 1) - BUDGET_MARGIN_MS;
    return ms < BUDGET_LEAST_MS ? BUDGET_LEAST_MS : ms;
}
