/* People who play at the terminal with one key a move. If the input is not a terminal, each move is
 * a line. */
#ifndef BLASTBEAM_REFEREE_CONSOLE_H
#define BLASTBEAM_REFEREE_CONSOLE_H

#include "referee/screen.h"

enum { KEY_COUNT = 6 };

/* The keys of a person, in lower case, for up, left, down, right, bomb, trigger. */
typedef struct Keys {
    char key[KEY_COUNT + 1];
} Keys;

static const Keys engine_keys = {"wasdzx"};

typedef struct Console {
    int input; /* file descriptor; need not be a terminal */
    FILE *out;
    Keys keys[MAX_PLAYERS];
    bool ended; /* the end of the input was reached */
    Screen screen;
} Console;

/* Parse six different letters or digits. Returns false for any other text. */
bool keys_parse(const char *text, Keys *keys);

/* Ask a person for a command. On a terminal a key takes effect at once and is not echoed: the
 * person's own keys, the arrows, space (bomb), a dot or enter (wait). Q pressed twice leaves the
 * match. The settings of the terminal are restored when this returns, when a signal ends the
 * program, and while the program is suspended. Otherwise the board is written and a line is read,
 * as the engine does; at the end of the input the person does nothing. */
Command console_ask(Console *console, Match *match, int player);

/* Show a text and wait for a key. Returns at once when the input is not a terminal. */
void console_wait(Console *console, const char *text);

#endif
