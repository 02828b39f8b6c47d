/* The seed folder of a match, in the engine's own layout:
 *
 *   <match>/<round>/state.json map.txt roundInfo.json engine.log
 *   <match>/<round>/<key>/move.txt log.txt      (and state.json, map.txt while the bot runs)
 */
#ifndef BLASTBEAM_REFEREE_SEEDWRITER_H
#define BLASTBEAM_REFEREE_SEEDWRITER_H

#include "referee/entrant.h"

typedef struct SeedWriter {
    char match[ENTRANT_PATH / 2]; /* absolute */
    int seed;
    Player *players;
    int player_count;
    char *json, *map; /* of the round being played */
    size_t json_size, map_size;
} SeedWriter;

/* Create a new folder for the match under `parent`: named by the seed, with -2, -3, ... behind it
 * when that exists. Returns false with a message when it cannot be made. */
bool seedwriter_open(SeedWriter *writer, const char *parent, int seed, Player *players, int count,
                     char *error, size_t size);

/* Write the round's files, and the player's copies for those who live. */
bool seedwriter_begin_round(SeedWriter *writer, const Game *game, const State *state,
                            const RoundEvents *last);

/* The folder of a player in a round. */
void seedwriter_player_folder(const SeedWriter *writer, int round, int player,
                              char path[ENTRANT_PATH]);

/* The command that the player's move.txt gives. */
Command seedwriter_read_move(const SeedWriter *writer, int round, int player);

/* Write move.txt for a built-in agent. */
void seedwriter_write_move(const SeedWriter *writer, int round, int player, Command command);

/* Write the player's log.txt in the engine's words. */
void seedwriter_write_log(const SeedWriter *writer, int round, int player, double ms,
                          const char *output);

/* Remove the player's copies of the state and write engine.log. */
void seedwriter_end_round(const SeedWriter *writer, int round, const State *after,
                          const uint8_t command[MAX_PLAYERS]);

/* After the last round: its files for the round that follows, and the final state in the folders of
 * the players of the round that was the last. */
void seedwriter_close(SeedWriter *writer, const Game *game, const State *state,
                      const RoundEvents *last);

#endif
