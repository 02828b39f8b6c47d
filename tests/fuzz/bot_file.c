/* Any bytes as bot.json. */
#include "protocol/bot_file.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    BotFile bot;
    char error[512] = "";
    fuzz_write("bot.json", data, size);
    if (!bot_file_read(fuzz_folder(), &bot, error, sizeof error))
        CHECK(error[0]);
    else
        CHECK(bot.nickname[0] && bot.run_file[0]);
    return 0;
}
