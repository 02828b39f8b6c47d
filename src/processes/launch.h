/* Command lines that start a bot of each type on Linux. */
#ifndef BLASTBEAM_PROCESSES_LAUNCH_H
#define BLASTBEAM_PROCESSES_LAUNCH_H

#include "processes/sandbox.h"
#include "protocol/bot_file.h"

enum { LAUNCH_TEXT = 8192, LAUNCH_INTERPRETER = 64 };

/* How a bot is started; does not change during a match. */
typedef struct Launcher {
    char interpreter[LAUNCH_INTERPRETER]; /* its name; "" when the RunFile is itself a program */
    char note[256];                       /* a message for the user; may be "" */
} Launcher;

/* A command line. */
typedef struct Launch {
    Arguments arguments;
    char logged[LAUNCH_TEXT]; /* the command line as it appears in the engine's logs */
} Launch;

/* Find out how to start the bot in `folder`, in the sandbox when that is on, and correct the
 * spelling of its type in *bot. Returns false with a message when the engine does not know the
 * type, when the program or its interpreter is missing, or when the RunFile is not a regular file
 * in the folder. A link may lead to another file in the folder. */
bool launcher_open(Launcher *launcher, BotFile *bot, const char *folder, const Sandbox *sandbox,
                   char *error, size_t size);

/* Append the command line for a round whose files are in `round_folder` to launch->arguments, which
 * may begin with those of a sandbox. Returns false when the command line is too long. */
bool launch_bot(const Launcher *launcher, const BotFile *bot, const char *folder, char key,
                const char *round_folder, Launch *launch);

/* The same for a program that does nothing, with the same interpreter. Its run time calibrates the
 * time limit. */
void launch_calibration(const Launcher *launcher, Launch *launch);

#endif
