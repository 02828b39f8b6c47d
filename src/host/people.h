/* The people in a match: the tempo at which they are asked, and the agent that plays for those who
 * are not there. Used by the thread that plays.
 */
#ifndef BLASTBEAM_HOST_PEOPLE_H
#define BLASTBEAM_HOST_PEOPLE_H

#include "host/control.h"
#include "host/seat.h"
#include "referee/match.h"

typedef struct People {
    Seats *seats;
    Control *control;
    int tick_ms, turn_s, wait_s; /* see GameOptions */
    const char *deputy;
    Agent *agents[MAX_PLAYERS]; /* deputies, made when they are needed */
    int asked;                  /* the round in which people have been waited for */
    int64_t due;                /* real time: clock_now at which the round ends */

    /* Called when the time for a round begins to run; `deadline` is 0 when there is none, or when
     * the time does not run at the moment. May be NULL. */
    void (*on_deadline)(void *context, int64_t deadline);
    void *context;
} People;

/* Wait until a person is on each of the seats (bits), or an agent plays for it. Returns at once
 * when the control stops the match. */
void people_gather(People *people, unsigned seats);

/* A match begins. */
void people_begin(People *people);

/* A round begins: from now on commands are for this round. In turns those that were not used are
 * dropped. */
void people_open_round(People *people, int round);

/* Wait until the round may be played: while there is a pause; when no person is alive, also for the
 * time of the speed, or in real time for the end of the round before. */
void people_wait_round(People *people, const Match *match);

/* The command of a person. In turns, waits until each living person has given one or the time is
 * over; in real time until the round ends. */
Command people_ask(People *people, Match *match, int player);

/* The players (bits) that are people and alive. */
unsigned people_living(const Match *match);

void people_close(People *people);

#endif
