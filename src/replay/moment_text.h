/* A moment of a match as lines of text: the round, the board and a panel with what there is to know
 * about each player. */
#ifndef BLASTBEAM_REPLAY_MOMENT_TEXT_H
#define BLASTBEAM_REPLAY_MOMENT_TEXT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct MatchReplay MatchReplay;

enum {
    MOMENT_TEXT_LINE = 192, /* size of a buffer for one line of the panel */
    MOMENT_TEXT_PLAYER_LINES = 3,
    MOMENT_TEXT_TITLE = 128 /* size of a buffer for the title */
};

/* "round 7 of 120  map 3  a kill is worth 490". */
void moment_text_title(const MatchReplay *replay, int index, char title[MOMENT_TEXT_TITLE]);

/* Line 0..MOMENT_TEXT_PLAYER_LINES-1 of a player in the panel: 0 has its name and points; 1 its
 * bag, its radius and its action in the round that begins; 2 how its bot failed in this round, or
 * else that the harness chose the action, or else its legal commands; or "". */
void moment_text_player_line(const MatchReplay *replay, int index, int player, int line,
                             char text[MOMENT_TEXT_LINE]);

/* Copy a name, cut off at `size` - 1 bytes, with '?' in place of everything but printable ASCII, so
 * that it cannot contain escape sequences of the terminal. */
void moment_text_name(const char *name, char *text, size_t size);

/* Write the title, the board and the panel of a moment below each other. */
void moment_text_print(const MatchReplay *replay, int index, bool colours, FILE *out);

#endif
