/* Writes the seed folder of a match, in the engine's layout:
 *
 *   <match>/<round>/state.json map.txt roundInfo.json engine.log
 *   <match>/<round>/<key>/move.txt log.txt      (and state.json, map.txt while the bot runs)
 *
 * A file that cannot be written after the match has begun, for example because the disk is full, is
 * counted and omitted.
 */
#ifndef BLASTBEAM_REFEREE_SEED_WRITER_H
#define BLASTBEAM_REFEREE_SEED_WRITER_H

#include "referee/folder_guard.h"
#include "referee/player.h"

/* A file that is kept in memory. */
typedef struct KeptFile {
    char *bytes; /* NULL when there is none */
    size_t size;
} KeptFile;

typedef struct SeedWriter {
    char match[GUARD_PATH]; /* absolute */
    int seed;
    Player *players;
    int player_count;
    bool answers_visible; /* move.txt and log.txt are in their places during the round, where other
                           * players can read them, as in the engine; otherwise they are put there
                           * at the end of the round */
    FolderGuard guard;
    KeptFile files[GUARD_FILES];                    /* of the current round; see guard_file_names */
    KeptFile moves[MAX_PLAYERS], logs[MAX_PLAYERS]; /* not in their places yet */
    int given_round[MAX_PLAYERS];                   /* the last round whose state each player got */
    int unwritten; /* folders and files that could not be written, so far */
    int error;     /* errno of the first of them */
} SeedWriter;

/* Create the folder of the match. If `folder` already holds a match, "-2", "-3", ... is appended to
 * the name. Returns false with a message when the folder cannot be created. */
bool seed_writer_open(SeedWriter *writer, const char *folder, int seed, Player *players, int count,
                      char *error, size_t size);

/* Write the files of a round, before its moves. */
void seed_writer_begin_round(SeedWriter *writer, const Game *game, const State *state,
                             const RoundEvents *last);

/* Write a player's copies of state.json and map.txt into its folder of this round. */
void seed_writer_give_state(SeedWriter *writer, int round, int player);

/* The path of a player's folder of a round. */
void seed_writer_player_folder(const SeedWriter *writer, int round, int player,
                               char path[PLAYER_PATH]);

/* What a bot may see of the match in a sandbox. `hidden` has room for the other players' folders
 * and must live as long as the view. */
SandboxView seed_writer_view(const SeedWriter *writer, int round, int player,
                             const char *hidden[MAX_PLAYERS]);

/* Call after a bot has run: put the folders of the match right (see folder_guard.h), and write what
 * was wrong into `text`, "" when nothing was. */
void seed_writer_check(SeedWriter *writer, char text[GUARD_TEXT]);

/* Read a bot's move.txt. Returns false when the file is missing or does not begin with a digit of
 * a command; the command is "do nothing" then. The file is taken away until the end of the round,
 * unless answers are visible. */
bool seed_writer_take_move(SeedWriter *writer, int round, int player, Command *command);

/* Write move.txt for a built-in agent or a person, at the end of the round unless answers are
 * visible. */
void seed_writer_write_move(SeedWriter *writer, int round, int player, Command command);

/* Write the player's log into its log.txt, at the end of the round unless answers are visible, and
 * empty the log. */
void seed_writer_write_log(SeedWriter *writer, int round, int player);

/* Put the players' answers into their places, remove the players' copies of the state, and write
 * `log` into engine.log and empty it. */
void seed_writer_end_round(SeedWriter *writer, int round, Log *log);

/* Call after the last round: write the files of the round that would follow, and the final state
 * for each player into the folder of the last round whose state it got. */
void seed_writer_close(SeedWriter *writer, const Game *game, const State *state,
                       const RoundEvents *last);

/* Write the final state for a player also into the folder of the round that would follow. Call it
 * between seed_writer_close and seed_writer_free. */
void seed_writer_give_final_state(SeedWriter *writer, const State *state, int player);

void seed_writer_free(SeedWriter *writer);

#endif
