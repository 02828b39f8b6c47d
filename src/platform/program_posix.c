#ifndef _WIN32

#include "platform/program.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

void program_begin(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    for (int file = 0; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", O_RDWR) != file)
            return;
}

void program_exit_now(int status, const char *text) {
    ssize_t written = write(STDOUT_FILENO, text, strlen(text));
    (void)written; /* nobody is left to report a failure to */
    _exit(status);
}

#endif
