/* Any bytes as log.txt of an earlier round: the budget stays between its limits. */
#include "fuzz/fuzz.h"

#include "folder/budget.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[256];
    Memory memory = {.round = 2, .seen = 1};
    memory_note_time(&memory, 20);
    char *text = fuzz_text(data, size);
    budget_read_calibration(text);
    budget_read_execution(text);
    free(text);
    fuzz_write("2/A/log.txt", data, size);
    snprintf(path, sizeof path, "%s/3/A", fuzz_folder());
    int ms = budget_calibrate(path, &memory);
    CHECK(ms >= BUDGET_LEAST_MS && ms <= BUDGET_LIMIT_MS + BUDGET_GRANT_MS);
    return 0;
}
