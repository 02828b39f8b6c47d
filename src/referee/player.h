/* One who plays in a match: a bot in a folder of its own, a built-in agent or a person, with what
 * the engine's harness keeps about it. */
#ifndef BLASTBEAM_REFEREE_PLAYER_H
#define BLASTBEAM_REFEREE_PLAYER_H

#include "protocol/bot_file.h"
#include "referee/launch.h"
#include "referee/log.h"
#include "referee/process.h"
#include "search/agent.h"

enum { PLAYER_PATH = 2048 };

/* The clock of the harness. */
typedef struct Limits {
    int command_ms; /* later commands are dropped; the calibration is added to it */
    int kill_ms;    /* a process that still runs is killed */
    int agent_ms;   /* what a built-in agent is given to think */
    bool none;      /* no command is dropped and nothing is killed */
} Limits;

static const Limits engine_limits = {2000, 4000, 1500, false};

typedef struct Player {
    char key;
    char name[BOT_FILE_TEXT];
    BotFile bot;
    Launcher launcher;
    char folder[PLAYER_PATH]; /* of the bot, absolute; "" for others */
    char given[PLAYER_PATH];  /* the same, as the user wrote it */
    Agent *agent;             /* NULL for a bot and a person */
    bool human;
    Log log; /* what goes into the next log.txt */
    int calibration_ms;
    int nothing_in_row; /* commands that did nothing, up to now */
    int late, refused;
    double slowest_ms;
    long moves;      /* answers that were waited for */
    double total_ms; /* the time of all of them */
    bool complained; /* standard error was written to in this round */
    Command last;
    SearchInfo info;
} Player;

/* Make a player of a bot's folder or, when there is no such folder, of the agent so called.
 * Returns false with a message when it is neither. The caller frees it with player_close. */
bool player_open(Player *player, char key, const char *what, uint64_t seed, char *error,
                 size_t size);

/* Have more arguments, "" for none, behind the RunArgs of a bot. Returns false, with a message,
 * when they are too long, or too many together: the bot could not be started. */
bool player_add_arguments(Player *player, const char *arguments, char *error, size_t size);

/* Give the player the name of a built-in agent: the letters and digits of its spec. */
void player_name_agent(Player *player, const char *spec);

/* Make a person a player, called "Player NUMBER" as the engine does. */
void player_open_human(Player *player, char key, int number);

void player_close(Player *player);

/* Whether it is a program in a folder of its own, to which the harness's rules apply. */
bool player_is_bot(const Player *player);

/* Time a program that does nothing: what starting a process costs here. */
void player_calibrate(Player *player);

/* Whether the harness has given the player up: nothing was done in 21 rounds in a row. */
bool player_is_given_up(const Player *player);

/* Whether this round's log is kept back: the engine writes none when it plants the last bomb. */
bool player_keeps_log(const Player *player);

/* Say in a bot's log what the harness thinks of its doing nothing. */
void player_warn(Player *player);

/* Let a bot's program answer for the round whose files lie in `folder` (absolute). What it wrote to
 * move.txt there is read by the caller. Returns the time it took, in ms. */
double player_run(Player *player, const char *folder, const Limits *limits);

/* Let a built-in agent think. Returns its command and the time in *ms. */
Command player_think(Player *player, const Observation *observation, const Limits *limits,
                     double *ms);

/* The command that the harness makes of what came in: late ones are dropped, the 20th "nothing" in
 * a row becomes a bomb, and a player that was given up triggers. */
Command player_judge(Player *player, Command answered, double ms, const Limits *limits);

#endif
