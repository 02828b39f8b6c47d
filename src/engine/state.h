/* The state of a match on a 21x21 board, with 2 to 4 players, and the constants of the match.
 *
 * State is 512 bytes, eight cache lines; with two players the last quarter is never touched.
 *
 *   line 0   blocked                   cells that no player can enter: border, pillars, walls,
 * bombs line 1   walls                     destructible walls line 2   bombs                     16
 * slots: cell, due round, radius line 3   owned cell bag radius touched_count points died powerups
 * round alive players line 4   hash touched_hash | touched[0] line 5   touched[1] touched[2] from
 * touched[2] on three and four players only line 6   touched[2] touched[3] line 7   touched[3] free
 *
 * A bomb stores the round in which it detonates, not its timer. So a round in which no bomb
 * detonates does not touch the bombs.
 */
#ifndef BLASTBEAM_ENGINE_STATE_H
#define BLASTBEAM_ENGINE_STATE_H

#include <stddef.h>
#include <string.h>

#include "engine/board.h"

enum {
    MAX_PLAYERS = 4,
    MAX_BOMBS = 16, /* a generated map of 4 players holds 13 bags at most */
    MAX_POWERUPS = 32,
    MAX_RADIUS_SHIFT = 30,
    NO_POWERUP = 0xff,
    TOUCHED_WORDS = 6, /* 19 * 19 inner cells */
    OPEN_CELLS = 281,  /* cells of a 21x21 board that are not indestructible */
    WALL_POINTS = 10,
    SUPER_POINTS = 50,
    LAST_ROUND = BOARD_SIZE * BOARD_SIZE /* the last round that is played */
};

/* The digits of move.txt. */
typedef enum Command {
    COMMAND_NOTHING = 0,
    COMMAND_UP = 1,
    COMMAND_LEFT = 2,
    COMMAND_RIGHT = 3,
    COMMAND_DOWN = 4,
    COMMAND_BOMB = 5,
    COMMAND_TRIGGER = 6,
    COMMAND_COUNT = 7
} Command;

typedef enum PowerUp { POWERUP_BAG = 1, POWERUP_RADIUS = 2, POWERUP_SUPER = 3 } PowerUp;

/* What never changes during a match. A power-up has an index in the list. A power-up under a wall
 * is in the list when it is known (in recordings and in the arena) or supposed to be there. */
typedef struct Game {
    int players;       /* 2..4 */
    int bounty;        /* points of a kill */
    int open_cells;    /* the divisor of coverage; OPEN_CELLS on 21x21 */
    int last_round;    /* the last round that is played; LAST_ROUND on 21x21 */
    bool endless;      /* the match goes on when one player is left on this board, because it is a
                          part of a larger one */
    int powerup_count; /* 0..MAX_POWERUPS */
    uint8_t powerup_type[MAX_POWERUPS];
    Cell powerup_cell[MAX_POWERUPS];
    uint8_t powerup_at[CELL_COUNT]; /* index of the power-up of a cell, or NO_POWERUP */
} Game;

typedef struct Bombs {
    Cell cell[MAX_BOMBS];      /* NO_CELL in a free slot */
    uint8_t due[MAX_BOMBS];    /* round in which it detonates, modulo 256 */
    uint8_t radius[MAX_BOMBS]; /* log2 of the radius */
} Bombs;

typedef struct State {
    Board blocked;
    Board walls;
    _Alignas(64) Bombs bombs;
    uint16_t owned[MAX_PLAYERS];         /* bit i: slot i holds a bomb of this player */
    Cell cell[MAX_PLAYERS];              /* a dead player keeps its last one */
    uint8_t bag[MAX_PLAYERS];            /* the whole bag, bombs on the board included */
    uint8_t radius[MAX_PLAYERS];         /* log2 of the radius */
    uint16_t touched_count[MAX_PLAYERS]; /* cells that the player has ever stood on */
    int32_t points[MAX_PLAYERS];         /* without coverage, while the player lives */
    uint16_t died[MAX_PLAYERS];          /* round of death */
    uint32_t powerups;                   /* bit i: power-up i has not been taken */
    uint16_t round;                      /* the next round to be played, from 0 */
    uint8_t alive;                       /* bit p: player p lives */
    uint8_t players;
    uint64_t hash;         /* Zobrist: all but round, points, touched and died */
    uint64_t touched_hash; /* Zobrist: touched */
    uint64_t touched[MAX_PLAYERS][TOUCHED_WORDS];
} State;

/* Set the numbers of `game`, without power-ups. */
void game_init(Game *game, int players, int bounty);

/* Add a power-up at `cell`. Returns its index, or NO_POWERUP when the list is full or the cell has
 * one already. */
int game_add_powerup(Game *game, Cell cell, PowerUp type);

/* Make `state` an empty 21x21 board (border and pillars; the centre is open) at round 0, players in
 * their corners with a bag and a radius of 1, all power-ups of `game` in place. Add walls, bombs
 * and other differences with the functions below, then call state_rehash. */
void state_init(State *state, const Game *game);

void state_add_wall(State *state, Cell cell);

/* Add a power-up under the wall on `cell` to both. Does nothing when the cell has no wall or has a
 * power-up already, or when the list is full. The hashes are not updated: call state_rehash. */
