/* The seed folder of a match, in the engine's own layout:
 *
 *   <match>/<round>/state.json map.txt roundInfo.json engine.log
 *   <match>/<round>/<key>/move.txt log.txt      (and state.json, map.txt while the bot runs)
 *
 * What cannot be written once the match has begun, on a full disk for one, is counted and left out.
 */
#ifndef BLASTBEAM_REFEREE_SEEDWRITER_H
#define BLASTBEAM_REFEREE_SEEDWRITER_H

#include "referee/player.h"

typedef struct SeedWriter {
    char match[PLAYER_PATH / 2]; /* absolute */
    int seed;
    Player *players;
    int player_count;
    char *json, *map; /* of the round being played */
    size_t json_size, map_size;
    int given[MAX_PLAYERS]; /* the last round whose state the player was given */
    int unwritten;          /* folders and files that could not be written, so far */
    int error;              /* errno of the first of them */
} SeedWriter;

/* Create the folder for the match. One that holds a match already is left alone: the new one then
 * has -2, -3, ... behind its name. Returns false with a message when it cannot be made. */
bool seedwriter_open(SeedWriter *writer, const char *folder, int seed, Player *players, int count,
                     char *error, size_t size);

/* Write the round's files. */
void seedwriter_begin_round(SeedWriter *writer, const Game *game, const State *state,
                            const RoundEvents *last);

/* Write a player's copies of state.json and map.txt, into the folder of this round. */
void seedwriter_give(SeedWriter *writer, int round, int player);

/* The folder of a player in a round. */
void seedwriter_player_folder(const SeedWriter *writer, int round, int player,
                              char path[PLAYER_PATH]);

/* Put folders in place of links that a bot has made of those that will be written to: nothing is to
 * be written or removed where they lead. For when a bot has run. */
void seedwriter_drop_links(SeedWriter *writer);

/* The command that the player's move.txt gives. */
Command seedwriter_read_move(const SeedWriter *writer, int round, int player);

/* Write move.txt for a built-in agent or a person. */
void seedwriter_write_move(SeedWriter *writer, int round, int player, Command command);

/* Write what the player's journal holds into its log.txt. */
void seedwriter_write_log(SeedWriter *writer, int round, int player);

/* Remove the players' copies of the state and write engine.log from the journal. */
void seedwriter_end_round(SeedWriter *writer, int round, Log *log);

/* After the last round: the files of the round that would follow, and the final state for every
 * player, in the folder of the last round that it was given. */
void seedwriter_close(SeedWriter *writer, const Game *game, const State *state,
                      const RoundEvents *last);

/* Give the final state to a player once more, in the folder of the round that would follow. Between
 * seedwriter_close and seedwriter_free. */
void seedwriter_give_final(SeedWriter *writer, const State *state, int player);

void seedwriter_free(SeedWriter *writer);

#endif
