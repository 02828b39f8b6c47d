#include <errno.h>
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
