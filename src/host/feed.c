#include "host/feed.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/token.h"

enum { ID_SPACE = 64, NAME_SPACE = 32 };

typedef struct Slot {
    Blob *event;
    uint64_t version;
} Slot;

struct Feed {
    pthread_mutex_t mutex;
    char run[TOKEN_SIZE]; /* tells the ids of this process from those of another */
    int match;
    int count, space;
    Blob **events;
    size_t size;
    Slot slots[FEED_SLOTS];
    void (*wake)(void *context);
    void *context;
};

Feed *feed_create(void (*wake)(void *context), void *context) {
    Feed *feed = calloc(1, sizeof *feed);
    if (!feed)
        return NULL;
    pthread_mutex_init(&feed->mutex, NULL);
    feed_set_wake(feed, wake, context);
    if (token_make(feed->run))
        return feed;
    feed_destroy(feed);
    return NULL;
}

void feed_set_wake(Feed *feed, void (*wake)(void *context), void *context) {
    feed->wake = wake;
    feed->context = context;
}

/* The caller holds the mutex. */
static void clear(Feed *feed) {
    for (int i = 0; i < feed->count; i++)
        blob_release(feed->events[i]);
    feed->count = 0;
    feed->size = 0;
}

void feed_destroy(Feed *feed) {
    if (!feed)
        return;
    clear(feed);
    for (int i = 0; i < FEED_SLOTS; i++)
        blob_release(feed->slots[i].event);
    free(feed->events);
    pthread_mutex_destroy(&feed->mutex);
    free(feed);
}

static void wake_readers(const Feed *feed) {
    if (feed->wake)
        feed->wake(feed->context);
}

int feed_begin(Feed *feed) {
    pthread_mutex_lock(&feed->mutex);
    clear(feed);
    for (int i = FEED_PRIVATE; i < FEED_SLOTS; i++) {
        blob_release(feed->slots[i].event);
        feed->slots[i].event = NULL;
    }
    int match = ++feed->match;
    pthread_mutex_unlock(&feed->mutex);
    return match;
}

/* `id` is "" for an event without one. */
static Blob *make_event(const char *id, const char *name, const char *json, size_t size) {
    size_t space = ID_SPACE + NAME_SPACE + size + 32;
    char *bytes = malloc(space);
    if (!bytes)
        return NULL;
    int head = snprintf(bytes, space, "%s%.*s%sevent: %.*s\ndata: ", id[0] ? "id: " : "", ID_SPACE,
                        id, id[0] ? "\n" : "", NAME_SPACE, name);
    char *data = bytes + head;
    memcpy(data, json, size);
    for (size_t i = 0; i < size; i++)
        if (data[i] == '\n' || data[i] == '\r')
            data[i] = ' ';
    memcpy(data + size, "\n\n", 3);
    return blob_make(bytes, (size_t)head + size + 2);
}

/* The caller holds the mutex. */
static bool append(Feed *feed, Blob *event) {
    if (feed->count == feed->space) {
        int space = feed->space ? 2 * feed->space : 64;
        Blob **events = realloc(feed->events, (size_t)space * sizeof(Blob *));
        if (!events)
            return false;
        feed->events = events;
        feed->space = space;
    }
    feed->events[feed->count++] = event;
    feed->size += event->size;
    return true;
}

bool feed_add(Feed *feed, const char *name, const char *json, size_t size) {
    char id[ID_SPACE];
    pthread_mutex_lock(&feed->mutex);
    snprintf(id, sizeof id, "%.8s-%d-%d", feed->run, feed->match, feed->count);
    Blob *event = make_event(id, name, json, size);
    bool added = event && append(feed, event);
    if (!added)
        blob_release(event);
    pthread_mutex_unlock(&feed->mutex);
    wake_readers(feed);
    return added;
}

bool feed_set(Feed *feed, int slot, const char *name, const char *json, size_t size) {
    Blob *event = make_event("", name, json, size);
    if (!event)
        return false;
    pthread_mutex_lock(&feed->mutex);
    blob_release(feed->slots[slot].event);
    feed->slots[slot].event = event;
    feed->slots[slot].version++;
    pthread_mutex_unlock(&feed->mutex);
    wake_readers(feed);
    return true;
}

size_t feed_size(Feed *feed) {
    pthread_mutex_lock(&feed->mutex);
    size_t size = feed->size;
    pthread_mutex_unlock(&feed->mutex);
    return size;
}

/* The index behind the event with this id; 0 when it is not of this match. The caller holds the
 * mutex. */
static int index_behind(const Feed *feed, const char *id) {
    char same[ID_SPACE];
    int match, index, used = 0;
    if (!id || sscanf(id, "%*8[0-9a-f]-%9d-%9d%n", &match, &index, &used) != 2 || id[used])
        return 0;
    snprintf(same, sizeof same, "%.8s-%d-%d", feed->run, match, index);
    bool is_known = strcmp(id, same) == 0 && match == feed->match;
    return is_known && index >= 0 && index < feed->count ? index + 1 : 0;
}

FeedReader feed_open_reader(Feed *feed, const char *last_id, int seat) {
    pthread_mutex_lock(&feed->mutex);
    FeedReader reader = {.match = feed->match, .next = index_behind(feed, last_id), .seat = seat};
    pthread_mutex_unlock(&feed->mutex);
    return reader;
}

/* A value of a slot that the reader has not got, or NULL. The caller holds the mutex. */
static Blob *next_value(const Feed *feed, FeedReader *reader) {
    for (int i = 0; i < FEED_SLOTS; i++) {
        const Slot *slot = &feed->slots[i];
        bool is_for_reader = i < FEED_PRIVATE || i == FEED_PRIVATE + reader->seat;
        if (!is_for_reader || !slot->event || slot->version == reader->seen[i])
            continue;
        reader->seen[i] = slot->version;
        return slot->event;
    }
    return NULL;
}

Blob *feed_next(Feed *feed, FeedReader *reader) {
    pthread_mutex_lock(&feed->mutex);
    if (reader->match != feed->match) {
        reader->match = feed->match;
        reader->next = 0;
    }
    Blob *event =
        reader->next < feed->count ? feed->events[reader->next++] : next_value(feed, reader);
    blob_keep(event);
    pthread_mutex_unlock(&feed->mutex);
    return event;
}
