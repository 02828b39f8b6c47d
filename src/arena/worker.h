/* Games in processes of their own, so that an agent that crashes or hangs ends only its own game.
 */
#ifndef BLASTBEAM_ARENA_WORKER_H
#define BLASTBEAM_ARENA_WORKER_H

#include "arena/game.h"

typedef struct Worker Worker;

typedef enum WorkerEnd {
    WORKER_PLAYED,
    WORKER_CRASHED, /* an agent crashed: the result is that of game_crash, `why` has a message */
    WORKER_FAILED   /* something else failed: no result, `why` has a message */
} WorkerEnd;

/* Start a game. `spec` and `settings` must stay valid until worker_finish. Returns NULL with errno
 * set when no process can be started. */
Worker *worker_start(const GameSpec *spec, const GameSettings *settings);

/* Wait until a worker has ended, at most `timeout_ms`. Returns its index, or -1 after the timeout.
 * Workers in which an agent has been thinking for more than `stall_s` seconds are killed, unless
 * `stall_s` is 0. */
int worker_wait(Worker *const workers[], int count, int stall_s, int timeout_ms);

/* Get the result of a worker that has ended, and free the worker. */
WorkerEnd worker_finish(Worker *worker, GameResult *result, char *why, size_t size);

#endif
