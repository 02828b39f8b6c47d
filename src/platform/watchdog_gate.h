/* A lock between a writer and the watchdog. The watchdog never unlocks it. */
#ifndef BLASTBEAM_PLATFORM_WATCHDOG_GATE_H
#define BLASTBEAM_PLATFORM_WATCHDOG_GATE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "platform/clock.h"
#include "platform/watchdog.h"

typedef struct Gate {
    atomic_int owner; /* a GateOwner */
} Gate;

typedef enum GateOwner { GATE_FREE, GATE_WRITER, GATE_WATCHDOG } GateOwner;

static inline bool gate_take(Gate *gate, GateOwner owner) {
    int expected = GATE_FREE;
    return atomic_compare_exchange_strong(&gate->owner, &expected, (int)owner);
}

/* For a writer. Never returns when the watchdog has the gate, because the process is about to end.
 */
static inline void gate_enter(Gate *gate) {
    while (!gate_take(gate, GATE_WRITER))
        clock_sleep_ms(1);
}

static inline void gate_leave(Gate *gate) {
    atomic_store(&gate->owner, GATE_FREE);
}

/* For the watchdog: wait for a writer, but at most for grace_ms. */
static inline void gate_close(Gate *gate, int grace_ms) {
    for (int ms = 0; ms < grace_ms && !gate_take(gate, GATE_WATCHDOG); ms++)
        clock_sleep_ms(1);
}

#endif
