/* The bot as a process, in a match folder that looks as the engine leaves it:
 *
 *   SCRATCH/7/0/A/log.txt            the calibration
 *   SCRATCH/7/11/{state.json,map.txt,A/log.txt}
 *   SCRATCH/7/12/{state.json,map.txt}
 *   SCRATCH/7/12/A/{state.json,map.txt}      the folder that the bot gets
 *
 * 12 is the round of sample-state/2p-early.
 */
#ifndef BLASTBEAM_TESTS_SUPPORT_BOT_H
#define BLASTBEAM_TESTS_SUPPORT_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "support/own_folder.h"

enum { BOT_PATH = 512, BOT_OUTPUT = 512, BOT_LINE = 128 };

typedef struct BotFolder {
    char scratch[OWN_FOLDER_SIZE];
    char player[BOT_PATH];
} BotFolder;

/* The result of a process. */
typedef struct BotRun {
    bool exited; /* by itself; else by `signal` */
    int status;  /* of the exit */
    int signal;
    double ms;               /* wall clock */
    long peak_kb;            /* of memory */
    char output[BOT_OUTPUT]; /* on standard output */
    int move;                /* the digit in move.txt; -1: there is no file; -2: it is torn */
} BotRun;

/* Make the folders and fill them. Fails the test when it cannot. */
void bot_folder_make(BotFolder *folder);

void bot_folder_remove(const BotFolder *folder);

/* Write or remove a file in the player's folder. */
void bot_folder_write(const BotFolder *folder, const char *name, const char *text);
void bot_folder_unlink(const BotFolder *folder, const char *name);

/* Path of a file in the player's folder. */
const char *bot_path(const BotFolder *folder, const char *name, char path[BOT_PATH]);

/* Copy the files of another sample folder into the player's. */
void bot_folder_take(const BotFolder *folder, const char *sample);

/* Remove what a bot has left in the player's folder. */
void bot_folder_clean(const BotFolder *folder);

/* The number of files in the player's folder with `part` in their names. */
int bot_folder_count(const BotFolder *folder, const char *part);

/* Wait until there is such a file. Fails the test after the time that a bot may take. */
void bot_await(const BotFolder *folder, const char *part);

/* Start `program` for player A with the options in `options`, separated by blanks. Standard output
 * goes to `output`, or nowhere when it is -1. With BLASTBEAM_NOHUP in the environment SIGHUP is
 * ignored. */
pid_t bot_start(const BotFolder *folder, const char *program, const char *options, int output);

/* Wait for its end, at most a minute (then the test fails), and see what it left. */
void bot_wait(const BotFolder *folder, pid_t process, BotRun *run);

/* Start it, wait for its end, and keep its standard output in run->output. */
void bot_run(const BotFolder *folder, const char *program, const char *options, BotRun *run);

#endif
