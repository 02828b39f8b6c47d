#include "host/seat.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "host/condition.h"
#include "platform/clock.h"
#include "platform/text.h"

enum { OPEN_S = 10 };

static const int64_t second = 1000000000;

typedef struct Seat {
    char token[TOKEN_SIZE], key[TOKEN_SIZE]; /* the key is "" while the seat is empty */
    char name[SEAT_NAME];
    int connections;
    int64_t opened, since;
    bool lent, given;
    Command command;
} Seat;

struct Seats {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    uint64_t version;
    int round;
    int count;
    Seat seats[MAX_PLAYERS];
};

Seats *seats_create(int count) {
    Seats *seats = calloc(1, sizeof *seats);
    if (!seats)
        return NULL;
    pthread_mutex_init(&seats->mutex, NULL);
    condition_open(&seats->changed);
    seats->count = count;
    for (int i = 0; i < count && i < MAX_PLAYERS; i++) {
        seats->seats[i].since = clock_now();
        if (!token_make(seats->seats[i].token)) {
            seats_destroy(seats);
            return NULL;
        }
    }
    return seats;
}

void seats_destroy(Seats *seats) {
    if (!seats)
        return;
    pthread_cond_destroy(&seats->changed);
    pthread_mutex_destroy(&seats->mutex);
    free(seats);
}

int seats_count(const Seats *seats) {
    return seats->count;
}

const char *seats_token(const Seats *seats, int seat) {
    return seats->seats[seat].token;
}

static void lock(Seats *seats) {
    pthread_mutex_lock(&seats->mutex);
}

static void unlock(Seats *seats) {
    pthread_mutex_unlock(&seats->mutex);
}

/* The caller holds the mutex in all that follows. */

static void note_change(Seats *seats) {
    seats->version++;
    pthread_cond_broadcast(&seats->changed);
}

static Seat *find_key(Seats *seats, const char *key) {
    Seat *found = NULL;
    for (int i = 0; i < seats->count; i++)
        if (token_equals(seats->seats[i].key, key))
            found = &seats->seats[i];
    return found;
}

static Seat *find_token(Seats *seats, const char *token) {
    Seat *found = NULL;
    for (int i = 0; i < seats->count; i++)
        if (token_equals(seats->seats[i].token, token))
            found = &seats->seats[i];
    return found;
}

/* SEAT_NONE for NULL. */
static int index_of(const Seats *seats, const Seat *seat) {
    return seat ? (int)(seat - seats->seats) : SEAT_NONE;
}

static bool is_taken(const Seat *seat) {
    bool is_new = seat->opened && clock_now() - seat->opened < OPEN_S * second;
    return seat->connections > 0 || is_new;
}

static void set_name(Seat *seat, const char *name) {
    text_copy(seat->name, sizeof seat->name, name, strlen(name));
    text_make_printable(seat->name);
    for (char *c = seat->name; *c; c++)
        *c = *c == '\t' ? ' ' : *c;
}

static SeatAnswer open_seat(Seats *seats, Seat *seat, const char *name, int *index,
                            char key[TOKEN_SIZE]) {
    char made[TOKEN_SIZE];
    if (is_taken(seat) || !token_make(made))
        return SEAT_TAKEN;
    memcpy(seat->key, made, TOKEN_SIZE);
    memcpy(key, made, TOKEN_SIZE);
    seat->opened = seat->since = clock_now();
    seat->given = false;
    if (*name)
        set_name(seat, name);
    *index = index_of(seats, seat);
    note_change(seats);
    return SEAT_ACCEPTED;
}

SeatAnswer seats_open(Seats *seats, const char *token, const char *name, int *seat,
                      char key[TOKEN_SIZE]) {
    lock(seats);
    Seat *found = find_token(seats, token);
    SeatAnswer answer = found ? open_seat(seats, found, name, seat, key) : SEAT_WRONG_TOKEN;
    unlock(seats);
    return answer;
}

/* How well a seat suits somebody with this name who may have any; 0: it is taken. */
static int rate_seat(const Seat *seat, const char *name) {
    bool is_own = seat->key[0] && name[0] && strcmp(seat->name, name) == 0;
    if (is_taken(seat))
        return 0;
    return is_own ? 3 : seat->key[0] ? 1 : 2;
}

