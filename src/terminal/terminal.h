/* A terminal that gives every key at once and does not show it, and which is as before when it is
 * closed, when a signal ends the program, and while one stops it. */
#ifndef BLASTBEAM_TERMINAL_TERMINAL_H
#define BLASTBEAM_TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Terminal Terminal;

/* Keys beside characters, which are given as they are, letters in lower case. */
typedef enum Key {
    KEY_TIMEOUT = -2, /* none came in time */
    KEY_NONE = -1,    /* the end of the input */
    KEY_UNKNOWN = 0,
    KEY_REDRAW = 256, /* the program goes on after it was stopped, or the size has changed */
    KEY_UP,
    KEY_LEFT,
    KEY_DOWN,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN
} Key;

/* Begin to read keys from the file descriptor `input`. With `screen` (else NULL) that one is
 * switched to an empty screen of its own, without a cursor, until the end. NULL when `input` is no
 * terminal, and on Windows. */
Terminal *terminal_open(int input, FILE *screen);

/* The next key; waits for `wait_ms` milliseconds, -1: for ever. A signal that ends the program does
 * so in here. */
int terminal_key(Terminal *terminal, int wait_ms);

/* Make all as before. NULL is allowed. */
void terminal_close(Terminal *terminal);

/* Columns and rows of the terminal behind `out`; 80 and 24 when it does not say. */
void terminal_size(FILE *out, int *columns, int *rows);

/* Whether `out` is a terminal that shows colours: not where TERM is dumb, NO_COLOR is set, nor on
 * Windows. */
bool terminal_has_colours(FILE *out);

#endif
