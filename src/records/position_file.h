/* Files of positions drawn from games, each with what became of it. They are in the notation of
 * engine/notation.h; the line of the name also says the end of the game:
 *
 *   position 17 seed=3 A=-35/120/alive B=35/98/dead
 *
 * 17 is the number of the game and 3 the seed of its map. For each player follow its margin at the
 * end (own points minus those of the best opponent), the cells that it had stood on in the
 * position, and whether it was alive at the end.
 */
#ifndef BLASTBEAM_RECORDS_POSITION_FILE_H
#define BLASTBEAM_RECORDS_POSITION_FILE_H

#include "engine/state.h"

typedef struct PositionLabel {
    int game, seed;
    int margin[MAX_PLAYERS];
    bool survived[MAX_PLAYERS];
} PositionLabel;

/* Positions of a running game. Initialize with {.every = N}. */
typedef struct PositionDraw {
    int every; /* rounds from one position to the next, from round 0 on */
    State *states;
    int count;
    bool failed; /* memory is short */
} PositionDraw;

/* A round begins in this state. */
void position_draw_round(PositionDraw *draw, const State *state);

/* The game has ended in the state `end`: append its positions to a file, with the power-ups in
 * sight only, and free them. Several processes may append to one file at once. Returns false with
 * errno.
 */
bool position_draw_end(PositionDraw *draw, const char *path, int number, int seed, const Game *game,
                       const State *end);

/* The points of a player minus those of its best opponent, dead or alive. */
int position_margin(const Game *game, const State *state, int player);

typedef struct PositionFile {
    char *text;
    const char *at; /* the rest of the text */
} PositionFile;

/* Returns false with errno. */
bool position_file_open(PositionFile *file, const char *path);

/* Read the next position. Of the cells that the players have stood on only the numbers are known.
 * Returns false at the end of the file, with error[0] = 0, and with a message when it cannot read
 * the position. */
bool position_file_next(PositionFile *file, Game *game, State *state, PositionLabel *label,
                        char *error, size_t size);

void position_file_close(PositionFile *file);

#endif
