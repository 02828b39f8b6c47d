#include "platform/thread_pool.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "platform/thread.h"

enum { SPINS_BEFORE_YIELD = 2000 };

typedef struct Worker {
    ThreadPool *pool;
    Thread *thread;
    int index;
} Worker;

/* The gate of a phase packs the phase's number, a bit that lets workers enter, and the number of
 * workers inside. */
enum { GATE_INSIDE = 0xffff, GATE_OPEN = 0x10000, GATE_PHASE = 0x20000 };

struct ThreadPool {
    Event *awake;         /* set while the workers are not parked */
    atomic_bool spinning; /* false: the workers go to sleep */
    atomic_bool stopped;
    atomic_uint gate;
    void (*work)(void *argument, int worker);
    void *argument;
    int size;
    Worker workers[];
};

static void spin(int *spins) {
    if (++*spins > SPINS_BEFORE_YIELD)
        sched_yield();
}

/* Enter a phase. Returns false when the gate is closed, or when the worker has already been in this
 * phase, *last. */
static bool enter(ThreadPool *pool, unsigned *last) {
    unsigned gate = atomic_load_explicit(&pool->gate, memory_order_relaxed);
    if (!(gate & GATE_OPEN) || gate / GATE_PHASE == *last ||
        !atomic_compare_exchange_weak_explicit(&pool->gate, &gate, gate + 1, memory_order_acquire,
                                               memory_order_relaxed))
        return false;
    *last = gate / GATE_PHASE;
    return true;
}

static void work_until_parked(ThreadPool *pool, int worker) {
    unsigned last = 0;
    for (int spins = 0; atomic_load_explicit(&pool->spinning, memory_order_relaxed);) {
        if (!enter(pool, &last)) {
            spin(&spins);
            continue;
        }
        pool->work(pool->argument, worker);
        atomic_fetch_sub_explicit(&pool->gate, 1, memory_order_release);
        spins = 0;
    }
}

static void run_worker(void *argument) {
    Worker *self = argument;
    ThreadPool *pool = self->pool;
    while (!atomic_load(&pool->stopped)) {
        event_wait(pool->awake);
        work_until_parked(pool, self->index);
    }
}

ThreadPool *thread_pool_create(int size) {
    ThreadPool *pool = calloc(1, sizeof *pool + (size_t)size * sizeof pool->workers[0]);
    if (!pool)
        return NULL;
    pool->size = 1;
    pool->awake = event_create();
    for (int i = 1; i < size && pool->awake; i++) {
        Worker *worker = &pool->workers[pool->size];
        *worker = (Worker){pool, NULL, pool->size};
        worker->thread = thread_start(run_worker, worker);
        pool->size += worker->thread != NULL;
    }
    return pool;
}

void thread_pool_wake(ThreadPool *pool) {
    if (!pool || pool->size == 1)
        return;
    atomic_store(&pool->spinning, true);
    event_set(pool->awake);
}

void thread_pool_park(ThreadPool *pool) {
    if (!pool || pool->size == 1)
        return;
    event_reset(pool->awake);
    atomic_store(&pool->spinning, false);
}

void thread_pool_run(ThreadPool *pool, void (*work)(void *argument, int worker), void *argument) {
    if (!pool) {
        work(argument, 0);
        return;
    }
    int spins = 0;
    pool->work = work;
    pool->argument = argument;
    atomic_fetch_add_explicit(&pool->gate, GATE_PHASE + GATE_OPEN, memory_order_release);
    work(argument, 0);
    atomic_fetch_sub_explicit(&pool->gate, GATE_OPEN, memory_order_relaxed);
    while (atomic_load_explicit(&pool->gate, memory_order_acquire) & GATE_INSIDE)
        spin(&spins);
}

void thread_pool_destroy(ThreadPool *pool) {
    if (!pool)
        return;
    atomic_store(&pool->stopped, true);
    atomic_store(&pool->spinning, false);
    if (pool->awake)
        event_set(pool->awake);
    for (int i = 1; i < pool->size; i++)
        thread_join(pool->workers[i].thread);
    event_destroy(pool->awake);
    free(pool);
}
