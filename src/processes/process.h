/* Runs a bot's program once, as the engine does, with a hard time limit. */
#ifndef BLASTBEAM_PROCESSES_PROCESS_H
#define BLASTBEAM_PROCESSES_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    PROCESS_MAX_OUTPUT = 1 << 16, /* bytes of output that are kept; the rest is dropped */
    PROCESS_MAX_FILE_MB = 64,     /* the system kills a process that writes a larger file */
    PROCESS_MAX_DATA_MB = 2048,   /* of one process in a sandbox; allocations beyond it fail */
    PROCESS_MAX_MEMORY_MB = 3072, /* the run is killed when its processes use more together */
    PROCESS_MAX_COUNT = 256,      /* the run is killed when it has more processes at once */
    PROCESS_MAX_THREADS = 1024,   /* ... or more threads in all of them */
    PROCESS_MAX_OPEN = 256,       /* open files of one process in a sandbox */
    PROCESS_MAX_FOLDER_MB = 256,  /* the run is killed when `written` holds more */
    PROCESS_MAX_FOLDER_FILES = 100000,
    PROCESS_MAX_LINE = 4096 /* longer lines are split */
};

/* How a run ended. */
typedef enum ProcessEnd {
    PROCESS_ENDED,           /* by itself */
    PROCESS_TIMED_OUT,       /* it still ran, or its output was still open, at the limit */
    PROCESS_TOO_MANY,        /* it had too many processes or threads */
    PROCESS_TOO_MUCH_MEMORY, /* it used more than PROCESS_MAX_MEMORY_MB, or that much more memory
                              * was shared or held by files in memory than before, or the machine
                              * had almost none left */
    PROCESS_TOO_MUCH_DISK,   /* it wrote more than PROCESS_MAX_FOLDER_MB */
    PROCESS_INTERRUPTED      /* the caller's `stop` was set */
} ProcessEnd;

typedef struct ProcessResult {
    bool started;   /* false when the system refused to create a process; `error` has the reason */
    int error;      /* errno; 0 when bwrap could not set up the sandbox */
    ProcessEnd end; /* all but PROCESS_ENDED: the run was killed */
    int status;     /* exit status; 126 or 127 when the program did not start; -1 when the process
                     * was killed or ended by a signal */
    int signal;     /* the signal that ended the process, or 0 */
    double ms;      /* wall clock until the process had ended and its output was closed; when it was
                     * killed, until all of its descendants had ended */
    size_t size;    /* bytes kept of standard output and standard error together */
    size_t dropped; /* bytes not kept */
    char output[PROCESS_MAX_OUTPUT]; /* ends with a 0 */
} ProcessResult;

/* `line` is called for each line of output, without the line end, and with NULL at the end of each
 * stream. `killed` is called when the run was killed, before the ends of the streams that result
 * from it. */
typedef struct ProcessListener {
    void (*line)(void *context, bool error, const char *text);
    void (*killed)(void *context, ProcessEnd end);
    void *context;
} ProcessListener;

/* What to run. */
typedef struct ProcessRequest {
    char *const *arguments;            /* ends with NULL; the program is looked up in PATH */
    const char *folder;                /* the working directory */
    int limit_ms;                      /* the run is killed after this time */
    const char *written;               /* a folder whose size is limited; may be NULL */
    bool sandboxed;                    /* the arguments begin with those of sandbox_add_arguments */
    const volatile sig_atomic_t *stop; /* kill the run when it becomes nonzero; may be NULL */
    const ProcessListener *listener;   /* may be NULL */
} ProcessRequest;

/* Run a program in a session of its own, with an empty standard input, without the caller's other
 * open files, and with only those variables of the environment that programs commonly need. All
 * of its descendants are killed at the end, also those that left its process group or lost their
 * parent; therefore the caller must not have children of its own. */
void process_run(const ProcessRequest *request, ProcessResult *result);

#endif
