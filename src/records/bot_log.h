/* What a bot of this project said about a round: the line that it always prints and, where it ran
 * with --explain, its reasons. The engine keeps both in log.txt in the player's folder.
 */
#ifndef BLASTBEAM_RECORDS_BOT_LOG_H
#define BLASTBEAM_RECORDS_BOT_LOG_H

#include <stdbool.h>

#include "engine/state.h"

enum { BOT_LOG_LINE = 64, BOT_LOG_NOTE = 48, BOT_LOG_AGENT = 33 };

/* What speaks for and against a first command. */
typedef struct BotLogCommand {
    bool said;
    bool valued;         /* false: it was not searched */
    double value;        /* points of the game */
    int danger, hostile; /* percent; -1 when not said */
    bool chosen;
    char note[BOT_LOG_NOTE]; /* an objection, or "" */
} BotLogCommand;

typedef struct BotLog {
    double took_ms; /* as the engine measured the process; -1 when the log does not say */

    bool moved; /* the line "move=..." is there; else those after it are 0 */
    Command move;
    char agent[BOT_LOG_AGENT];
    int depth, own_ms;
    long long nodes;
    double value;

    bool explained; /* there are reasons; else all after it is 0 */
    int width;      /* states of the widest level; 0 when not said */
    BotLogCommand first[COMMAND_COUNT];
    int length; /* of the expected line */
    Command line[BOT_LOG_LINE];
    int end_x, end_y; /* where the line is expected to end, from 1 on the bot's own board; 0 when
                         not said */
} BotLog;

/* Read the log of player number `player` on the bot's board (its line of the expected position is
 * that of letter 'A' + player). Lines that are not understood are left out; returns false when
 * there is nothing in it, not even how long the process took. */
bool bot_log_read(const char *log, int player, BotLog *bot_log);

/* Read what player `key` left in a round of the seed folder at `folder`. Returns false when there
 * is nothing, and for logs over 1 MB. */
bool bot_log_load(const char *folder, int round, char key, BotLog *bot_log);

#endif
