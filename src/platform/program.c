#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "platform/program.h"

int program_end(const char *program, int status) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "%s: cannot write all to standard output%s%s\n", program, errno ? ": " : "",
            errno ? strerror(errno) : "");
    return status ? status : 1;
}

int program_refuse_option(const char *program, int option, char **argv) {
    const char *argument = argv[optind - 1];
    const char letter[] = {'-', (char)optopt, 0};
    /* Behind an unknown letter others can follow in the same argument. */
    bool is_letter = option == '?' && optopt && strncmp(argument, "--", 2) != 0;
    fprintf(stderr, "%s: %s %s; see %s --help\n", program, is_letter ? letter : argument,
            option == ':' ? "needs a value" : "is not understood", program);
    return 2;
}