void state_add_hidden_powerup(Game *game, State *state, Cell cell, PowerUp type);

/* Add a bomb with `timer` (1..255, as in state.json at the beginning of a round). Returns false
 * when all slots are taken or the cell holds a bomb. */
bool state_add_bomb(State *state, int owner, Cell cell, int timer, int radius_shift);

/* Mark `cell` as one that `player` has stood on. */
void state_touch(State *state, int player, Cell cell);

/* Forget every cell that anybody has stood on, the corners of state_init included. */
void state_forget_touched(State *state);

/* Compute both hashes from scratch. */
void state_rehash(State *state);

/* A hash of all that matters for later rounds, points included, from the incremental hashes. */
uint64_t state_hash(const State *state);

/* A cache line of a State, to copy it by vector instructions: compilers may make a slower "rep
 * movs" of memcpy and of loops that copy. */
typedef uint64_t StateLine __attribute__((vector_size(64), aligned(8), may_alias));

/* Copy a state, without the part that its number of players does not use. */
static inline void state_copy(State *to, const State *from) {
    const StateLine *source = (const StateLine *)from;
    StateLine *target = (StateLine *)to;
    target[0] = source[0];
    target[1] = source[1];
    target[2] = source[2];
    target[3] = source[3];
    target[4] = source[4];
    target[5] = source[5];
    if (from->players == 2)
        return;
    target[6] = source[6];
    target[7] = source[7];
}

/* The points as in state.json, coverage included. */
int state_points(const Game *game, const State *state, int player);

/* Whether the player has more points than every other one, the dead included. */
bool state_leads(const Game *game, const State *state, int player);

/* Bits 1 << command of the commands that the rules do not refuse at this moment, "nothing"
 * included. A step into the cell of another player counts as allowed. A trigger counts as refused
 * when all bombs of the player detonate in this round anyway. 0 for a dead player. */
unsigned state_legal(const State *state, int player);

/* Whether the match is over: fewer than two players live (unless game->endless), or the last round
 * has been played. */
bool state_over(const Game *game, const State *state);

/* Whether player `a` is placed above `b`: alive before dead, then more points, then (as the engine
 * has it) the smaller round of death. False for equal players. */
bool state_stands_above(const Game *game, const State *state, int a, int b);

/* The players in the order of the leader board, best first, into order[0..players-1]. Equal
 * players keep their order. */
void state_leaderboard(const Game *game, const State *state, int order[MAX_PLAYERS]);

/* Timer of the bomb in `slot` as state.json says it at the beginning of the round. */
static inline int bomb_timer(const State *state, int slot) {
    return (uint8_t)(state->bombs.due[slot] - state->round + 1);
}

/* Slots (taken or free) whose due round is `round` modulo 256. */
static inline unsigned bombs_due(const Bombs *bombs, unsigned round) {
    const uint64_t low7 = 0x7f7f7f7f7f7f7f7full;
    unsigned slots = 0;
    for (int half = 0; half < 2; half++) {
        uint64_t due;
        memcpy(&due, bombs->due + 8 * half, sizeof due);
        due ^= (round & 0xff) * 0x0101010101010101ull;
        uint64_t zero = ~(((due & low7) + low7) | due | low7) >> 7;
        slots |= (unsigned)(zero * 0x0102040810204080ull >> 56) << (8 * half);
    }
    return slots;
}

static inline unsigned state_bombs(const State *state) {
    return state->owned[0] | state->owned[1] | state->owned[2] | state->owned[3];
}

static inline bool state_is_alive(const State *state, int player) {
    return state->alive >> player & 1;
}

/* Whether `command` is one of the four steps. */
static inline bool is_move(Command command) {
    return command >= COMMAND_UP && command <= COMMAND_DOWN;
}

/* The step back. */
static inline Command opposite_move(Command move) {
    return (Command)(COMMAND_UP + COMMAND_DOWN - move);
}

/* The cell that a move leads to; the cell itself for other commands. */
static inline Cell cell_beside(Cell cell, Command command) {
    static const int8_t step[COMMAND_COUNT] = {0, -32, -1, 1, 32, 0, 0};
    return (Cell)(cell + step[command]);
}

/* The timer of a bomb that is planted with this bag, as state.json shows it in the next round. */
static inline int bomb_fuse(int bag) {
    return (bag > 3 ? 9 : 3 * bag) + 1;
}

/* Cells that a blast of this radius (log2) covers in each direction, cut off at the board's size.
 */
static inline int blast_length(unsigned radius_shift) {
    return radius_shift > 4 ? BOARD_SIZE : 1 << radius_shift;
}

/* Whether a bomb lies on `cell`. */
bool state_has_bomb(const State *state, Cell cell);

/* "up", "left", "right", "down", "bomb", "trigger" or "nothing"; "nothing" for invalid values. */
const char *command_name(Command command);

/* log2 of a radius, rounded up. The real engine only doubles radii. */
int radius_to_shift(long radius);

/* Copy game and state without the power-ups that lie under walls: what a player can see. */
void state_hide_powerups(const Game *game, const State *state, Game *seen_game, State *seen_state);

#endif
