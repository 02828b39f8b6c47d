/* How a bot of each type is started on Linux. */
#ifndef BLASTBEAM_REFEREE_LAUNCH_H
#define BLASTBEAM_REFEREE_LAUNCH_H

#include "protocol/bot_file.h"

enum { LAUNCH_ARGUMENTS = 64, LAUNCH_TEXT = 8192, LAUNCH_RUNNER = 64 };

/* What does not change during a match. */
typedef struct Launcher {
    char runner[LAUNCH_RUNNER]; /* the interpreter's name; "" when the RunFile is the program */
    char note[256];             /* something that the user should know; "" for nothing */
} Launcher;

/* A command line. */
typedef struct Launch {
    char *arguments[LAUNCH_ARGUMENTS]; /* ends in NULL */
    char spoken[LAUNCH_TEXT];          /* as the engine's logs have it: program, arguments */
    char text[LAUNCH_TEXT];            /* holds the arguments */
} Launch;

/* Find out how the bot in `folder` is started, and write its type as the engine spells it. Returns
 * false with a message when the engine does not know the type, or when the program or its
 * interpreter is not there. */
bool launcher_open(Launcher *launcher, BotFile *bot, const char *folder, char *error, size_t size);

/* The command line for a player's round; its files lie in `round_folder`. Returns false when it is
 * too long. */
bool launch_bot(const Launcher *launcher, const BotFile *bot, const char *folder, char key,
                const char *round_folder, Launch *launch);

/* A program of the same kind that does nothing: what starting one costs here. */
void launch_calibration(const Launcher *launcher, Launch *launch);

#endif
