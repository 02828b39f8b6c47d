/* The messages that wait to be sent to one client of the network console.
 *
 * There is at most one of each type: a newer one takes the place of one that has not been begun, so
 * that a slow client gets the present map and the memory is bounded. They are sent in the order of
 * the engine, at most one every OUTBOX_GAP_MS; see message.h for why. The gaps at the beginning are
 * longer: a client that gets the port before its own registration is done with breaks, and one that
 * begins may read late.
 */
#ifndef BLASTBEAM_CONSOLE_OUTBOX_H
#define BLASTBEAM_CONSOLE_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "console/message.h"
#include "host/blob.h"

enum {
    OUTBOX_GAP_MS = 100,
    OUTBOX_FIRST_GAP_MS = 400, /* before the port, and behind "registered" */
    OUTBOX_STALL_MS = 10000    /* for one message to be taken by the client */
};

/* Initialize with {0}. */
typedef struct Outbox {
    Blob *waiting[MESSAGE_TYPES];
    Blob *sending;
    MessageType type; /* of `sending` */
    size_t sent;      /* bytes of `sending` */
    int64_t begun;    /* clock_now when `sending` was begun */
    int64_t ready;    /* clock_now at which the next one may be begun */
} Outbox;

/* Put a message, which has been written by message_write. The outbox keeps a reference. NULL is
 * ignored. */
void outbox_put(Outbox *outbox, MessageType type, Blob *message);

/* The same with a text. Nothing happens when memory is short. */
void outbox_put_text(Outbox *outbox, MessageType type, const char *text);

/* Begin no message before OUTBOX_FIRST_GAP_MS have passed. */
void outbox_delay(Outbox *outbox, int64_t now);

/* The bytes that can be sent now, *size of them; NULL when there are none. */
const char *outbox_bytes(Outbox *outbox, int64_t now, size_t *size);

/* So many of these bytes have been sent. */
void outbox_sent(Outbox *outbox, size_t size, int64_t now);

bool outbox_is_empty(const Outbox *outbox);

/* True when the client has not taken a message for too long. */
bool outbox_is_stalled(const Outbox *outbox, int64_t now);

/* clock_now at which outbox_bytes will have something, when it has nothing now; INT64_MAX when
 * nothing waits. */
int64_t outbox_due(const Outbox *outbox);

void outbox_clear(Outbox *outbox);

#endif
