#include "platform/thread_pool.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "platform/platform.h"

enum { SPINS_BEFORE_YIELD = 2000 };

typedef struct Member {
    Team *team;
    Thread *thread;
    int index;
} Member;

/* The gate to a phase: its number, whether workers may still enter, how many are inside. */
enum { GATE_INSIDE = 0xffff, GATE_OPEN = 0x10000, GATE_PHASE = 0x20000 };

struct Team {
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
static bool enter(Team *team, unsigned *last) {
    unsigned gate = atomic_load_explicit(&team->gate, memory_order_relaxed);
    if (!(gate & GATE_OPEN) || gate / GATE_PHASE == *last ||
        !atomic_compare_exchange_weak_explicit(&team->gate, &gate, gate + 1, memory_order_acquire,
                                               memory_order_relaxed))
        return false;
    *last = gate / GATE_PHASE;
    return true;
}

static void serve_until_dismissed(Team *team, int worker) {
    unsigned last = 0;
    for (int spins = 0; atomic_load_explicit(&team->at_hand, memory_order_relaxed);) {
        if (!enter(team, &last)) {
            wait_a_little(&spins);
            continue;
        }
        team->work(team->argument, worker);
        atomic_fetch_sub_explicit(&team->gate, 1, memory_order_release);
        spins = 0;
    }
}

static void serve(void *argument) {
    Member *self = argument;
    Team *team = self->team;
    while (!atomic_load(&team->over)) {
        event_wait(team->called);
        serve_until_dismissed(team, self->index);
    }
}

Team *team_create(int size) {
    Team *team = calloc(1, sizeof *team + (size_t)size * sizeof team->member[0]);
    if (!team)
        return NULL;
    team->size = 1;
    team->called = event_create();
    for (int i = 1; i < size && team->called; i++) {
        Member *member = &team->member[team->size];
        *member = (Member){team, NULL, team->size};
        member->thread = thread_start(serve, member);
        team->size += member->thread != NULL;
    }
    return team;
}

void team_call(Team *team) {
    if (!team || team->size == 1)
        return;
    atomic_store(&team->at_hand, true);
    event_set(team->called);
}

void team_dismiss(Team *team) {
    if (!team || team->size == 1)
        return;
    event_reset(team->called);
    atomic_store(&team->at_hand, false);
}

void team_run(Team *team, void (*work)(void *argument, int worker), void *argument) {
    if (!team) {
        work(argument, 0);
        return;
    }
    int spins = 0;
    team->work = work;
    team->argument = argument;
    atomic_fetch_add_explicit(&team->gate, GATE_PHASE + GATE_OPEN, memory_order_release);
    work(argument, 0);
    atomic_fetch_sub_explicit(&team->gate, GATE_OPEN, memory_order_relaxed);
    while (atomic_load_explicit(&team->gate, memory_order_acquire) & GATE_INSIDE)
        wait_a_little(&spins);
}

void team_destroy(Team *team) {
    if (!team)
        return;
    atomic_store(&team->over, true);
    atomic_store(&team->at_hand, false);
    if (team->called)
        event_set(team->called);
    for (int i = 1; i < team->size; i++)
        thread_join(team->member[i].thread);
    event_destroy(team->called);
    free(team);
}
