/* What the host asks of the thread that plays: pause, step, speed, another match, the end. All
 * functions can be called by any thread.
 */
#ifndef BLASTBEAM_HOST_CONTROL_H
#define BLASTBEAM_HOST_CONTROL_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/state.h"

/* The rounds a second that can be asked for; SPEED_MAX is as fast as the players answer. */
enum { SPEED_MAX = 0, SPEED_HIGHEST = 50 };

/* Which match is played next. A player is an index in the host's list of players. */
typedef struct NextMatch {
    int seed;
    int count; /* of bots and agents */
    int player[MAX_PLAYERS];
} NextMatch;

typedef struct ControlView {
    bool paused;
    bool held; /* by the pause: no round is being played, not even by a step */
    int speed; /* rounds a second at most */
} ControlView;

typedef struct Control Control;

/* Returns NULL when memory is short. The caller frees it with control_destroy, which accepts
 * NULL. `changed` is called after every change. */
Control *control_create(int speed, void (*changed)(void *context), void *context);
void control_destroy(Control *control);

ControlView control_view(Control *control);
void control_pause(Control *control, bool paused);

/* Let one round be played, or the present one be finished, during a pause. Begins a pause when
 * there is none. */
void control_step(Control *control);

/* SPEED_MAX, or 1 to SPEED_HIGHEST. */
void control_set_speed(Control *control, int speed);

/* Leave the present match, if one is played, and play another. */
void control_ask_match(Control *control, const NextMatch *next);

/* Leave the present match and play no other. */
void control_end(Control *control);

/* ---- For the thread that plays. ---- */

/* A flag that becomes nonzero when the present match is to be left; it stays until control_next. */
const volatile sig_atomic_t *control_stop(const Control *control);

/* Sleep until the next round may begin: no pause, or a step; and, when it is `timed`, the time of
 * the speed has passed since the round before began. Returns at once when the match is to be
 * left. */
void control_wait_round(Control *control, bool timed);

/* Sleep until another match is asked for. Returns false at the end. */
bool control_wait_match(Control *control, NextMatch *next);

#endif
