/* Keys and the screen of a terminal.
 *
 * While it is open, the terminal delivers each key at once and does not echo it. Its settings are
 * restored when it is closed, when a signal ends the program, and while the program is suspended.
 */
#ifndef BLASTBEAM_TERMINAL_TERMINAL_H
#define BLASTBEAM_TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Terminal Terminal;

/* What terminal_key returns besides characters. */
typedef enum Key {
    KEY_TIMEOUT = -2, /* no key was pressed in time */
    KEY_NONE = -1,    /* the input has ended */
    KEY_UNKNOWN = 0,
    KEY_REDRAW = 256, /* the program continues after it was suspended, or the size has changed */
    KEY_UP,
    KEY_LEFT,
    KEY_DOWN,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN
} Key;

/* Start to read keys from the file descriptor `input`. If `screen` is not NULL, it is switched to
 * the alternate screen, which is empty, and its cursor is hidden until terminal_close. Returns NULL
 * when `input` is not a terminal, and on Windows. */
Terminal *terminal_open(int input, FILE *screen);

/* Wait for the next key for up to `wait_ms` milliseconds, or without a limit if it is -1. Returns a
 * Key, or a character with letters in lower case. A signal that ends the program does so in here.
 */
int terminal_key(Terminal *terminal, int wait_ms);

/* Restore the settings and free the terminal. NULL is allowed. */
void terminal_close(Terminal *terminal);

/* The columns and rows of the terminal behind `out`; 80 and 24 when they are not known. */
void terminal_size(FILE *out, int *columns, int *rows);

/* True when `out` is a terminal that shows colours: TERM is not "dumb", NO_COLOR is not set, and
 * the system is not Windows. */
bool terminal_has_colours(FILE *out);

#endif
