#include "platform/thread_pool.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "platform/thread.h"

enum { SPINS_BEFORE_YIELD = 2000 };

typedef struct Member {
    ThreadPool *pool;
    Thread *thread;
    int index;
} Member;

/* The gate to a phase: its number, whether workers may still enter, how many are inside. */
enum { GATE_INSIDE = 0xffff, GATE_OPEN = 0x10000, GATE_PHASE = 0x20000 };

struct ThreadPool {
    Event *called;
    atomic_bool at_hand, over;
    atomic_uint gate;
    void (*work)(void *argument, int worker);
    void *argument;
    int size;
    Member member[];
};

static void wait_a_little(int *spins) {
    if (++*spins > SPINS_BEFORE_YIELD)
        sched_yield();
}

/* Go through the gate unless it is closed or leads to phase `last` again. */
static bool enter(ThreadPool *pool, unsigned *last) {
    unsigned gate = atomic_load_explicit(&pool->gate, memory_order_relaxed);
    if (!(gate & GATE_OPEN) || gate / GATE_PHASE == *last ||
        !atomic_compare_exchange_weak_explicit(&pool->gate, &gate, gate + 1, memory_order_acquire,
                                               memory_order_relaxed))
        return false;
    *last = gate / GATE_PHASE;
    return true;
}

static void serve_until_dismissed(ThreadPool *pool, int worker) {
    unsigned last = 0;
    for (int spins = 0; atomic_load_explicit(&pool->at_hand, memory_order_relaxed);) {
        if (!enter(pool, &last)) {
            wait_a_little(&spins);
            continue;
        }
        pool->work(pool->argument, worker);
        atomic_fetch_sub_explicit(&pool->gate, 1, memory_order_release);
        spins = 0;
    }
}

static void serve(void *argument) {
    Member *self = argument;
    ThreadPool *pool = self->pool;
    while (!atomic_load(&pool->over)) {
        event_wait(pool->called);
        serve_until_dismissed(pool, self->index);
    }
}

ThreadPool *thread_pool_create(int size) {
    ThreadPool *pool = calloc(1, sizeof *pool + (size_t)size * sizeof pool->member[0]);
    if (!pool)
        return NULL;
    pool->size = 1;
    pool->called = event_create();
    for (int i = 1; i < size && pool->called; i++) {
        Member *member = &pool->member[pool->size];
        *member = (Member){pool, NULL, pool->size};
        member->thread = thread_start(serve, member);
        pool->size += member->thread != NULL;
    }
    return pool;
}

void thread_pool_wake(ThreadPool *pool) {
    if (!pool || pool->size == 1)
        return;
    atomic_store(&pool->at_hand, true);
    event_set(pool->called);
}

void thread_pool_park(ThreadPool *pool) {
    if (!pool || pool->size == 1)
        return;
    event_reset(pool->called);
    atomic_store(&pool->at_hand, false);
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
        wait_a_little(&spins);
}

void thread_pool_destroy(ThreadPool *pool) {
    if (!pool)
        return;
    atomic_store(&pool->over, true);
    atomic_store(&pool->at_hand, false);
    if (pool->called)
        event_set(pool->called);
    for (int i = 1; i < pool->size; i++)
        thread_join(pool->member[i].thread);
    event_destroy(pool->called);
    free(pool);
}
