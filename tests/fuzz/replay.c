/* Runs a target on the files given, without libFuzzer. */
#include "fuzz/fuzz.h"
#include "platform/file.h"

enum { LIMIT = 16 << 20 };

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        size_t size;
        char *bytes = file_read(argv[i], LIMIT, &size);
        if (!bytes) {
            perror(argv[i]);
            return 1;
        }
        printf("%s\n", argv[i]);
        fflush(stdout);
        uint8_t *exact = malloc(size ? size : 1);
        CHECK(exact);
        memcpy(exact, bytes, size);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
        free(bytes);
    }
    return 0;
}
