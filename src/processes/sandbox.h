/* Runs bots of strangers in a sandbox made by bubblewrap (the program bwrap).
 *
 * Inside, a bot sees the programs and libraries of the system, its own folder, its own folders of
 * the last rounds and the files that all players get in these rounds. Everything is read-only
 * except its folder of the round that is played, and /tmp and /dev/shm, which are empty at the
 * start of each round. With `keep_memory`, its own folder and SANDBOX_MEMORY can be written to,
 * too. It has no network, its own process numbers, no terminal and none of the environment of the
 * caller. All of its processes end with the first one.
 *
 * bubblewrap does not limit memory, processes and files; processes/process.h does.
 */
#ifndef BLASTBEAM_PROCESSES_SANDBOX_H
#define BLASTBEAM_PROCESSES_SANDBOX_H

#include "processes/arguments.h"

enum {
    SANDBOX_ROUNDS = 8,   /* earlier rounds that a bot can read */
    SANDBOX_TMP_MB = 64,  /* the size of /tmp and of /dev/shm */
    SANDBOX_STATUS_FD = 3 /* where bwrap reports that the sandbox stands */
};

#define SANDBOX_MEMORY "/bot-memory"

typedef enum SandboxUse { SANDBOX_IF_POSSIBLE, SANDBOX_REQUIRED, SANDBOX_OFF } SandboxUse;

typedef struct Sandbox {
    bool on;
    bool nested_off;  /* bwrap can forbid further sandboxes inside */
    bool keep_memory; /* bots may write into their own folders, unless these hold other bots or
                       * the match */
} Sandbox;

/* What a bot may see in a run. All paths are absolute. */
typedef struct SandboxView {
    const char *bot;     /* its folder; NULL for none */
    const char *match;   /* the folder of the match; NULL for none */
    int round;           /* the round that is played */
    char key;            /* of the player */
    const char *memory;  /* seen as SANDBOX_MEMORY, and named by TMPDIR; NULL for none */
    const char **hidden; /* folders of other bots; they are hidden when they lie in `bot` */
    int hidden_count;
} SandboxView;

/* Find out whether bubblewrap works here, and set *sandbox to it. Returns false with the reason
 * in `reason` when it does not. Takes some milliseconds. */
bool sandbox_open(Sandbox *sandbox, char *reason, size_t size);

/* Open the sandbox as the user wants it. `said` becomes a line for the user: that there is a
 * sandbox, or why there is none; "" when it is off. Returns false when a sandbox is required and
 * does not work. */
bool sandbox_choose(SandboxUse use, bool keep_memory, Sandbox *sandbox, char *said, size_t size);

/* Append the part of a command line that starts a sandbox. The program to run and its arguments
 * follow it. Adds nothing when the sandbox is off. */
void sandbox_add_arguments(const Sandbox *sandbox, const SandboxView *view, Arguments *arguments);

#endif
