/* Any bytes as a recording, which is followed as far as it can be. */
#include "fuzz/fuzz.h"
#include "records/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static FILE *nowhere;
    char path[OWN_FOLDER_SIZE + 64];
    VerifyTotals tally = {0};
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    CHECK(nowhere);
    fuzz_write("match.rec", data, size);
    snprintf(path, sizeof path, "%s/match.rec", fuzz_folder());
    verify_recording(path, nowhere, &tally);
    CHECK(tally.matches + tally.skipped + tally.mismatches > 0);
    return 0;
}
