/* Lets either one writer through or the watchdog, who keeps it closed. */
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

/* For a writer: when the watchdog has the gate the process is about to end. */
static inline void gate_enter(Gate *gate) {
    while (!gate_take(gate, GATE_WRITER))
        clock_sleep_ms(1);
}

static inline void gate_leave(Gate *gate) {
    atomic_store(&gate->owner, GATE_FREE);
}

/* For the watchdog: waits for a writer, but not for ever. */
static inline void gate_close(Gate *gate, int patience_ms) {
    for (int ms = 0; ms < patience_ms && !gate_take(gate, GATE_WATCHDOG); ms++)
        clock_sleep_ms(1);
}

#endif
