/* A moment of a match as lines of text: the round, the board, and what is to be said of each
 * player. */
#ifndef BLASTBEAM_REPLAY_SCENE_H
#define BLASTBEAM_REPLAY_SCENE_H

#include <stdio.h>

#include "records/match_replay.h"

enum {
    SCENE_COLUMNS = 38, /* of a usual line of the panel */
    SCENE_LINE = 128,
    SCENE_PLAYER_LINES = 3,
    SCENE_TITLE = 128
};

/* "round 7 of 120  map 3  a kill is worth 490". */
void scene_title(const MatchReplay *replay, int index, char title[SCENE_TITLE]);

/* Line 0..SCENE_PLAYER_LINES-1 of a player's part of the panel: its name and points; bag, radius
 * and what it did in the round that begins; what it could have done. */
void scene_player_line(const MatchReplay *replay, int index, int player, int line,
                       char text[SCENE_LINE]);

/* A name without what a terminal would obey: everything but printable ASCII becomes '?'. */
void scene_name(const char *name, char *text, size_t size);

/* Write a moment below what was written before: title, board, panel. */
void scene_print(const MatchReplay *replay, int index, bool colours, FILE *out);

#endif
