/* Run a bot's program once, as the engine does, and never hang on it. */
#ifndef BLASTBEAM_REFEREE_PROCESS_H
#define BLASTBEAM_REFEREE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PROCESS_OUTPUT = 1 << 16, /* bytes of output that are taken in; the rest is dropped */
    PROCESS_FILE_MB = 64,     /* a larger file cannot be written: the system ends who tries */
    PROCESS_CROWD = 256,      /* with more processes at once the run is ended */
    PROCESS_LINE = 4096       /* a longer line is cut in pieces */
};

typedef struct ProcessResult {
    bool started; /* there is a process; whether it became the program says `status` */
    bool killed;  /* it was still running, or held its output open, at the hard limit */
    bool crowd;   /* it was killed for starting too many processes */
    int status;   /* exit status, 126 or 127 when there was nothing to run; -1 when it was killed or
                   * died of a signal */
    double ms;    /* wall clock until it had ended and its output was closed */
    size_t size;  /* bytes kept of standard output and error, together */
    size_t dropped;              /* bytes of them that were not kept */
    char output[PROCESS_OUTPUT]; /* ends in a 0; what is more than fits is dropped */
} ProcessResult;

/* `line` is told of each line of output as it comes, without its end, and once of the end of each
 * stream, with NULL; `killed`, before the ends that this brings, that the process was killed, with
 * result->crowd. */
typedef struct ProcessListener {
    void (*line)(void *context, bool error, const char *text);
    void (*killed)(void *context, bool crowd);
    void *context;
} ProcessListener;

/* Run arguments[0] (looked up in PATH), with `folder` as working directory and nothing on standard
 * input. After `limit_ms`, and at the end, it is killed with all that it started, even if that left
 * the group or was given up by its parent: the caller must have no children of its own.
 * `arguments` ends in NULL; `listener` may be NULL. */
void process_run(char *const arguments[], const char *folder, int limit_ms,
                 const ProcessListener *listener, ProcessResult *result);

#endif
