/* Any words as options of bin/blastbeam, one a line. The folder does not exist, so that only the
 * options matter; main is that of the program, under another name, and exit comes back here. */
#include <getopt.h>
#include <setjmp.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "platform/watchdog.h"

enum { MOST = 32 };

extern int blastbeam_main(int argc, char **argv);
extern _Noreturn void __real_exit(int status);
extern _Noreturn void __wrap_exit(int status);
extern Watchdog *__wrap_watchdog_start(int64_t deadline, void (*leave)(void *, int),
                                       void *argument);
extern void __wrap_watchdog_move(Watchdog *watchdog, int64_t deadline, int64_t most);

extern void *__real_aligned_alloc(size_t alignment, size_t size);
extern void *__wrap_aligned_alloc(size_t alignment, size_t size);

static jmp_buf after_exit;
static bool inside;  /* the program is running */
static void *memory; /* what it has allocated; it does not free it before it exits */

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return memory = __real_aligned_alloc(alignment, size);
}

void __wrap_exit(int status) {
    if (!inside)
        __real_exit(status);
    longjmp(after_exit, status + 1);
}

Watchdog *__wrap_watchdog_start(int64_t deadline, void (*leave)(void *, int), void *argument) {
    (void)deadline;
    (void)leave;
    (void)argument;
    return NULL;
}

void __wrap_watchdog_move(Watchdog *watchdog, int64_t deadline, int64_t most) {
    (void)watchdog;
    (void)deadline;
    (void)most;
}

/* Nobody reads the messages. */
static void be_silent(void) {
    static bool silent;
    if (silent)
        return;
    silent = true;
    CHECK(freopen("/dev/null", "w", stdout));
    opterr = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char program[] = "blastbeam", key[] = "A", folder[] = "/nonexistent";
    char *arguments[MOST + 4] = {program};
    int count = 1;
    char *text = fuzz_text(data, size), *rest = NULL;
    be_silent();
    for (char *word = strtok_r(text, "\n", &rest); word && count <= MOST;
         word = strtok_r(NULL, "\n", &rest))
        arguments[count++] = word;
    arguments[count++] = key;
    arguments[count++] = folder;
    optind = 0;
    inside = true;
    int left = setjmp(after_exit); /* the exit status and 1 */
    if (left == 0)
        blastbeam_main(count, arguments);
    CHECK(left >= 1 && left <= 3);
    free(memory);
    inside = false;
    free(text);
    return 0;
}
