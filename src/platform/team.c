#include "platform/team.h"

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

struct Team {
    int size;
    void (*work)(void *argument, int worker); /* NULL: time to go */
    void *argument;
    atomic_uint phase; /* counts calls of team_run */
    atomic_int busy;
    Member member[];
};

static void wait_a_little(int *spins) {
    if (++*spins > SPINS_BEFORE_YIELD)
        sched_yield();
}

static void serve(void *argument) {
    Member *self = argument;
    Team *team = self->team;
    for (unsigned phase = 1;; phase++) {
        int spins = 0;
        while (atomic_load_explicit(&team->phase, memory_order_acquire) != phase)
            wait_a_little(&spins);
        if (!team->work)
            return;
        team->work(team->argument, self->index);
        atomic_fetch_sub_explicit(&team->busy, 1, memory_order_release);
    }
}

Team *team_start(int size) {
    Team *team = calloc(1, sizeof *team + (size_t)size * sizeof team->member[0]);
    if (!team)
        return NULL;
    team->size = 1;
    for (int i = 1; i < size; i++) {
        Member *member = &team->member[team->size];
        *member = (Member){team, NULL, team->size};
        member->thread = thread_start(serve, member);
        team->size += member->thread != NULL;
    }
    return team;
}

static void begin_phase(Team *team, void (*work)(void *, int), void *argument) {
    team->work = work;
    team->argument = argument;
    atomic_store_explicit(&team->busy, team->size - 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&team->phase, 1, memory_order_release);
}

void team_run(Team *team, void (*work)(void *argument, int worker), void *argument) {
    int spins = 0;
    if (team)
        begin_phase(team, work, argument);
    work(argument, 0);
    while (team && atomic_load_explicit(&team->busy, memory_order_acquire) > 0)
        wait_a_little(&spins);
}

void team_stop(Team *team) {
    if (!team)
        return;
    begin_phase(team, NULL, NULL);
    for (int i = 1; i < team->size; i++)
        thread_join(team->member[i].thread);
    free(team);
}
