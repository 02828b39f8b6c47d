/* A game in a process of its own, so that an agent that crashes or hangs takes nobody with it.
 * Where processes cannot be forked (Windows) the game is played at once by the caller. */
#ifndef BLASTBEAM_ARENA_WORKER_H
#define BLASTBEAM_ARENA_WORKER_H

#include "arena/game.h"

typedef struct Worker Worker;

typedef enum WorkerEnd {
    WORKER_PLAYED,
    WORKER_CRASHED, /* an agent's fault: the result is that of game_crash, `why` tells of it */
    WORKER_FAILED   /* not so: there is no result, `why` tells of it */
} WorkerEnd;

/* Begin a game. What `spec` and `settings` point to must stay as it is. Returns NULL, with errno
 * set, when there is no room for another process. */
Worker *worker_start(const GameSpec *spec, const GameSettings *settings);

/* Wait until one of the workers has ended, at most `timeout_ms`. Returns its index or -1. Those
 * with an agent that has been thinking for `stall_s` seconds (0: any time is allowed) are ended. */
int worker_wait(Worker *const workers[], int count, int stall_s, int timeout_ms);

/* Take the result of a worker that has ended, and free it. */
WorkerEnd worker_finish(Worker *worker, GameResult *result, char *why, size_t size);

#endif
