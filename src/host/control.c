#include "host/control.h"

#include <pthread.h>
#include <stdlib.h>

#include "host/condition.h"
#include "platform/clock.h"
#include "platform/interrupt.h"

static const int64_t second = 1000000000;

struct Control {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    ControlView view;
    bool ended, asked;
    NextMatch next;
    volatile sig_atomic_t stop;
    int64_t round_began;
    void (*changed)(void *context);
    void *context;
};

Control *control_create(int speed, void (*changed)(void *context), void *context) {
    Control *control = calloc(1, sizeof *control);
    if (!control)
        return NULL;
    control->view.speed = speed;
    control->changed = changed;
    control->context = context;
    pthread_mutex_init(&control->mutex, NULL);
    condition_open(&control->cond);
    return control;
}

void control_destroy(Control *control) {
    if (!control)
        return;
    pthread_cond_destroy(&control->cond);
    pthread_mutex_destroy(&control->mutex);
    free(control);
}

static void lock(Control *control) {
    pthread_mutex_lock(&control->mutex);
}

/* Unlock after a change. */
static void announce(Control *control) {
    pthread_cond_broadcast(&control->cond);
    pthread_mutex_unlock(&control->mutex);
    if (control->changed)
        control->changed(control->context);
}

ControlView control_view(Control *control) {
    lock(control);
    ControlView view = control->view;
    pthread_mutex_unlock(&control->mutex);
    return view;
}

void control_pause(Control *control, bool paused) {
    lock(control);
    control->view.paused = control->view.held = paused;
    announce(control);
}

void control_step(Control *control) {
    lock(control);
    control->view.paused = true;
    control->view.held = false;
    announce(control);
}

void control_set_speed(Control *control, int speed) {
    lock(control);
    control->view.speed = speed;
    announce(control);
}

void control_ask_match(Control *control, const NextMatch *next) {
    lock(control);
    control->next = *next;
    control->asked = true;
    interrupt_set(&control->stop, true);
    control->view.paused = control->view.held = false;
    announce(control);
}

void control_end(Control *control) {
    lock(control);
    control->ended = true;
    interrupt_set(&control->stop, true);
    announce(control);
}

const volatile sig_atomic_t *control_stop(const Control *control) {
    return &control->stop;
}

/* When the next round may begin at the present speed. */
static int64_t next_round(const Control *control) {
    int speed = control->view.speed;
    return speed == SPEED_MAX ? 0 : control->round_began + second / speed;
}

/* A pause begins to hold when the round of a step is over. */
static void hold(Control *control) {
    lock(control);
    bool is_new = control->view.held != control->view.paused;
    control->view.held = control->view.paused;
    if (is_new)
        announce(control);
    else
        pthread_mutex_unlock(&control->mutex);
}

void control_wait_round(Control *control, bool timed) {
    hold(control);
    lock(control);
    while (!control->stop && control->view.held)
        pthread_cond_wait(&control->cond, &control->mutex);
    while (timed && !control->stop && !control->view.paused && clock_now() < next_round(control))
        condition_wait_until(&control->cond, &control->mutex, next_round(control));
    /* On time, so that small delays do not add up. */
    int64_t now = clock_now(), due = next_round(control);
    control->round_began = due && now >= due && now - due < second / 20 ? due : now;
    pthread_mutex_unlock(&control->mutex);
}

bool control_wait_match(Control *control, NextMatch *next) {
    lock(control);
    while (!control->asked && !control->ended)
        pthread_cond_wait(&control->cond, &control->mutex);
    *next = control->next;
    control->asked = false;
    bool goes_on = !control->ended;
    if (goes_on)
        interrupt_set(&control->stop, false);
    pthread_mutex_unlock(&control->mutex);
    return goes_on;
}
