/* People who play at the terminal: one key a move, or, where the input is no terminal, one line. */
#ifndef BLASTBEAM_REFEREE_CONSOLE_H
#define BLASTBEAM_REFEREE_CONSOLE_H

#include "referee/match.h"

enum { KEY_COUNT = 6 };

/* The keys of a person, in lower case: up, left, down, right, bomb, trigger. */
typedef struct Keys {
    char key[KEY_COUNT + 1];
} Keys;

static const Keys engine_keys = {"wasdzx"};

typedef struct Console {
    int input; /* file descriptor; a terminal or not */
    FILE *out;
    Keys keys[MAX_PLAYERS];
    bool ended; /* nothing more comes from the input */
} Console;

/* Take six different letters or digits as keys. Returns false when the text is something else. */
bool keys_parse(const char *text, Keys *keys);

/* Ask a person for a command. On a terminal every key counts at once and is not shown: the
 * person's own keys, arrows, space (bomb), a point or enter (wait); Q twice leaves the match. The
 * terminal is as before when this returns, and when a signal ends the program or stops it for a
 * while. Elsewhere the board is written out and a line is read, as the engine does; when there are
 * none left the person does nothing. */
Command console_ask(Console *console, Match *match, int player);

/* Show a text and wait for a key; without a terminal go on at once. */
void console_halt(Console *console, const char *text);

#endif
