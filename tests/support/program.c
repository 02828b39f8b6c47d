#include "support/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "platform/folder.h"
#include "support/scratch.h"
#include "test.h"

static Run last;
static char last_line[4096];

int setup_programs(void **unused) {
    const char *bin = getenv("BLASTBEAM_BIN"), *path = getenv("PATH");
    char *real = realpath(bin ? bin : "bin", NULL);
    char search[8192];
    if (!real) {
        print_error("there is no folder %s: run make, or set BLASTBEAM_BIN to where they are\n",
                    bin ? bin : "bin");
        return -1;
    }
    snprintf(search, sizeof search, "%s:%s", real, path ? path : "/usr/bin:/bin");
    free(real);
    return setenv("PATH", search, 1) || make_scratch(unused);
}

static void read_back(const char *name, char *text, size_t size) {
    char *written = scratch_read(name);
    assert_non_null(written);
    snprintf(text, size, "%s", written);
    free(written);
}

const Run *run(const char *format, ...) {
    char command[sizeof last_line + 128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_line, sizeof last_line, format, arguments);
    va_end(arguments);
    snprintf(command, sizeof command, "IFS=; { %s\n} >$scratch/out 2>$scratch/error </dev/null",
             last_line);
    int status = system(command);
    assert_true(WIFEXITED(status));
    last.status = WEXITSTATUS(status);
    read_back("out", last.out, sizeof last.out);
    read_back("error", last.error, sizeof last.error);
    return &last;
}

void assert_run(int status, const char *out, const char *error) {
    if (last.status != status || (out && !strstr(last.out, out)) ||
        (error && !strstr(last.error, error)))
        fail_msg("%s\nexit status %d, expected %d\noutput (expected \"%s\"):\n%s\n"
                 "errors (expected \"%s\"):\n%s",
                 last_line, last.status, status, out ? out : "", last.out, error ? error : "",
                 last.error);
}

void assert_refusals(const char *program, const Refusal *refusals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        run("%s %s", program, refusals[i].arguments);
        assert_run(2, NULL, refusals[i].why);
        assert_string_equal(last.out, "");
    }
}

int count_occurrences(const char *text, const char *what) {
    int count = 0;
    for (; (text = strstr(text, what)); text++)
        count++;
    return count;
}

bool has_shared(void) {
    return path_kind("../shared/replays/2p-seed1") == PATH_FOLDER;
}
