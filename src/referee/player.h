/* A player in a match: a bot in its own folder, a built-in agent or a person, with the counters of
 * the engine's harness. */
#ifndef BLASTBEAM_REFEREE_PLAYER_H
#define BLASTBEAM_REFEREE_PLAYER_H

#include "processes/launch.h"
#include "processes/process.h"
#include "protocol/bot_file.h"
#include "referee/log.h"
#include "search/agent.h"

enum {
    PLAYER_PATH = 2048,
    PLAYER_FAILURE = 256,
    PLAYER_QUOTA_MB = 1024 /* by which the own folder of a bot may grow in a match */
};

/* The time limits of the harness. */
typedef struct TimeLimits {
    int command_ms;       /* plus the calibration; a later command is dropped */
    int kill_ms;          /* a process that still runs then is killed */
    bool unlimited;       /* no command is dropped and nothing is killed */
    double agent_ms;      /* thinking time of a built-in agent; 0: no limit */
    uint64_t agent_nodes; /* searched states for a move of an agent; 0: no limit */
    int agent_threads;
} TimeLimits;

static const TimeLimits engine_limits = {
    .command_ms = 2000, .kill_ms = 4000, .agent_ms = 1500, .agent_threads = 1};

/* What came of a run of a bot's program. */
typedef struct PlayerRun {
    double ms;
    bool refused;     /* the system did not let it start, also when it was asked again */
    bool interrupted; /* it was ended because the match stops */
    bool timed_out;
    char failure[PLAYER_FAILURE]; /* such as "exit status 1: Traceback"; "" when it did not fail */
} PlayerRun;

typedef struct Player {
    char key;
    char name[BOT_FILE_TEXT];
    BotFile bot;
    Launcher launcher;
    char folder[PLAYER_PATH];     /* absolute path of the bot; "" for other players */
    char given_path[PLAYER_PATH]; /* the same, as given by the user */
    Agent *agent;                 /* NULL for a bot and a person */
    bool human;
    TimeLimits limits;
    Log log; /* becomes the next log.txt */
    int calibration_ms;
    int nothing_in_row; /* the current run of "do nothing" commands */
    int late;
    int failed;                   /* runs that crashed, ended with an error or wrote no move */
    int missing;                  /* those of them that ended well */
    int failed_round;             /* of the first of them */
    char failure[PLAYER_FAILURE]; /* of the first of them */
    int tampered;                 /* runs after which the folder of the match had to be put right */
    double slowest_ms;
    long moves;                      /* commands that were asked for */
    double total_ms;                 /* the time that these took */
    bool wrote_to_stderr;            /* in this round */
    char error_line[PLAYER_FAILURE]; /* the first line that it wrote there, made printable */
    Sandbox sandbox;
    long long first_bytes, space; /* the size of the bot's folder at the start of the match, and the
                                   * free space around it when it was last measured */
    bool over_quota;              /* the bot is not started any more */
    Command last;
    SearchInfo info;
} Player;

/* Split FOLDER:WORD,WORD..., the spec of a bot with arguments. Returns false when `spec` does not
 * name a folder. `arguments` becomes the words with blanks between them. */
bool player_split_spec(const char *spec, char folder[PLAYER_PATH], char arguments[BOT_FILE_PATH]);

/* Open the bot of the spec FOLDER or FOLDER:WORD,WORD..., to be run in the sandbox (NULL for none),
 * or, when there is no such folder, the built-in agent `spec`. The words are appended to the
 * RunArgs of the bot. The limits are those of the engine. Returns false with a message when the
 * player cannot be opened. The caller frees it with player_close. */
bool player_open(Player *player, char key, const char *spec, uint64_t seed, const Sandbox *sandbox,
                 char *error, size_t size);

/* Append arguments ("" for none) to the RunArgs of a bot. Returns false with a message when they
 * are too long or too many to start the bot. */
bool player_add_arguments(Player *player, const char *arguments, char *error, size_t size);

/* Name the player after a built-in agent: the lower-case letters and the digits of its spec. */
void player_name_agent(Player *player, const char *spec);

/* Open a person as a player, named "Player NUMBER" as in the engine. */
void player_open_human(Player *player, char key, int number);

void player_close(Player *player);

/* True for a bot in its own folder. */
bool player_is_bot(const Player *player);

/* Measure how long it takes to start a program that does nothing, in the sandbox when the bot runs
 * in one. */
void player_calibrate(Player *player);

/* True after 21 "do nothing" commands in a row: the harness does not start the bot again and sends
 * "trigger" for it in every round. */
bool player_is_disqualified(const Player *player);

/* True when no log is written for this round: the engine writes none in the round in which it
 * replaces the command by a bomb. */
bool player_skips_log(const Player *player);

/* Write the harness's warnings about "do nothing" commands into the bot's log. */
void player_log_warnings(Player *player);

/* Run a bot's program for the round whose files are in `folder` (absolute). The caller reads the
 * resulting move.txt. In a sandbox the bot sees `view`. A run that the system refuses is tried
 * again for a few seconds. The run ends early when *stop, which may be NULL, becomes nonzero. */
PlayerRun player_run(Player *player, const char *folder, const SandboxView *view,
                     const volatile sig_atomic_t *stop);

/* Returns false when the own folder of the bot has grown by more than PLAYER_QUOTA_MB since the
 * first call. A folder that the bot cannot write to is not looked at. */
bool player_check_quota(Player *player);

/* Count a failed run of the round and write it into the player's log. */
void player_add_failure(Player *player, int round, const char *failure);

/* Ask a built-in agent. Returns its command, and the time in *ms. */
Command player_think(Player *player, const Observation *observation, double *ms);

/* Apply the rules of the harness to a command and update the counters. A late command becomes "do
 * nothing", the 20th "do nothing" in a row becomes a bomb, and the command of a disqualified player
 * becomes a trigger. Returns the resulting command. */
Command player_apply_harness_rules(Player *player, Command answered, double ms);

#endif
