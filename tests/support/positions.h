/* Positions for tests: those of src/engine/positions.txt, and drawn ones. */
#ifndef BLASTBEAM_TESTS_SUPPORT_POSITIONS_H
#define BLASTBEAM_TESTS_SUPPORT_POSITIONS_H

#include "engine/notation.h"
#include "engine/random.h"

enum { MOST_POSITIONS = 80 };

typedef struct Positions {
    int count;
    Game game[MOST_POSITIONS];
    State state[MOST_POSITIONS];
} Positions;

/* All positions in the file's order, the same at each call. Fails the test when they cannot be
 * read. */
const Positions *all_positions(void);

/* Every third position: some of 2, 3 and 4 players. */
const Positions *mid_game(void);

/* The text of a file; the caller frees it. Fails the test when it cannot be read. */
char *read_data(const char *path);

/* Read a drawn position (engine/notation.h). Fails the test when it cannot be read. */
void read_position(const char *drawn, Game *game, State *state);

/* Move a player to another cell. */
void put_player(State *state, int player, Cell cell);

/* A and B far apart on a board without walls, with 200 points each. */
extern const char empty_board[];

/* A position with the first player in a corner of random walls, with `bombs` bombs of all players
 * that explode within five rounds. The second player stands at `second`, the others in their own
 * corners. */
void draw_skirmish(Random *random, int players, Cell second, int bombs, Game *game, State *state);

#endif
