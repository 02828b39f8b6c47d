/* Any bytes as log.txt of an earlier round: the budget stays within its limits, and the logged
 * values are numbers. */
#include "fuzz/fuzz.h"

#include <math.h>

#include "bot/time_manager.h"
#include "records/bot_log.h"

static void read_thoughts(const char *text) {
    BotLog bot_log;
    bot_log_read(text, 1, &bot_log);
    CHECK(isfinite(bot_log.value) && bot_log.took_ms >= -1 && bot_log.nodes >= 0);
    CHECK(bot_log.length >= 0 && bot_log.length <= BOT_LOG_LINE);
    for (int c = 0; c < COMMAND_COUNT; c++)
        CHECK(isfinite(bot_log.first[c].value) && bot_log.first[c].danger <= 100);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[OWN_FOLDER_SIZE + 64];
    char *text = fuzz_text(data, size);
    budget_read_calibration(text);
    budget_read_execution(text);
    CHECK(budget_read_own(text) >= -1);
    read_thoughts(text);
    free(text);
    fuzz_write("2/A/log.txt", data, size);
    snprintf(path, sizeof path, "%s/3/A", fuzz_folder());
    int ms = budget_calibrate(path);
    CHECK(ms >= BUDGET_LEAST_MS && ms <= BUDGET_LIMIT_MS + BUDGET_GRANT_MS);
    return 0;
}
