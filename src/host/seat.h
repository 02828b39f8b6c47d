/* The seats of people in the matches of a host: who sits there, and which command they gave.
 *
 *            seats_open                     seats_enter
 *   EMPTY ----------------> AWAY, key made ------------> HERE
 *                             ^                            |
 *                             +----------------------------+
 *                                      seats_leave
 *
 * A seat has a token, which is in the link to it, and a key, which whoever opens the seat gets in
 * exchange. Every other call names the seat by its key, so that an old page of a seat that another
 * person has opened since can do nothing. All functions can be called by any thread.
 */
#ifndef BLASTBEAM_HOST_SEAT_H
#define BLASTBEAM_HOST_SEAT_H

#include <stdint.h>

#include "engine/state.h"
#include "host/token.h"

enum { SEAT_NAME = 25, SEAT_NONE = -1, ANY_ROUND = -1 };

typedef enum SeatState {
    SEAT_EMPTY, /* nobody has opened it */
    SEAT_AWAY,  /* the person has left and can come back */
    SEAT_HERE
} SeatState;

typedef enum SeatAnswer {
    SEAT_ACCEPTED,
    SEAT_WRONG_TOKEN, /* no seat has this token or key */
    SEAT_TAKEN,       /* somebody is here */
    SEAT_LATE         /* the command is for another round */
} SeatAnswer;

/* What everybody may know about a seat. */
typedef struct SeatView {
    SeatState state;
    char name[SEAT_NAME]; /* printable; "" when none was given */
    bool lent;            /* an agent plays until the person comes (back) */
    bool given;           /* has a command that was not taken */
    int64_t since;        /* clock_now when the state changed */
} SeatView;

typedef struct Seats Seats;

/* Make 0 to MAX_PLAYERS empty seats with new tokens. Seat i is player i of a match. Returns NULL
 * when memory or random numbers are short. The caller frees them with seats_destroy, which accepts
 * NULL. */
Seats *seats_create(int count);
void seats_destroy(Seats *seats);

int seats_count(const Seats *seats);

/* The token of a seat, which is the secret part of its link. */
const char *seats_token(const Seats *seats, int seat);

/* Sit down on the seat with this token, unless somebody is there. `name` is UTF-8 of any length; it
 * is cut off and made printable. On success *seat is the seat and `key` its new key. A seat that
 * was opened and not entered within 10 seconds can be opened again. */
SeatAnswer seats_open(Seats *seats, const char *token, const char *name, int *seat,
                      char key[TOKEN_SIZE]);

/* The same without a token: sit down on the seat that somebody with this name has left, or else on
 * the first that nobody has opened or, when there is none, on the first whose person is away.
 * SEAT_TAKEN when all are here. */
SeatAnswer seats_open_any(Seats *seats, const char *name, int *seat, char key[TOKEN_SIZE]);

/* The seat with this key, or SEAT_NONE. */
int seats_find(Seats *seats, const char *key);

/* A connection of the seat's person has begun. Returns the seat, or SEAT_NONE when no seat has this
 * key. Each call that succeeds is followed by one of seats_leave with the same key; the person is
 * here while a connection is. */
int seats_enter(Seats *seats, const char *key);
void seats_leave(Seats *seats, const char *key);

/* Change the name, as in seats_open. Returns false when no seat has this key. */
bool seats_rename(Seats *seats, const char *key, const char *name);

/* Give a command for the round that is being played; a later one replaces it. `round` is the round
 * for which the person chose it, or ANY_ROUND. SEAT_LATE when that is not the present one. */
SeatAnswer seats_give(Seats *seats, const char *key, int round, Command command);

/* ---- For the thread that plays the match. ---- */

/* The round that begins. With `forget` the commands that were not taken are dropped. */
void seats_begin_round(Seats *seats, int round, bool forget);

/* Take a seat's command, COMMAND_NOTHING when it has none. */
Command seats_take(Seats *seats, int seat);

/* An agent plays for the seat while nobody is there; ends when somebody enters. */
void seats_lend(Seats *seats, int seat);

SeatView seats_view(Seats *seats, int seat);

/* A number that changes whenever a view changes. */
uint64_t seats_version(Seats *seats);

/* Sleep until the version is not `seen` or the deadline (clock_now) has passed. Returns the
 * version. */
uint64_t seats_wait(Seats *seats, uint64_t seen, int64_t deadline);

/* Wake the thread in seats_wait. */
void seats_wake(Seats *seats);

#endif
