/* Games in processes of their own, so that an agent that crashes or hangs ends only its own game.
 */
#ifndef BLASTBEAM_ARENA_WORKER_H
#define BLASTBEAM_ARENA_WORKER_H

#include "arena/game.h"

typedef struct Worker Worker;

typedef enum WorkerEnd {
    WORKER_PLAYED,
    WORKER_STOPPED, /* ended by worker_stop: no result */
    WORKER_CRASHED, /* an agent crashed: the result is that of game_crash, the report has a message
                     */
    WORKER_FAILED   /* something else failed: no result, the report has a message */
} WorkerEnd;

/* How a game ended, besides its result. */
typedef struct WorkerReport {
    char text[512];    /* a message for the user: why it crashed or failed, or how bots failed in a
                        * game that was played; may be "" */
    char folder[1024]; /* the seed folder of a game with bots, when it is kept; else "" */
    bool refused;      /* the system did not let a bot's program start */
} WorkerReport;

/* Start a game. `spec` and `settings` must stay valid until worker_finish. Returns NULL with errno
 * set when no process can be started. */
Worker *worker_start(const GameSpec *spec, const GameSettings *settings);

/* Wait until a worker has ended, at most `timeout_ms`. Returns its index, or -1 after the timeout.
 * Workers in which an agent has been thinking for more than `stall_s` seconds are killed, unless
 * `stall_s` is 0. */
int worker_wait(Worker *const workers[], int count, int stall_s, int timeout_ms);

/* Ask a worker to end a game with bots early. Games of agents, which are short, go on. */
void worker_stop(const Worker *worker);

/* Get the result of a worker that has ended, and free the worker. */
WorkerEnd worker_finish(Worker *worker, GameResult *result, WorkerReport *report);

#endif
