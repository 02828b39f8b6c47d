#include "bot/recall.h"

#include <stdlib.h>

#include "bot/memory_file.h"
#include "bot/time_manager.h"
#include "platform/thread.h"
#include "protocol/move_file.h"

struct Recall {
    const RoundPath *path;
    const Snapshot *snapshot;
    int64_t deadline;
    Recalled recalled;
    Event *done;
    Thread *thread; /* never joined */
};

static void read_all(void *argument) {
    Recall *recall = argument;
    Recalled *recalled = &recall->recalled;
    recalled->budget_ms = time_manager_budget_ms(recall->path);
    memory_file_rebuild(&recalled->history, recall->path, recall->deadline);
    history_update(&recalled->history, recall->snapshot);
    recalled->last_command = move_file_read_last(recall->path);
    event_set(recall->done);
}

Recall *recall_start(const RoundPath *path, const Snapshot *snapshot, int64_t deadline) {
    Recall *recall = calloc(1, sizeof *recall);
    Event *done = recall ? event_create() : NULL;
    if (!done) {
        free(recall);
        return NULL;
    }
    *recall = (Recall){.path = path, .snapshot = snapshot, .deadline = deadline, .done = done};
    recall->thread = thread_start(read_all, recall);
    if (!recall->thread)
        read_all(recall);
    return recall;
}

const Recalled *recall_wait(Recall *recall, int64_t deadline) {
    return recall && event_wait_until(recall->done, deadline) ? &recall->recalled : NULL;
}
