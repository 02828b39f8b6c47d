#include "bot/time_manager.h"

#include <stdlib.h>

#include "platform/file.h"
#include "protocol/log_file.h"

enum { LOG_LIMIT = 4 << 20 };

static char *read_log(const RoundPath *path, int round) {
    char name[ROUND_PATH_SIZE];
    return round_path_file(path, round, true, "log.txt", name) ? log_file_load(name, LOG_LIMIT)
                                                               : NULL;
}

/* The part of the calibration that is used, or -1 when it is unknown. */
static int read_calibration(const RoundPath *path) {
    char *log = read_log(path, 0);
    int ms = log ? log_file_calibration_ms(log) : -1;
    free(log);
    return ms > TIME_CALIBRATION_MAX_MS ? TIME_CALIBRATION_MAX_MS : ms;
}

/* The second largest time that the engine measured beyond the bot's own measurement: a single
 * slow round does not predict the next ones. With one or two measurements, the largest. At most
 * ENGINE_LIMIT_MS; -1 when no log has both. */
static double read_overhead(const RoundPath *path) {
    enum { ROBUST = 3 };
    double largest = -1, second = -1;
    int count = 0;
    for (int round = path->round - 1; round >= 0 && round >= path->round - TIME_ROUNDS; round--) {
        char *log = read_log(path, round);
        double engine_ms = log ? log_file_execution_ms(log) : -1;
        int bot_ms = log ? log_file_bot_ms(log) : -1;
        double overhead = engine_ms > bot_ms ? engine_ms - bot_ms : 0;
        free(log);
        if (engine_ms < 0 || bot_ms < 0)
            continue;
        count++;
        second = overhead > largest ? largest : overhead > second ? overhead : second;
        largest = overhead > largest ? overhead : largest;
    }
    double overhead = count < ROBUST ? largest : second;
    return overhead < ENGINE_LIMIT_MS ? overhead : ENGINE_LIMIT_MS;
}

int time_manager_budget_ms(const RoundPath *path) {
    int calibration = read_calibration(path);
    double overhead = read_overhead(path);
    if (calibration < 0 || overhead < 0)
        return TIME_DEFAULT_MS;
    int ms = ENGINE_LIMIT_MS + calibration - (int)(overhead + 1) - TIME_MARGIN_MS;
    return ms < TIME_MIN_MS ? TIME_MIN_MS : ms;
}
