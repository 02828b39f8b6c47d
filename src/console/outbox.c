#include "console/outbox.h"

static const int64_t millisecond = 1000000;

static const MessageType order[] = {
    MESSAGE_REGISTRATION_PORT, MESSAGE_REGISTERED, MESSAGE_FAILED, MESSAGE_KILLED, MESSAGE_MAP,
    MESSAGE_COMPLETE};
enum { ORDER = sizeof order / sizeof order[0] };

void outbox_put(Outbox *outbox, MessageType type, Blob *message) {
    if (!message)
        return;
    blob_release(outbox->waiting[type]);
    outbox->waiting[type] = blob_keep(message);
}

void outbox_put_text(Outbox *outbox, MessageType type, const char *text) {
    size_t size;
    char *bytes = message_write(type, text, &size);
    Blob *message = blob_make(bytes, size);
    outbox_put(outbox, type, message);
    blob_release(message);
}

void outbox_delay(Outbox *outbox, int64_t now) {
    outbox->ready = now + OUTBOX_FIRST_GAP_MS * millisecond;
}

static bool has_waiting(const Outbox *outbox) {
    for (int i = 0; i < ORDER; i++)
        if (outbox->waiting[order[i]])
            return true;
    return false;
}

static void begin(Outbox *outbox, int64_t now) {
    for (int i = 0; i < ORDER && !outbox->sending; i++) {
        outbox->type = order[i];
        outbox->sending = outbox->waiting[order[i]];
        outbox->waiting[order[i]] = NULL;
    }
    outbox->sent = 0;
    outbox->begun = now;
}

const char *outbox_bytes(Outbox *outbox, int64_t now, size_t *size) {
    if (!outbox->sending && now >= outbox->ready)
        begin(outbox, now);
    if (!outbox->sending)
        return NULL;
    *size = outbox->sending->size - outbox->sent;
    return outbox->sending->bytes + outbox->sent;
}

void outbox_sent(Outbox *outbox, size_t size, int64_t now) {
    outbox->sent += size;
    if (outbox->sent < outbox->sending->size)
        return;
    blob_release(outbox->sending);
    outbox->sending = NULL;
    bool is_first = outbox->type == MESSAGE_REGISTERED;
    outbox->ready = now + (is_first ? OUTBOX_FIRST_GAP_MS : OUTBOX_GAP_MS) * millisecond;
}

bool outbox_is_empty(const Outbox *outbox) {
    return !outbox->sending && !has_waiting(outbox);
}

bool outbox_is_stalled(const Outbox *outbox, int64_t now) {
    return outbox->sending && now - outbox->begun > OUTBOX_STALL_MS * millisecond;
}

int64_t outbox_due(const Outbox *outbox) {
    return !outbox->sending && has_waiting(outbox) ? outbox->ready : INT64_MAX;
}

void outbox_clear(Outbox *outbox) {
    blob_release(outbox->sending);
    for (int i = 0; i < MESSAGE_TYPES; i++)
        blob_release(outbox->waiting[i]);
    *outbox = (Outbox){0};
}
