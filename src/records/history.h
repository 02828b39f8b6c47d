/* What the process of one round passes on to that of the next.
 *
 * A state does not say which cells a player has stood on, which power-ups were taken, what was done
 * last, nor what was planned. That is kept in a small text file in the own player folder of the
 * round; the process of the next round reads it there.
 */
#ifndef BLASTBEAM_RECORDS_HISTORY_H
#define BLASTBEAM_RECORDS_HISTORY_H

#include <stdint.h>

#include "protocol/snapshot.h"

enum { MEMORY_PLAN = 40, MEMORY_WORDS = (SNAPSHOT_SIZE * SNAPSHOT_SIZE + 63) / 64 };

typedef struct MemoryPlayer {
    int x, y;          /* in the last round seen; 0 when it was dead or not seen */
    int earlier[2][2]; /* x and y one and two rounds before that; 0 when not known */
    int due;           /* its bombs that had a timer of 2 then, so that 1 is next by itself */
    Command command;   /* what it did since the round before; COMMAND_NOTHING when not known */
    uint64_t touched[MEMORY_WORDS]; /* bit (y - 1) * SNAPSHOT_SIZE + x - 1 */
} MemoryPlayer;

/* Starts as {0}: nothing is known. */
typedef struct Memory {
    int seed, round; /* of the last snapshot taken in */
    int seen;        /* rounds taken in */
    int player_count;

    int plan_length;                 /* 0..MEMORY_PLAN; 0: no plan is known */
    uint8_t plan[MEMORY_PLAN];       /* commands of the own player, see memory_plan */
    uint64_t seen_bag[MEMORY_WORDS]; /* where such power-ups have been in sight; bits as touched */
    uint64_t seen_radius[MEMORY_WORDS];
    MemoryPlayer players[SNAPSHOT_PLAYERS];
} Memory;

/* Take in the next round. One of another match makes the memory forget all before it; after a gap
 * the last commands and the plan are not known. */
void memory_update(Memory *memory, const Snapshot *snapshot);

/* Keep the first commands that the own player plans for the rounds after the last one taken in. Who
 * takes in the next round finds them in plan[]. */
void memory_plan(Memory *memory, const uint8_t *commands, int count);

/* Read the file that the process of the round before left. Returns false, with an empty memory,
 * when there is none, or it is damaged or from another match. `folder` is that of this round. */
bool memory_load(Memory *memory, const char *folder);

/* Take in all earlier rounds from the files that the engine keeps, until `deadline` (clock_now).
 * Rounds that cannot be read are left out. A power-up that was taken in the round after its wall
 * fell is not noticed: map.txt, which is read because it is short, shows a star there. Returns
 * false when time ran out before the end. */
bool memory_rebuild(Memory *memory, const char *folder, int64_t deadline);

/* Leave the file for the next round. Returns false when it cannot be written. */
bool memory_save(const Memory *memory, const char *folder);

/* Mark in `state` the cells that the players have stood on and set their points accordingly, on a
 * board taken over one to one; nothing is done on others. */
void memory_apply(const Memory *memory, const Snapshot *snapshot, const Game *game, State *state);

/* The power-up, of bag or radius, that has been in sight in a cell; 0: none. */
int memory_powerup(const Memory *memory, int x, int y);

/* What a player did last, as far as two states in a row show it: a step, a bomb, or a trigger that
 * shortened a fuse. COMMAND_NOTHING for all else, and for the dead. */
Command memory_last_command(const Memory *memory, int player);

/* Whether a player is known to have stood two rounds before where it stands. */
bool memory_is_back_again(const Memory *memory, int player);

#endif
