/* Run a bot's program once, as the engine does, and never hang on it. */
#ifndef BLASTBEAM_REFEREE_PROCESS_H
#define BLASTBEAM_REFEREE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

enum { PROCESS_OUTPUT = 1 << 16, PROCESS_ARGUMENTS = 32 };

typedef struct ProcessResult {
    bool started;
    bool killed; /* it was still running, or held its output open, at the hard limit */
    int status;  /* exit status; -1 when it was killed or died of a signal */
    double ms;   /* wall clock until it had ended and its output was closed */
    size_t size; /* bytes kept of standard output and error, together */
    char output[PROCESS_OUTPUT]; /* ends in a 0; what is more than fits is dropped */
} ProcessResult;

/* Run arguments[0] (looked up in PATH), with `folder` as working directory, nothing on standard
 * input, in a process group of its own that is killed as a whole after `limit_ms` and at the end.
 * `arguments` ends in NULL. */
void process_run(char *const arguments[], const char *folder, int limit_ms, ProcessResult *result);

#endif
