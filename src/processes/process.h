/* Runs a bot's program once, as the engine does, with a hard time limit. */
#ifndef BLASTBEAM_PROCESSES_PROCESS_H
#define BLASTBEAM_PROCESSES_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PROCESS_MAX_OUTPUT = 1 << 16, /* bytes of output that are kept; the rest is dropped */
    PROCESS_MAX_FILE_MB = 64,     /* the system kills a process that writes a larger file */
    PROCESS_MAX_COUNT = 256,      /* the run is killed when it has more processes at once */
    PROCESS_MAX_LINE = 4096       /* longer lines are split */
};

typedef struct ProcessResult {
    bool started;  /* the process was created; `status` says whether the program started */
    bool killed;   /* it was still running, or its output was still open, at the limit */
    bool too_many; /* it was killed because it had too many processes */
    int status;  /* exit status; 126 or 127 when the program did not start; -1 when the process was
                  * killed or ended by a signal */
    double ms;   /* wall clock until the process had ended and its output was closed */
    size_t size; /* bytes kept of standard output and standard error together */
    size_t dropped;                  /* bytes not kept */
    char output[PROCESS_MAX_OUTPUT]; /* ends with a 0 */
} ProcessResult;

/* `line` is called for each line of output, without the line end, and with NULL at the end of each
 * stream. `killed` is called when the process was killed, before the ends of the streams that
 * result from it; `too_many` is that of the result. */
typedef struct ProcessListener {
    void (*line)(void *context, bool error, const char *text);
    void (*killed)(void *context, bool too_many);
    void *context;
} ProcessListener;

/* Run arguments[0] (looked up in PATH) with `folder` as the working directory and an empty standard
 * input. The process is killed after `limit_ms`. In any case all of its descendants are killed at
 * the end, also those that left its process group or lost their parent; therefore the caller must
 * not have children of its own. `arguments` ends with NULL; `listener` may be NULL. */
void process_run(char *const arguments[], const char *folder, int limit_ms,
                 const ProcessListener *listener, ProcessResult *result);

#endif
