#ifdef _WIN32

#include "arena/worker.h"

#include <stdlib.h>

struct Worker {
    bool complete;
    GameResult result;
    char error[256];
};

Worker *worker_start(const GameSpec *spec, const GameSettings *settings) {
    Worker *worker = calloc(1, sizeof *worker);
    if (worker)
        worker->complete =
            game_play(spec, settings, &worker->result, worker->error, sizeof worker->error);
    return worker;
}

int worker_wait(Worker *const workers[], int count, int stall_s, int timeout_ms) {
    (void)workers, (void)stall_s, (void)timeout_ms;
    return count > 0 ? 0 : -1;
}

WorkerEnd worker_finish(Worker *worker, GameResult *result, char *why, size_t size) {
    WorkerEnd end = worker->complete ? WORKER_PLAYED : WORKER_FAILED;
    if (worker->complete)
        *result = worker->result;
    else
        snprintf(why, size, "%s", worker->error);
    free(worker);
    return end;
}

#endif
