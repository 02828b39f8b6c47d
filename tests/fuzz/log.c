/* Any bytes as log.txt of an earlier round: the budget stays within its limits, and the values that
 * are read are finite numbers. */
#include "fuzz/fuzz.h"

#include <math.h>

#include "bot/time_manager.h"
#include "protocol/log_file.h"
#include "records/bot_log.h"

static void read_bot_log(const char *text) {
    BotLog bot_log;
    bot_log_read(text, 1, &bot_log);
    CHECK(isfinite(bot_log.value) && bot_log.took_ms >= -1 && bot_log.nodes >= 0);
    CHECK(bot_log.pv_length >= 0 && bot_log.pv_length <= BOT_LOG_PV);
    for (int c = 0; c < COMMAND_COUNT; c++)
        CHECK(isfinite(bot_log.first[c].value) && bot_log.first[c].danger_fuses <= 100);
}

static void read_failure(const char *text) {
    char reason[32];
    CHECK(log_file_failure(text, reason, sizeof reason) == (reason[0] != 0));
    CHECK(log_file_engine_failure(text, 'B', reason, sizeof reason) == (reason[0] != 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char folder[OWN_FOLDER_SIZE + 64];
    RoundPath path;
    char *text = fuzz_text(data, size);
    log_file_calibration_ms(text);
    log_file_execution_ms(text);
    log_file_is_late(text);
    read_failure(text);
    CHECK(log_file_bot_ms(text) >= -1);
    read_bot_log(text);
    free(text);
    fuzz_write("2/A/log.txt", data, size);
    snprintf(folder, sizeof folder, "%s/3/A", fuzz_folder());
    CHECK(round_path_split(folder, &path));
    int ms = time_manager_budget_ms(&path);
    CHECK(ms >= TIME_MIN_MS && ms <= ENGINE_LIMIT_MS + TIME_CALIBRATION_MAX_MS);
    return 0;
}