SeatAnswer seats_open_any(Seats *seats, const char *name, int *seat, char key[TOKEN_SIZE]) {
    Seat *best = NULL, named = {0};
    int best_rating = 0;
    set_name(&named, name);
    lock(seats);
    for (int i = 0; i < seats->count; i++) {
        int rating = rate_seat(&seats->seats[i], named.name);
        if (rating > best_rating)
            best = &seats->seats[i];
        best_rating = rating > best_rating ? rating : best_rating;
    }
    SeatAnswer answer = best ? open_seat(seats, best, name, seat, key) : SEAT_TAKEN;
    unlock(seats);
    return answer;
}

int seats_find(Seats *seats, const char *key) {
    lock(seats);
    int index = index_of(seats, find_key(seats, key));
    unlock(seats);
    return index;
}

int seats_enter(Seats *seats, const char *key) {
    lock(seats);
    Seat *seat = find_key(seats, key);
    int index = index_of(seats, seat);
    if (seat) {
        seat->opened = 0;
        seat->lent = false;
        if (seat->connections++ == 0)
            seat->since = clock_now();
        note_change(seats);
    }
    unlock(seats);
    return index;
}

void seats_leave(Seats *seats, const char *key) {
    lock(seats);
    Seat *seat = find_key(seats, key);
    if (seat && seat->connections > 0 && --seat->connections == 0) {
        seat->since = clock_now();
        note_change(seats);
    }
    unlock(seats);
}

bool seats_rename(Seats *seats, const char *key, const char *name) {
    lock(seats);
    Seat *seat = find_key(seats, key);
    if (seat) {
        set_name(seat, name);
        note_change(seats);
    }
    unlock(seats);
    return seat != NULL;
}

SeatAnswer seats_give(Seats *seats, const char *key, int round, Command command) {
    lock(seats);
    Seat *seat = find_key(seats, key);
    SeatAnswer answer = !seat                                         ? SEAT_WRONG_TOKEN
                        : round != ANY_ROUND && round != seats->round ? SEAT_LATE
                                                                      : SEAT_ACCEPTED;
    if (answer == SEAT_ACCEPTED) {
        seat->given = true;
        seat->command = command;
        note_change(seats);
    }
    unlock(seats);
    return answer;
}

void seats_begin_round(Seats *seats, int round, bool forget) {
    lock(seats);
    seats->round = round;
    for (int i = 0; i < seats->count && forget; i++)
        seats->seats[i].given = false;
    note_change(seats);
    unlock(seats);
}

Command seats_take(Seats *seats, int seat) {
    lock(seats);
    Seat *taken = &seats->seats[seat];
    Command command = taken->given ? taken->command : COMMAND_NOTHING;
    if (taken->given)
        note_change(seats);
    taken->given = false;
    unlock(seats);
    return command;
}

void seats_lend(Seats *seats, int seat) {
    lock(seats);
    if (seats->seats[seat].connections == 0) {
        seats->seats[seat].lent = true;
        note_change(seats);
    }
    unlock(seats);
}

SeatView seats_view(Seats *seats, int seat) {
    lock(seats);
    const Seat *seen = &seats->seats[seat];
    SeatView view = {.state = !seen->key[0]           ? SEAT_EMPTY
                              : seen->connections > 0 ? SEAT_HERE
                                                      : SEAT_AWAY,
                     .lent = seen->lent,
                     .given = seen->given,
                     .since = seen->since};
    memcpy(view.name, seen->name, sizeof view.name);
    unlock(seats);
    return view;
}

uint64_t seats_version(Seats *seats) {
    lock(seats);
    uint64_t version = seats->version;
    unlock(seats);
    return version;
}

uint64_t seats_wait(Seats *seats, uint64_t seen, int64_t deadline) {
    lock(seats);
    while (seats->version == seen &&
           condition_wait_until(&seats->changed, &seats->mutex, deadline) == 0)
        continue;
    uint64_t version = seats->version;
    unlock(seats);
    return version;
}

void seats_wake(Seats *seats) {
    lock(seats);
    note_change(seats);
    unlock(seats);
}
